import Foundation

/// Bytes that are asked for piece by piece, so that a stream of any length needs little memory.
package final class ByteSource {
  private let pull: () throws(ReadError) -> [UInt8]?
  private let close: () -> Void

  /// - Parameters:
  ///   - close: Called once, when nobody needs the source any more.
  ///   - pull: Gives the next piece, never empty; nil at the end.
  package init(
    close: @escaping () -> Void = {}, _ pull: @escaping () throws(ReadError) -> [UInt8]?
  ) {
    self.pull = pull
    self.close = close
  }

  /// Bytes already in memory.
  package convenience init(_ bytes: [UInt8]) {
    var rest: [UInt8]? = bytes.isEmpty ? nil : bytes
    self.init { () throws(ReadError) -> [UInt8]? in
      defer { rest = nil }
      return rest
    }
  }

  deinit { close() }

  /// The next piece; nil at the end.
  package func next() throws(ReadError) -> [UInt8]? { try pull() }

  package static let pieceSize = 1 << 18
}

extension Disk {
  /// What stands for standard input on a command line.
  package static let standardInput = "-"

  /// Opens a file for reading in pieces; `-` is standard input.
  ///
  /// - Throws: A sentence saying why it can't be read.
  package func source(_ path: String) throws(ReadError) -> ByteSource {
    if path == Self.standardInput { return Self.source(descriptor: 0, path: "standard input") }
    let descriptor = open(absolute(path), O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw ReadError(path: path, reason: String(cString: strerror(errno)))
    }
    var status = stat()
    // A pipe ends when its writer is done; a device such as /dev/zero never does.
    guard fstat(descriptor, &status) == 0,
      [S_IFREG, S_IFIFO].contains(status.st_mode & S_IFMT)
    else {
      _ = Foundation.close(descriptor)
      throw ReadError(path: path, reason: "it is neither a regular file nor a pipe")
    }
    return Self.source(descriptor: descriptor, path: path)
  }

  private static func source(descriptor: Int32, path: String) -> ByteSource {
    var buffer = [UInt8](repeating: 0, count: ByteSource.pieceSize)
    let close = { if descriptor > 0 { _ = Foundation.close(descriptor) } }
    return ByteSource(close: close) { () throws(ReadError) -> [UInt8]? in
      while true {
        let count = buffer.withUnsafeMutableBytes {
          Foundation.read(descriptor, $0.baseAddress, $0.count)
        }
        if count > 0 { return Array(buffer[..<count]) }
        if count == 0 { return nil }
        if errno == EINTR { continue }
        throw ReadError(path: path, reason: String(cString: strerror(errno)))
      }
    }
  }
}
