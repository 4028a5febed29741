import Foundation
import Synchronization

/// Sees to it that Ctrl-C, a closed terminal or a plain `kill` ends an external program with us.
///
/// The program leads a group of its own, so the terminal's interrupt does not reach it, and one that
/// hangs would outlive us. One program at a time is guarded, as one runs at a time.
struct InterruptGuard: ~Copyable {
  private typealias Handler = @convention(c) (Int32) -> Void
  private static let signals = [SIGINT, SIGTERM, SIGHUP]
  private let group: Int32
  private let former: [(signal: Int32, handler: Handler?)]

  init(group: Int32) {
    self.group = group
    let (isFirst, _) = guardedGroup.compareExchange(
      expected: 0, desired: group, ordering: .sequentiallyConsistent)
    var former: [(signal: Int32, handler: Handler?)] = []
    for number in Self.signals where isFirst {
      let old = signal(number, endGroupThenSelf)
      if Self.isDefault(old) {
        former.append((number, old))
      } else {
        // Someone else looks after this signal, or it is to be ignored.
        signal(number, old)
      }
    }
    self.former = former
  }

  deinit {
    for (number, handler) in former { signal(number, handler) }
    _ = guardedGroup.compareExchange(
      expected: group, desired: 0, ordering: .sequentiallyConsistent)
  }

  private static func isDefault(_ handler: Handler?) -> Bool {
    unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_DFL, to: Int.self)
  }
}

private let guardedGroup = Atomic<Int32>(0)

/// Only calls that are safe in a signal handler.
private func endGroupThenSelf(_ number: Int32) {
  let group = guardedGroup.load(ordering: .sequentiallyConsistent)
  if group > 0 { kill(-group, SIGKILL) }
  signal(number, SIG_DFL)
  raise(number)
}
