import Foundation
import TraceModel

/// The right to work in a folder, held by one process at a time.
///
/// The kernel gives it back when the process ends, however it ends: `kill -9` leaves no stale lock.
package final class FileLock: Sendable {
  private let descriptor: Int32

  private init(_ descriptor: Int32) { self.descriptor = descriptor }

  /// - Parameters:
  ///   - path: A file beside what it protects; made if absent, never removed on its own.
  ///   - disk: Where.
  /// - Returns: Nil when another process holds it.
  /// - Throws: `output` when the file can't be made or opened.
  package static func take(_ path: String, disk: Disk) throws(Failure) -> FileLock? {
    let full = disk.absolute(path)
    while true {
      let descriptor = open(full, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
      guard descriptor >= 0 else {
        throw .output(path: path, message: "can't open: \(String(cString: strerror(errno)))")
      }
      // A file system without locks can't tell two processes apart, and is used all the same.
      if flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK {
        close(descriptor)
        return nil
      }
      var held = stat()
      var named = stat()
      // Its folder may have been moved into place or removed between opening and locking.
      if fstat(descriptor, &held) == 0, stat(full, &named) == 0, held.st_ino == named.st_ino,
        held.st_dev == named.st_dev
      {
        return FileLock(descriptor)
      }
      close(descriptor)
    }
  }

  deinit { close(descriptor) }
}
