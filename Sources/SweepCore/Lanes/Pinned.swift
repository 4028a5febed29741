/// An immutable array at an address that stays.
///
/// Inner loops index through a pointer, without a bounds check or a retain; the owner keeps the
/// storage alive. Safe to share between threads because nothing writes after the initialiser.
final class Pinned<Element: Sendable>: @unchecked Sendable {
  let base: UnsafePointer<Element>
  let count: Int
  private let storage: UnsafeMutableBufferPointer<Element>

  init(_ elements: [Element]) {
    storage = .allocate(capacity: max(1, elements.count))
    count = storage.initialize(fromContentsOf: elements)
    guard let base = storage.baseAddress else { preconditionFailure("allocated, so it has a base") }
    self.base = UnsafePointer(base)
  }

  deinit {
    storage.prefix(count).deinitialize()
    storage.deallocate()
  }

  @inline(__always)
  subscript(i: Int) -> Element {
    @inline(__always) unsafeAddress { base + i }
  }
}

/// Scratch memory of one worker at an address that stays.
final class Scratch<Element: BitwiseCopyable> {
  let base: UnsafeMutablePointer<Element>
  let count: Int

  init(_ value: Element, count: Int) {
    self.count = max(1, count)
    base = .allocate(capacity: self.count)
    base.initialize(repeating: value, count: self.count)
  }

  deinit { base.deallocate() }
}
