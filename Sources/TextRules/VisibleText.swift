import Foundation

/// What the person would see of an output: the text every strict rule reads.
package struct VisibleText: Sendable, Hashable {
  package let text: String
  /// Scalar offsets in `text` of lines that stood behind a list mark: each is a sentence of its own.
  let itemStarts: Set<Int>

  init(text: String, itemStarts: Set<Int> = []) {
    self.text = text
    self.itemStarts = itemStarts
  }

  /// Cleans a model's output: NFC, no invisible characters, no Markdown and HTML marks.
  ///
  /// A preamble, a label, leaked reasoning or a JSON wrapper stays. Linear in the input.
  package init(of output: String) {
    var cleaner = MarkupCleaner()
    for line in Self.lines(of: output) { cleaner.take(line) }
    self = cleaner.finish()
  }

  /// The scalars of each line: normalised, line ends unified, what has no width removed.
  private static func lines(of output: String) -> [[Unicode.Scalar]] {
    let isASCII = output.utf8.allSatisfy { $0 < 0x80 }
    // Foundation is needed for this one call, and only outside ASCII.
    let source = isASCII ? output : output.precomposedStringWithCanonicalMapping
    var lines: [[Unicode.Scalar]] = []
    var line: [Unicode.Scalar] = []
    var afterReturn = false
    for scalar in source.unicodeScalars {
      let value = scalar.value
      let isReturn = value == 0x0D
      if value == 0x0A && afterReturn {
        afterReturn = false
        continue
      }
      afterReturn = isReturn
      if isReturn || value == 0x0A || value == 0x85 || value == 0x2028 || value == 0x2029 {
        lines.append(line)
        line.removeAll(keepingCapacity: true)
      } else if value == 0x09 {
        line.append(scalar)
      } else if value == 0xA0 || value == 0x202F {
        line.append(" ")
      } else if !hasNoWidth(value) {
        line.append(scalar)
      }
    }
    lines.append(line)
    return lines
  }

  /// Controls, zero-width characters, direction marks, the byte-order mark, variation selectors.
  private static func hasNoWidth(_ value: UInt32) -> Bool {
    if value < 0x20 { return true }
    if value < 0x7F { return false }
    switch value {
    case 0x7F...0x9F, 0xAD, 0x34F, 0x61C, 0x115F...0x1160, 0x17B4...0x17B5, 0x180B...0x180F,
      0x200B...0x200F, 0x202A...0x202E, 0x2060...0x206F, 0xFE00...0xFE0F, 0xFEFF, 0xFFF9...0xFFFB,
      0xE0000...0xE01EF:
      return true
    default: return false
    }
  }
}
