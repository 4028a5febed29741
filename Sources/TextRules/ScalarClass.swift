/// What a Unicode scalar is, with a fast answer for ASCII.
enum ScalarClass {
  static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    let value = scalar.value
    if value < 0x80 { return (value | 0x20) &- 0x61 < 26 }
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .letterNumber:
      return true
    default: return false
    }
  }

  static func isDigit(_ scalar: Unicode.Scalar) -> Bool {
    let value = scalar.value
    if value < 0x80 { return value &- 0x30 < 10 }
    switch scalar.properties.generalCategory {
    case .decimalNumber: return true
    case .otherNumber: return value < 0x2460  // ½ and ², not the circled numbers of emoji lists
    default: return false
    }
  }

  static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
    let value = scalar.value
    if value < 0x80 { return value == 0x20 || value &- 0x09 < 5 || value &- 0x1C < 4 }
    return scalar.properties.isWhitespace
  }

  static func isUpper(_ scalar: Unicode.Scalar) -> Bool {
    let value = scalar.value
    if value < 0x80 { return value &- 0x41 < 26 }
    return scalar.properties.isUppercase
  }

  static func isLower(_ scalar: Unicode.Scalar) -> Bool {
    let value = scalar.value
    if value < 0x80 { return value &- 0x61 < 26 }
    return scalar.properties.isLowercase
  }

  /// Letters of scripts written without spaces: Chinese, Japanese, Thai, Lao, Khmer, Burmese, Tibetan.
  static func isUnspaced(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x0E00: false
    case 0x0E00...0x0EFF, 0x0F00...0x0FFF, 0x1000...0x109F, 0x1780...0x17FF, 0x1950...0x19DF,
      0x3005...0x3007, 0x3040...0x30FF, 0x31F0...0x31FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
      0xA9E0...0xA9FF, 0xAA60...0xAA7F, 0xF900...0xFAFF, 0xFF66...0xFF9D, 0x20000...0x3FFFF:
      true
    default: false
    }
  }

  /// Letters of the Latin script, the only one English is written in.
  static func isLatin(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x41...0x5A, 0x61...0x7A, 0xC0...0x24F, 0x1E00...0x1EFF, 0xFB00...0xFB06,
      0xFF21...0xFF5A:
      true
    default: false
    }
  }

  static func isOpeningQuote(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\"", "'", "“", "‘", "«", "„", "‚", "‹": true
    default: false
    }
  }

  static func isClosingQuote(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\"", "'", "”", "’", "»", "›", "“": true
    default: false
    }
  }

  static func isEndMark(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case ".", "!", "?", "…", "。", "！", "？", "‼", "⁉", "⁇", "؟", "।", "｡": true
    default: false
    }
  }
}
