import Foundation
import Synchronization
import TraceModel

extension Disk {
  /// Writes a file piece by piece so that a reader finds all of it or none.
  ///
  /// - Parameters:
  ///   - path: Where it will stand.
  ///   - fill: Gets a function that takes the next piece.
  /// - Throws: `output` when it can't be written, and what `fill` throws.
  package func write(
    to path: String,
    _ fill: (_ write: ([UInt8]) throws(Failure) -> Void) throws(Failure) -> Void
  ) throws(Failure) {
    let target = absolute(path)
    let temporary = "\(target).tmp-\(ProcessInfo.processInfo.processIdentifier)"
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw Self.fault(path, "can't create it") }
    do throws(Failure) {
      defer { close(descriptor) }
      try fill { (bytes) throws(Failure) in
        try Self.put(bytes, descriptor, shownAs: path)
      }
      guard fsync(descriptor) == 0 else { throw Self.fault(path, "can't make it durable") }
      guard rename(temporary, target) == 0 else {
        throw Self.fault(path, "can't rename into place")
      }
    } catch {
      unlink(temporary)
      throw error
    }
  }

  fileprivate static func put(_ bytes: [UInt8], _ descriptor: Int32, shownAs path: String)
    throws(Failure)
  {
    var position = 0
    while position < bytes.count {
      let count = bytes.withUnsafeBytes {
        Foundation.write(descriptor, $0.baseAddress?.advanced(by: position), bytes.count - position)
      }
      if count < 0 {
        if errno == EINTR { continue }
        throw fault(path, "can't write")
      }
      position += count
    }
  }

  fileprivate static func fault(_ path: String, _ what: String) -> Failure {
    .output(path: path, message: "\(what): \(String(cString: strerror(errno)))")
  }
}

/// Bytes put aside, in a file without a name or in memory; gone with the last reference.
package final class ScratchBytes: Sendable {
  private enum Place {
    case file(Int32, shownAs: String, count: Int)
    case memory([UInt8])
  }

  private let place: Mutex<Place>

  /// In memory, for runs that write nothing.
  package init() { place = Mutex(.memory([])) }

  /// In a file that has no name once it is open, so that no kill leaves it behind.
  ///
  /// - Parameters:
  ///   - folder: Where there is room.
  ///   - disk: Of the folder.
  /// - Throws: `output` when it can't be made.
  package init(in folder: String, disk: Disk) throws(Failure) {
    let path = disk.absolute("\(folder)/.rows-\(ProcessInfo.processInfo.processIdentifier)")
    let descriptor = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw Disk.fault(folder, "can't create a file in it") }
    unlink(path)
    place = Mutex(.file(descriptor, shownAs: folder, count: 0))
  }

  deinit {
    place.withLock { place in
      if case .file(let descriptor, _, _) = place { close(descriptor) }
    }
  }

  /// Adds bytes at the end, from any thread.
  ///
  /// - Returns: Where they begin.
  /// - Throws: `output` when there is no room.
  package func append(_ bytes: [UInt8]) throws(Failure) -> Int {
    try place.withLock { (place) throws(Failure) -> Int in
      switch place {
      case .memory(var held):
        place = .memory([])
        let start = held.count
        held += bytes
        place = .memory(held)
        return start
      case .file(let descriptor, let shown, let count):
        try Disk.put(bytes, descriptor, shownAs: shown)
        place = .file(descriptor, shownAs: shown, count: count + bytes.count)
        return count
      }
    }
  }

  /// - Parameters:
  ///   - count: Bytes that were appended.
  ///   - start: Where they begin.
  /// - Returns: The bytes.
  /// - Throws: `output` when they can't be read back.
  package func read(_ count: Int, at start: Int) throws(Failure) -> [UInt8] {
    try place.withLock { (place) throws(Failure) -> [UInt8] in
      switch place {
      case .memory(let held): return Array(held[start..<start + count])
      case .file(let descriptor, let shown, _):
        var bytes = [UInt8](repeating: 0, count: count)
        var position = 0
        while position < count {
          let part = bytes.withUnsafeMutableBytes {
            pread(
              descriptor, $0.baseAddress?.advanced(by: position), count - position,
              off_t(start + position))
          }
          if part < 0 && errno == EINTR { continue }
          guard part > 0 else { throw Disk.fault(shown, "can't read back what was put aside") }
          position += part
        }
        return bytes
      }
    }
  }
}
