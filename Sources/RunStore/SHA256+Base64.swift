import Foundation

extension SHA256 {
  /// The hash of bytes already in memory in Base64, as security policies of pages write it.
  package static func base64(of bytes: some Sequence<UInt8>) -> String {
    let digits = Array(hex(of: bytes).utf8)
    func value(_ digit: UInt8) -> UInt8 {
      digit < UInt8(ascii: "a") ? digit - UInt8(ascii: "0") : digit - UInt8(ascii: "a") + 10
    }
    let hash = stride(from: 0, to: digits.count, by: 2).map {
      value(digits[$0]) << 4 | value(digits[$0 + 1])
    }
    return Data(hash).base64EncodedString()
  }
}
