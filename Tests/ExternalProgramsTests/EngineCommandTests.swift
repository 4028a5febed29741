import Foundation
import Testing

/// `--engine-command`: a program that decides by itself, held against the labels.
@Suite struct EngineCommandTests {
  private static func says(_ answer: String) -> String { Repository.misbehaving("says", answer) }

  /// Fires at every step; the second answer of three is the one given.
  private static func alwaysFires(second: String) -> String {
    let first = #"{"fire":true,"score":1e3,"reason":"tea"}"#
    return """
      count=0
      while IFS= read -r line; do
        case $line in '{"trace"'*) continue ;; esac
        count=$((count + 1))
        if [ $count -eq 2 ]; then echo '\(second)'; else echo '\(first)'; fi
      done
      """
  }

  @Test func whatAProgramDoesNotTellIsNullOrEmpty() throws {
    let workshop = try Workshop()
    let suite = try workshop.makeSmallSuite()
    let run = workshop.run(
      "evaluate", suite, "--json", "--engine-command", Self.alwaysFires(second: #"{"fire":true}"#))
    #expect(run.status == 0, "\(run.messages)")
    #expect(
      run.lines == [
        #"{"kind":"step","trace":"monday","step":1,"at":"2025-04-14T08:00:00+02:00","score":1000,"threshold":null,"sub_scores":{},"state":null,"decision":"notification","blocked_by":[],"reasons":["tea"],"dominant_factor":null,"expect":"intervene","outcome":"tp","delivered":true}"#,
        // Its delivery fails; outside the window it would be a false alarm.
        #"{"kind":"step","trace":"monday","step":2,"at":"2025-04-14T09:00:00+02:00","score":null,"threshold":null,"sub_scores":{},"state":null,"decision":"notification","blocked_by":[],"reasons":[],"dominant_factor":null,"expect":null,"outcome":null,"delivered":false}"#,
        #"{"kind":"step","trace":"monday","step":3,"at":"2025-04-14T12:30:00+02:00","score":1000,"threshold":null,"sub_scores":{},"state":null,"decision":"notification","blocked_by":[],"reasons":["tea"],"dominant_factor":null,"expect":null,"outcome":null,"delivered":true}"#,
        #"{"kind":"window","trace":"monday","from":"2025-04-14T12:00:00+02:00","to":"2025-04-14T13:00:00+02:00","expect":"silent","outcome":"fp","false_alarms":1,"minutes_to_intervention":30}"#,
        #"{"summary":{"tp":1,"fp":1,"fn":0,"tn":0,"precision":0.5,"recall":1,"f1":0.6666666666666666,"f05":0.5555555555555556,"false_alarms_per_day":1,"interventions_per_day":2,"interventions":2,"unlabelled_interventions":0,"escalations":null,"escalation_accuracy":null,"margin":null,"distance_from_shipped":null,"misses_by_gate":{},"traces":1,"days":1,"steps":3}}"#,
      ])
  }

  @Test func aMirrorThatDecidesEarnsThePublishedCounts() throws {
    let workshop = try Workshop()
    let suite = try workshop.copyBundledDays()
    let run = workshop.run(
      "evaluate", suite, "--engine-command", try Repository.pythonMirror("decide"), "--require",
      "precision=1", "--require", "recall>=0.67")
    #expect(run.status == 1)
    #expect(run.messages == "requirement failed: recall>=0.67, but recall is 0.6666666666666666\n")
    #expect(run.results.contains("caught        4/6 = 0.667 (0.30–0.90)   recall\n"))
    #expect(run.results.contains("false alarms  0 of 13\n"))
  }

  @Test(arguments: [
    (
      #"{"score":3}"#, "the program's answer lacks \"fire\"",
      #"answer {"score":…,"fire":true,"reason":"…"}"#
    ),
    (
      #"{"fire":"yes"}"#, "the program's answer has a fault: \"fire\" is the text \"yes\"",
      "write true or false"
    ),
    (
      #"{"fire":true,"score":"high"}"#,
      "the program's answer has a fault: \"score\" is the text \"high\", not a number",
      "write a number, or leave the key out"
    ),
    (
      #"{"fire":true,"reason":7}"#,
      "the program's answer has a fault: \"reason\" is the number 7, not a text",
      "put it in double quotes"
    ),
    (
      #"{"sub_scores":{}}"#,
      "the program's answer has a fault: unknown key \"sub_scores\" in the answer",
      "use one of: score, fire, reason"
    ),
  ])
  func refusesOtherAnswers(_ answer: String, _ message: String, _ fix: String) throws {
    let workshop = try Workshop()
    let suite = try workshop.makeSmallSuite()
    let run = workshop.run(
      "evaluate", suite, "--engine-command", Self.alwaysFires(second: answer))
    #expect(run.status == 2)
    #expect(
      run.messages == "Traces/small/monday.jsonl:5: error: \(message)\n  fix: \(fix)\n")
  }

  @Test func aHoldoutIsOpenedBeforeAProgramSeesIt() throws {
    let workshop = try Workshop()
    let suite = try workshop.makeSmallSuite()
    let header = try workshop.read("\(suite)/suite.json")
    try workshop.write(
      header.replacingOccurrences(of: "tuning", with: "holdout"), to: "\(suite)/suite.json")
    #expect(workshop.run("lock", suite, "--reason", "a holdout").status == 0)
    for command in [["evaluate"], ["parity"], ["explain"]] {
      let option = command == ["explain"] ? "--sub-scores" : "--engine-command"
      let run = workshop.run(command + [suite, option, "touch started"])
      #expect(run.status == 2)
      #expect(run.messages.contains("the role is holdout"))
    }
    // A mistyped trace or an unreadable golden file is told first, and opens nothing.
    let place = workshop.run(
      "explain", suite, "--trace", "tuesday", "--sub-scores", "touch started", "--open-holdout",
      "a look")
    #expect(place.status == 64)
    let golden = workshop.run(
      "parity", suite, "--golden", "none.json", "--open-holdout", "a look")
    #expect(golden.status == 2)
    #expect(!workshop.names(in: ".").contains("started"))
    // Made before the rest of the disk was given up, and taken back without an entry.
    #expect(workshop.names(in: "Reports") == [])
  }
}
