/// Writes a report as Markdown (CommonMark with tables).
package enum MarkdownWriter {
  package static func text(_ document: ReportDocument) -> String {
    var parts = ["# \(escaped(document.title))"]
    for block in document.blocks {
      switch block {
      case .heading(let level, let text):
        parts.append("\(String(repeating: "#", count: level)) \(escaped(text))")
      case .paragraph(let spans): parts.append(blockText(spans))
      case .list(let items, let isNumbered):
        parts.append(
          items.enumerated().map { i, spans in
            "\(isNumbered ? "\(i + 1)." : "-") \(blockText(spans))"
          }.joined(separator: "\n"))
      case .table(let table): parts.append(text(table))
      case .code(let code): parts.append(fenced(code))
      case .chart(let chart):
        parts.append("![\(escaped(chart.title))](\(chart.path))")
        parts.append("*\(escaped(chart.summary))*")
      }
    }
    return parts.joined(separator: "\n\n") + "\n"
  }

  private static func text(_ table: ReportDocument.Table) -> String {
    var lines: [String] = []
    if !table.caption.isEmpty { lines += ["*\(escaped(table.caption))*", ""] }
    lines.append("| " + table.header.map(escaped).joined(separator: " | ") + " |")
    lines.append("|" + table.header.map { _ in "---|" }.joined())
    for row in table.rows {
      lines.append("| " + row.map(inline).joined(separator: " | ") + " |")
    }
    return lines.joined(separator: "\n")
  }

  private static func inline(_ spans: [ReportDocument.Span]) -> String {
    spans.map { span in
      switch span {
      case .plain(let text): escaped(text)
      case .strong(let text): marked(text, "**")
      case .emphasis(let text): marked(text, "*")
      case .code(let text): codeSpan(text)
      case .link(let text, let path): "[\(escaped(text))](\(linkTarget(path)))"
      }
    }.joined()
  }

  /// Text between marks; spaces at its ends stand outside, where a mark beside them would be text.
  private static func marked(_ text: String, _ mark: String) -> String {
    let inner = escaped(text)
    let start = inner.prefix { $0 == " " }
    let body = inner.dropFirst(start.count)
    let end = body.reversed().prefix { $0 == " " }
    if body.isEmpty { return inner }
    return start + mark + body.dropLast(end.count) + mark + String(end)
  }

  /// Text that can't begin or end any construct: marks escaped, line breaks made spaces.
  ///
  /// Characters that reorder what is shown (bidirectional controls) are spelled out.
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in plainLine(text).unicodeScalars {
      switch scalar {
      case "\\", "`", "*", "_", "[", "]", "|", "~", "#": result += "\\\(scalar)"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "&": result += "&amp;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// The text of a block, which must not begin a list, a rule or indented code.
  private static func blockText(_ spans: [ReportDocument.Span]) -> String {
    guard case .plain(let text)? = spans.first else { return inline(spans) }
    let scalars = Array(text.unicodeScalars.drop { $0 == " " })
    let digits = scalars.prefix { ("0"..."9").contains($0) }.count
    if digits < scalars.count {
      let next = digits + 1 < scalars.count ? scalars[digits + 1] : " "
      let isMark =
        digits > 0
        ? ".)".unicodeScalars.contains(scalars[digits]) && next == " "
        : "-+".unicodeScalars.contains(scalars[0]) && (next == " " || next == scalars[0])
      if isMark {
        let head = escaped(String(String.UnicodeScalarView(scalars[..<digits])))
        let tail = escaped(String(String.UnicodeScalarView(scalars[digits...])))
        return "\(head)\\\(tail)\(inline(Array(spans.dropFirst())))"
      }
    }
    return escaped(String(String.UnicodeScalarView(scalars))) + inline(Array(spans.dropFirst()))
  }

  private static func codeSpan(_ text: String) -> String {
    // By scalars: a mark that carries a combining accent is still a mark to every reader.
    var line = ""
    var longest = 0
    var run = 0
    for scalar in plainLine(text).unicodeScalars {
      run = scalar == "`" ? run + 1 : 0
      longest = max(longest, run)
      if scalar == "|" { line += "\\" }
      line.unicodeScalars.append(scalar)
    }
    let fence = String(repeating: "`", count: longest + 1)
    return longest > 0 ? "\(fence) \(line) \(fence)" : "\(fence)\(line)\(fence)"
  }

  private static func fenced(_ code: String) -> String {
    var fence = "```"
    while code.contains(fence) { fence += "`" }
    return "\(fence)\n\(code)\n\(fence)"
  }
}

/// One line of text: control characters as spaces, reordering marks as their code points.
package func plainLine(_ text: String) -> String {
  var result = ""
  for scalar in text.unicodeScalars {
    switch scalar.value {
    case 0..<0x20, 0x7F...0x9F, 0x2028, 0x2029: result += " "
    case 0x202A...0x202E, 0x2066...0x2069, 0x200E, 0x200F, 0x061C, 0xFEFF:
      result += "[U+\(String(scalar.value, radix: 16, uppercase: true))]"
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result
}
