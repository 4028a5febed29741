import Testing
import TextRules

@Test(arguments: [
  "Open Google Docs and type your name.", "Book the room", "Mark problem 4", "Try opening the doc.",
  "Go ahead and open it.", "Start by opening the doc.", "Don't close the tab.", "Don’t close it.",
  "Be at the desk.", "Screenshot the error.", "Unmute the call.", "DM Priya.", "Google the form.",
  "Double-click the icon.", "Re-read the first line.", "Copy-paste the title.", "Email Sarah.",
  "\"Open the doc.\"", "Never skip the title.", "Do the first problem.", "Water the fern.",
  "Text Mom.", "Hand the slip to Ms. Ruiz.", "Zorbify your notes.",
])
func startsWithAVerb(_ text: String) {
  #expect(strict("startsWithVerb", text) == .pass)
}

@Test(arguments: [
  RuleCase.fails("You open the doc.", "starts with ‘You’, a pronoun"),
  RuleCase.fails("You should open it.", "starts with ‘You’, a pronoun"),
  RuleCase.fails("Please open it.", "‘Please’ stands before the verb"),
  RuleCase.fails("Just open it.", "‘Just’ stands before the verb"),
  RuleCase.fails("First, open it.", "‘First’ stands before the verb"),
  RuleCase.fails("Now open it.", "‘Now’ stands before the verb"),
  RuleCase.fails("Then open it.", "‘Then’ stands before the verb"),
  RuleCase.fails("Let's open it.", "starts with ‘Let's’; the verb itself must come first"),
  RuleCase.fails("To start, open it.", "starts with ‘To’, a preposition"),
  RuleCase.fails("Step 1: open it.", "starts with the label ‘Step 1’"),
  RuleCase.fails(
    "Book reviews are due", "starts with ‘Book’, a noun here: ‘reviews are’ follows"),
  RuleCase.fails(
    "Open questions go on the board",
    "starts with ‘Open’, an adjective here: ‘questions go’ follows"
  ),
  RuleCase.fails(
    "Set theory notes go in the binder", "starts with ‘Set’, a noun here: ‘notes go’ follows"),
  RuleCase.fails("Mark opens the file", "starts with ‘Mark’, a name here: ‘opens the’ follows"),
  RuleCase.fails("Map of the campus", "starts with ‘Map’, a noun here: ‘of’ follows"),
  RuleCase.fails(
    "Question about the form", "starts with ‘Question’, a noun here: ‘about’ follows"),
  RuleCase.fails("STEP ONE:", "starts with the label ‘STEP ONE’"),
  RuleCase.fails("Opening the doc", "starts with ‘Opening’, not the base form of a verb"),
  RuleCase.fails("Opened the doc", "starts with ‘Opened’, not the base form of a verb"),
  RuleCase.fails("Thank you for the book.", "starts with ‘Thank you’, no instruction"),
  RuleCase.fails("Do you have it?", "starts with ‘Do’, a question"),
  RuleCase.fails("15 pages to go", "starts with ‘15’, a number"),
  RuleCase.fails("Notebook open, pen ready.", "starts with ‘Notebook’, a noun"),
  RuleCase.fails("Élodie opens it", "starts with ‘Élodie’, no verb we know"),
  RuleCase(text: "", verdict: .notScored("no text")),
])
func doesNotStartWithAVerb(_ c: RuleCase) {
  #expect(strict("startsWithVerb", c.text) == c.verdict)
}
