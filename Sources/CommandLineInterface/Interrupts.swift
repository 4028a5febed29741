import Foundation
import Synchronization

/// How a person ends long work early: Ctrl-C, `kill`, a closed terminal.
///
/// Before `watch` these end the process as always. After it the first only asks, so that what was
/// begun can be ended and kept; the second ends the process at once.
package struct Interrupts: Sendable {
  /// From here on the work can be ended in good order.
  package let watch: @Sendable () -> Void
  package let isRequested: @Sendable () -> Bool

  package init(
    watch: @escaping @Sendable () -> Void, isRequested: @escaping @Sendable () -> Bool
  ) {
    self.watch = watch
    self.isRequested = isRequested
  }

  /// Nothing ever interrupts.
  package static let none = Interrupts(watch: {}, isRequested: { false })

  /// SIGINT, SIGTERM and SIGHUP of this process; `nohup` keeps its meaning.
  package static let signals = Interrupts(
    watch: {
      for number in [SIGINT, SIGTERM] { signal(number, requestEnd) }
      let former = signal(SIGHUP, requestEnd)
      if unsafeBitCast(former, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) {
        signal(SIGHUP, SIG_IGN)
      }
    }, isRequested: { requestsSeen.load(ordering: .relaxed) > 0 })

  /// The exit status of what was ended early.
  package static let status: Int32 = 130
}

private let requestsSeen = Atomic<Int>(0)

private let notice: StaticString =
  "\ninterrupted: ending the blocks that are being tallied; once more ends at once\n"

/// Only calls that are safe in a signal handler.
private func requestEnd(_ number: Int32) {
  if requestsSeen.add(1, ordering: .relaxed).oldValue > 0 { _exit(Interrupts.status) }
  _ = write(2, notice.utf8Start, notice.utf8CodeUnitCount)
}
