import Foundation
import Testing

/// A program that does wrong, and the whole message that its author gets.
struct Misbehaviour: Sendable, CustomTestStringConvertible {
  let command: String
  /// The line of the step that is named: 2, 5 and 6 hold steps.
  let line: Int
  let message: String
  let fix: String
  /// Short where the end of the wait is the point; a busy machine needs the usual ten elsewhere.
  var seconds = 10
  var testDescription: String { message }

  static func says(_ answer: String, _ message: String, fix: String) -> Misbehaviour {
    Misbehaviour(
      command: Repository.misbehaving("says", answer), line: 5, message: message, fix: fix)
  }
}

private let onlyAnswers =
  "print one answer for each step and nothing else; other text belongs on standard error"
private let form =
  "print one JSON object a line on standard output, and other text on standard error"
private let atOnce =
  "answer each step at once with one line, flushed (Python: print(…, flush=True)); --answer-seconds N allows more time"
private let correct = "correct the program; feed it this file by hand to see what it does"

private let misbehaviours = [
  Misbehaviour(
    command: Repository.misbehaving("hang"), line: 5,
    message: "the program gave no answer within 2 s", fix: atOnce, seconds: 2),
  Misbehaviour(
    command: Repository.misbehaving("complains"), line: 2,
    message: "the program gave no answer within 2 s", fix: atOnce, seconds: 2),
  Misbehaviour(
    command: Repository.misbehaving("crash"), line: 5,
    message:
      "the program ended with status 3 before it answered; its last words are \"out of cheese\"",
    fix: correct),
  Misbehaviour(
    command: Repository.misbehaving("killed"), line: 5,
    message: "the program was killed by signal 9 before it answered", fix: correct),
  Misbehaviour(
    command: "exit 137", line: 2,
    message: "the program ended with status 137, as after signal 9, before it answered",
    fix: correct),
  Misbehaviour(
    command: Repository.misbehaving("absent"), line: 2,
    message: "the program ended with status 0 before it answered", fix: correct),
  Misbehaviour(
    command: Repository.misbehaving("noise"), line: 2,
    message:
      "the program's answer is \"Loading the model\": not valid JSON: unexpected \"Loading\"",
    fix: form),
  Misbehaviour(
    command: Repository.misbehaving("closes-output"), line: 2,
    message: "the program closed its standard output before it answered",
    fix: "keep standard output open until standard input ends"),
  Misbehaviour(
    command: Repository.misbehaving("huge"), line: 2,
    message: "the program's answer has more than 1,048,576 bytes and no end",
    fix: "answer with one short line"),
  Misbehaviour(
    command: Repository.misbehaving("babble"), line: 2,
    message:
      "the program's answer is \"I think you should rest\": not valid JSON: unexpected \"I\"",
    fix: form),
  Misbehaviour(
    command: Repository.misbehaving("cut-short"), line: 2,
    message: "the program ended in the middle of its answer \"{\\\"sub_scores\\\":\"",
    fix: "end each answer with a line feed"),
  Misbehaviour(
    command: Repository.misbehaving("bad-end"), line: 6,
    message:
      "the program ended with status 5 after its last answer; its last words are \"could not save\"",
    fix: "end with status 0 when standard input ends"),
  Misbehaviour(
    command: Repository.misbehaving("never-ends"), line: 6,
    message: "the program did not end within 2 s of the last line",
    fix: "end when standard input ends", seconds: 2),
  .says(
    "[1,2,3,4,5]", "the program's answer is a list, not an object", fix: form),
  .says(
    #"{"score":60,"fire":true}"#,
    "the program's answer has a fault: unknown key \"score\" in the answer",
    fix: "use one of: sub_scores"),
  .says(
    #"{"subScores":{}}"#,
    "the program's answer has a fault: unknown key \"subScores\" in the answer; did you mean \"sub_scores\"?",
    fix: "use one of: sub_scores"),
  .says(
    "{}", "the program's answer lacks \"sub_scores\"",
    fix:
      #"answer {"sub_scores":{"sleep":…,"hrv":…,"deadline":…,"activity":…,"timeOfDay":…}}"#),
  .says(
    #"{"sub_scores":{"sleep":1,"hrv":2,"deadline":3,"activity":4}}"#,
    "the program's answer lacks the sub-score \"timeOfDay\"",
    fix: "give all of: sleep, hrv, deadline, activity, timeOfDay"),
  .says(
    #"{"sub_scores":{"sleep":1,"hrv":2,"deadline":3,"activity":4,"timeofday":5}}"#,
    "the program's answer has a fault: unknown key \"timeofday\" in \"sub_scores\"; did you mean \"timeOfDay\"?",
    fix: "use one of: sleep, hrv, deadline, activity, timeOfDay"),
  .says(
    #"{"sub_scores":{"sleep":1,"hrv":2,"deadline":3,"activity":4,"timeOfDay":null}}"#,
    "the program's answer has a fault: \"timeOfDay\" is null, not a number",
    fix: "give each sub-score a number in 0...100"),
  .says(
    #"{"sub_scores":{"sleep":1,"hrv":100.5,"deadline":3,"activity":4,"timeOfDay":5}}"#,
    "the program's answer has a fault: \"hrv\" is 100.5, allowed 0...100",
    fix: "give each sub-score a number in 0...100"),
  .says(
    #"{"sub_scores":{"sleep":1,"hrv":-1,"deadline":3,"activity":4,"timeOfDay":5}}"#,
    "the program's answer has a fault: \"hrv\" is -1, allowed 0...100",
    fix: "give each sub-score a number in 0...100"),
  .says(
    #"{"sub_scores":{"sleep":1,"sleep":2}}"#,
    "the program's answer has a fault: duplicate key \"sleep\": it stands twice in one object",
    fix: "keep one of the two"),
  .says(
    #"{"sub_scores":{"sleep":NaN}}"#,
    #"the program's answer is "{\"sub_scores\":{\"sleep\":NaN}}": not valid JSON: NaN is not a number"#,
    fix: form),
  .says(
    #"{"sub_scores":{"sleep":1e999}}"#,
    #"the program's answer is "{\"sub_scores\":{\"sleep\":1e999}}": not valid JSON: 1e999 is too large for a number"#,
    fix: form),
]

@Suite struct MisbehaviourTests {
  @Test(arguments: misbehaviours)
  func isNamedAtItsStep(_ c: Misbehaviour) throws {
    let workshop = try Workshop()
    let suite = try workshop.makeSmallSuite()
    let run = workshop.run(
      "sweep", suite, "--sub-scores", c.command, "--answer-seconds", "\(c.seconds)", "--quiet")
    #expect(run.status == 2)
    #expect(run.results == "")
    #expect(
      run.messages
        == "Traces/small/monday.jsonl:\(c.line): error: \(c.message)\n  fix: \(c.fix)\n")
    #expect(workshop.names(in: "Reports") == [])
  }

  /// Which of two answers comes first is a race, but none of its ends is a wrong number.
  @Test(arguments: ["twice", "extra", "answers-headers"])
  func neverTakesAnAnswerTooMany(_ kind: String) throws {
    let workshop = try Workshop()
    let suite = try workshop.makeSmallSuite()
    let good = #""{\"sub_scores\":{\"sleep\":10,\"hrv\":20,\"deadline\":30,\"activity\":…""#
    for _ in 0..<20 {
      let run = workshop.run("evaluate", suite, "--sub-scores", Repository.misbehaving(kind))
      #expect(run.status == 2)
      #expect(run.results == "")
      let twice = "error: the program answered this step twice; the second answer is \(good)\n"
      let unasked = "error: the program wrote \(good) before it was asked\n"
      #expect(run.messages.contains(twice) || run.messages.contains(unasked), "\(run.messages)")
    }
  }

  @Test func anUnknownCommandIsShownInTheShellsWords() throws {
    let workshop = try Workshop()
    let suite = try workshop.makeSmallSuite()
    let run = workshop.run("evaluate", suite, "--sub-scores", "no-such-program-here")
    #expect(run.status == 2)
    #expect(
      run.messages.hasPrefix(
        "Traces/small/monday.jsonl:2: error: the program ended with status 127 before it answered; its last words are \""
      ))
    #expect(run.messages.contains("no-such-program-here"))
  }
}
