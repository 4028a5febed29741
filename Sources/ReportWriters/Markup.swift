/// Text as it may stand in HTML and SVG, in content and in quoted attributes alike.
///
/// One line: control characters become spaces, marks that reorder what is shown are spelled out,
/// code points that XML forbids become the replacement character.
package func markupText(_ text: String) -> String {
  var result = ""
  for scalar in plainLine(text).unicodeScalars {
    switch scalar {
    case "&": result += "&amp;"
    case "<": result += "&lt;"
    case ">": result += "&gt;"
    case "\"": result += "&quot;"
    case "'": result += "&#39;"
    case "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result
}
