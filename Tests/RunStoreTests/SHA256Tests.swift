import RunStore
import Testing

// FIPS 180-4 example vectors (NIST, "Cryptographic Standards and Guidelines: Examples").

struct HashCase: Sendable, CustomTestStringConvertible {
  let name: String
  let text: String
  let hash: String
  var testDescription: String { name }
}

private let hashCases: [HashCase] = [
  HashCase(
    name: "empty", text: "",
    hash: "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
  HashCase(
    name: "24 bits", text: "abc",
    hash: "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
  HashCase(
    name: "448 bits", text: "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
    hash: "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"),
  HashCase(
    name: "896 bits",
    text:
      "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
    hash: "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"),
]

@Test(arguments: hashCases)
func hashEqualsThePublishedOne(_ c: HashCase) {
  #expect(SHA256.hex(of: c.text.utf8) == c.hash)
  // One byte at a time crosses every block edge.
  var hash = SHA256()
  for byte in c.text.utf8 { hash.update([byte]) }
  #expect(hash.finish() == c.hash)
}

@Test func millionTimesTheLetterAInOddPieces() {
  var hash = SHA256()
  var left = 1_000_000
  var size = 1
  while left > 0 {
    let count = min(left, size)
    hash.update([UInt8](repeating: UInt8(ascii: "a"), count: count))
    left -= count
    size = size * 2 + 1
  }
  #expect(
    hash.finish() == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
}

@Test(arguments: [1, 55, 56, 57, 63, 64, 65, 119, 120, 127, 128])
func piecesGiveTheHashOfTheWhole(_ size: Int) {
  let bytes = (0..<700).map { UInt8($0 % 251) }
  var hash = SHA256()
  for start in stride(from: 0, to: bytes.count, by: size) {
    hash.update(Array(bytes[start..<min(start + size, bytes.count)]))
  }
  hash.update([])
  #expect(hash.finish() == SHA256.hex(of: bytes))
}
