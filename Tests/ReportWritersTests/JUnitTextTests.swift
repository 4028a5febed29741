import ReportWriters
import Testing

@Test func requirementsAreTestCases() {
  let text = JUnitText(
    suite: "autoresearch evaluate <s>",
    cases: [.init(name: "recall>=0.5"), .init(name: "precision=1", failure: "is \"0.9\"\n& more")]
  ).text
  #expect(
    text == """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuites tests="2" failures="1">
      <testsuite name="autoresearch evaluate &lt;s&gt;" tests="2" failures="1" errors="0" skipped="0">
      <testcase classname="autoresearch evaluate &lt;s&gt;" name="recall&gt;=0.5"/>
      <testcase classname="autoresearch evaluate &lt;s&gt;" name="precision=1"><failure message="is &quot;0.9&quot; &amp; more"/></testcase>
      </testsuite>
      </testsuites>

      """)
}
