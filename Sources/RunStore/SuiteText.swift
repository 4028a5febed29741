import TraceModel

/// The lines of a loaded suite's trace files, byte for byte as its lock has them.
package struct SuiteText: Sendable {
  /// By file, as messages name it: the content, and where each line begins.
  private let files: [String: (bytes: [UInt8], starts: [Int])]

  /// Reads the files again, and proves that they are the ones that were parsed.
  ///
  /// - Throws: `lock` when the suite changed since it was loaded, `input` when it can't be read.
  package init(_ suite: Suite, disk: Disk) throws(Failure) {
    let wanted = Set(suite.traces.map(\.file))
    let (digest, contents) = try SuiteLoader(disk: disk).verified(suite.path) {
      wanted.contains("\(suite.path)/\($0)")
    }
    guard digest == suite.digest else {
      throw .lock([
        Problem(
          file: suite.path, message: "the suite was locked anew while this run was reading it",
          fix: "run again")
      ])
    }
    var files: [String: (bytes: [UInt8], starts: [Int])] = [:]
    for (path, content) in contents {
      let bytes = withoutByteOrderMark(content)
      let feeds = bytes.indices.filter { bytes[$0] == UInt8(ascii: "\n") }
      files["\(suite.path)/\(path)"] = (bytes, [0] + feeds.map { $0 + 1 })
    }
    self.files = files
  }

  /// A line with its line feed, without carriage returns, which JSON allows only as white space.
  ///
  /// - Parameters:
  ///   - number: From 1.
  ///   - file: As `Trace.file` names it.
  /// - Returns: The line's bytes.
  package func line(_ number: Int, of file: String) -> [UInt8] {
    guard let (bytes, starts) = files[file], starts.indices.contains(number - 1) else {
      preconditionFailure("\(file) has no line \(number), though a step was read from it")
    }
    let line = bytes[starts[number - 1]...].prefix { $0 != UInt8(ascii: "\n") }
    return line.filter { $0 != UInt8(ascii: "\r") } + [UInt8(ascii: "\n")]
  }
}
