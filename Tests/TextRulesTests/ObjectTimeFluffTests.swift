import Testing
import TextRules

@Test(arguments: [
  "Open Google Docs.", "Send the email.", "Type the title.", "Make a list.", "Open the form.",
  "Read one paragraph.", "Do problem 4.", "Turn to page 12.", "Click cell B2.", "Call Priya.",
  "Open report.docx.", "Go to docs.google.com.", "Put a mug in the sink.",
  "Öffne it: grab the café menu.",
])
func hasAConcreteObject(_ text: String) {
  #expect(strict("concreteObject", text) == .pass)
}

@Test(arguments: [
  RuleCase.fails("Do it.", "no concrete object: ‘it’"),
  RuleCase.fails("Work on your task.", "no concrete object: ‘task’"),
  RuleCase.fails("Take a breath.", "no concrete object: ‘breath’"),
  RuleCase.fails("Make progress on the project.", "no concrete object: ‘progress’, ‘project’"),
  RuleCase.fails("Start something.", "no concrete object: ‘something’"),
  RuleCase.fails("Set a goal.", "no concrete object: ‘goal’"),
  RuleCase.fails("Begin.", "no concrete object"),
  RuleCase(text: "🙂", verdict: .notScored("no text")),
])
func hasNoConcreteObject(_ c: RuleCase) {
  #expect(strict("concreteObject", c.text) == c.verdict)
}

@Test(arguments: [
  "Open the doc and type the title.", "Set a timer for 25 minutes.", "Book a 30-minute slot.",
  "Hold the plank for 30 seconds.", "Read page 12.", "Write the essay's title.",
  "Open the essay and read the first line.", "Stretch for 1 minute.", "Water the café's fern.",
])
func takesUnderTwoMinutes(_ text: String) {
  #expect(strict("underTwoMinutes", text) == .pass)
}

@Test(arguments: [
  RuleCase.fails("Finish the slides.", "‘finish’ has no end within two minutes"),
  RuleCase.fails("Write the essay.", "‘Write the essay’ takes longer than two minutes"),
  RuleCase.fails("Study for the exam.", "‘study’ has no end within two minutes"),
  RuleCase.fails("Work on the slides.", "‘work on’ has no end within two minutes"),
  RuleCase.fails("Read for 10 minutes.", "‘for 10 minutes’ is not under two minutes"),
  RuleCase.fails("Write for 2 minutes.", "‘for 2 minutes’ is not under two minutes"),
  RuleCase.fails("Read chapter 3.", "‘Read chapter 3’ takes longer than two minutes"),
  RuleCase.fails(
    "Open the doc, find the title, and type your name.",
    "3 joined actions: ‘open’, ‘find’, ‘type’"),
  RuleCase.fails("Put every book away.", "‘every book’ is more than a first step"),
  RuleCase(text: "", verdict: .notScored("no text")),
])
func takesLonger(_ c: RuleCase) {
  #expect(strict("underTwoMinutes", c.text) == c.verdict)
}

@Test(arguments: [
  "Open the doc.", "Reply \"Great job!\" to Sam.", "Write “I'm sorry, but no” on a card.",
  "Text your boss to let him know.", "Read Great Expectations.", "Écris: open the doc.",
])
func hasNoFluff(_ text: String) {
  #expect(strict("noFluff", text) == .pass)
}

@Test(arguments: [
  RuleCase.fails("Open the doc. You've got this!", "encouragement: ‘You've got this’"),
  RuleCase.fails("Great job! Open the doc.", "praise: ‘Great job’"),
  RuleCase.fails("Sure! Open the doc.", "preamble: ‘Sure’"),
  RuleCase.fails("I'm sorry, but I can't.", "apology: ‘I'm sorry’"),
  RuleCase.fails("Open the doc, and let me know.", "sign-off: ‘let me know’"),
  RuleCase.fails("Hi Sam, open the doc.", "greeting: ‘Hi’"),
  RuleCase.fails("I can't do that.", "refusal: ‘I can't’"),
  RuleCase(text: " ", verdict: .notScored("no text")),
])
func hasFluff(_ c: RuleCase) {
  #expect(strict("noFluff", c.text) == c.verdict)
}
