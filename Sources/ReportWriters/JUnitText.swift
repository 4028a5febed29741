/// A test report in the form that continuous-integration servers read.
///
/// Holds no times, so that equal results give equal bytes.
package struct JUnitText: Sendable, Hashable {
  package struct Case: Sendable, Hashable {
    package let name: String
    /// Why it failed; nil when it passed.
    package let failure: String?

    package init(name: String, failure: String? = nil) {
      self.name = name
      self.failure = failure
    }
  }

  /// What was run, as `autoresearch evaluate`.
  package let suite: String
  package let cases: [Case]

  package init(suite: String, cases: [Case]) {
    self.suite = suite
    self.cases = cases
  }

  package var text: String {
    let counts = "tests=\"\(cases.count)\" failures=\"\(cases.count { $0.failure != nil })\""
    var text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuites \(counts)>
      <testsuite name="\(markupText(suite))" \(counts) errors="0" skipped="0">

      """
    for test in cases {
      text += "<testcase classname=\"\(markupText(suite))\" name=\"\(markupText(test.name))\""
      if let failure = test.failure {
        text += "><failure message=\"\(markupText(failure))\"/></testcase>\n"
      } else {
        text += "/>\n"
      }
    }
    return text + "</testsuite>\n</testsuites>\n"
  }
}
