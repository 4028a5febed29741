/// One thing wrong with an input: where it is, what it is, and how to mend it.
package struct Problem: Sendable, Hashable, Error {
  /// The path as the user would type it.
  package let file: String
  /// The line, from 1; nil when the whole file is meant.
  package let line: Int?
  package let message: String
  package let fix: String

  package init(file: String, line: Int? = nil, message: String, fix: String) {
    self.file = file
    self.line = line
    self.message = message
    self.fix = fix
  }

  /// Two lines: `file:line: error: what` and `  fix: how`.
  package var text: String {
    let place = line.map { "\(file):\($0)" } ?? file
    return "\(place): error: \(message)\n  fix: \(fix)"
  }
}

/// What ends a command early, one case for each exit status.
package enum Failure: Error, Sendable, Hashable {
  /// The content of one or more inputs is refused (status 2).
  case input([Problem])
  /// A lock is broken or missing (status 3).
  case lock([Problem])
  /// The command line is wrong (status 64).
  case usage(message: String, fix: String)
  /// An output can't be written (status 74).
  case output(path: String, message: String)
  /// The same, after work that is kept: `run` can be resumed (status 74).
  case outputOfUnfinished(path: String, message: String, run: String)

  /// The process's exit status, as documented for every command.
  package var status: Int32 {
    switch self {
    case .input: 2
    case .lock: 3
    case .usage: 64
    case .output, .outputOfUnfinished: 74
    }
  }

  /// The whole message, ready for standard error.
  package var text: String {
    switch self {
    case .input(let problems), .lock(let problems):
      problems.map(\.text).joined(separator: "\n")
    case .usage(let message, let fix):
      "error: \(message)\n  fix: \(fix)"
    case .output(let path, let message):
      "\(path): error: \(message)\n  fix: free the place, correct its permissions, or choose another with --out"
    case .outputOfUnfinished(let path, let message, let run):
      "\(path): error: \(message)\n  fix: free the place or correct its permissions, then go on with `autoresearch sweep --resume \(run)`"
    }
  }
}

/// A list of names in which a mistyped one is looked up.
package enum Nearest {
  /// `; did you mean "vigil"?` when a known name is close enough, else nothing.
  package static func hint(for name: String, among known: [String]) -> String {
    guard let match = match(for: name, among: known) else { return "" }
    return "; did you mean \"\(match)\"?"
  }

  /// The closest known name: at most a third of its letters (and at least two) may differ.
  package static func match(for name: String, among known: [String]) -> String? {
    let typed = Array(name.lowercased().prefix(64))
    var best: (name: String, distance: Int)?
    for candidate in known {
      let distance = editDistance(typed, Array(candidate.lowercased()))
      guard distance <= max(2, candidate.count / 3), distance < candidate.count else { continue }
      if best.map({ distance < $0.distance }) ?? true { best = (candidate, distance) }
    }
    return best?.name
  }

  /// Edits (insert, delete, replace, swap of neighbours) between two words.
  ///
  /// The optimal string alignment distance; quadratic in the lengths.
  private static func editDistance(_ a: [Character], _ b: [Character]) -> Int {
    var rows = [Array(0...b.count)]
    for i in 0..<a.count {
      var row = [i + 1]
      for j in 0..<b.count {
        var best = min(rows[i][j + 1] + 1, row[j] + 1, rows[i][j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          best = min(best, rows[i - 1][j - 1] + 1)
        }
        row.append(best)
      }
      rows.append(row)
    }
    return rows[a.count][b.count]
  }
}
