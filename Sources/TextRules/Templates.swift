/// A first-step source without a model: task title to template by keyword, as the NeuroMode app has.
///
/// The same title always gives the same ladder. This is the floor that a model's prompt must beat;
/// the texts are our own, not the app's.
package struct StepTemplate: Sendable, Hashable {
  package let name: String
  /// Lower-case words; a title that holds one of them gets this template.
  package let keywords: [String]
  /// The steps, from normal to smallest: each rung is what "make it smaller" gives next.
  package let ladder: [String]
  /// What "choose a different step" offers.
  package let alternatives: [String]
  /// What stands on the screen when a person comes back: "Return to …: next, …".
  package let returnCue: String
}

/// Which template a title got.
package struct TemplateMatch: Sendable, Hashable {
  package let template: StepTemplate
  /// The word of the title that decided; nil when none did and the ladder is the generic one.
  package let keyword: String?

  package var isGeneric: Bool { keyword == nil }
}

/// The built-in templates, in the order in which they are tried.
package enum Templates {
  /// The template for a task title. A title that matches several gets the one listed first.
  package static func match(_ title: String) -> TemplateMatch {
    let words = Set(
      title.lowercased().split { !($0.isLetter || $0.isNumber) }.map(String.init))
    for template in all {
      if let keyword = template.keywords.first(where: words.contains) {
        return TemplateMatch(template: template, keyword: keyword)
      }
    }
    return TemplateMatch(template: generic, keyword: nil)
  }

  package static let generic = StepTemplate(
    name: "generic", keywords: [],
    ladder: [
      "Write the task's name at the top of a blank page.",
      "Put a pen and one sheet of paper on the table.",
      "Pick up a pen.",
    ],
    alternatives: [
      "Open a blank note on your phone and type one word.",
      "Clear one corner of your desk.",
    ],
    returnCue: "Return to the page: next, write one line under the task's name.")

  package static let all: [StepTemplate] = communication + school + home + admin

  private static let communication = [
    StepTemplate(
      name: "message", keywords: ["text", "message", "messages", "dm", "reply", "whatsapp"],
      ladder: [
        "Open the chat and type a greeting with the person's name.",
        "Open the chat and read the last message.",
        "Pick up your phone.",
      ],
      alternatives: ["Record the first sentence as a voice memo."],
      returnCue: "Return to the chat: next, type one short sentence."),
    StepTemplate(
      name: "email", keywords: ["email", "mail", "emails", "inbox"],
      ladder: [
        "Open a new email and type the subject line.",
        "Open a new email and type the person's address.",
        "Open your email app.",
      ],
      alternatives: ["Write the first sentence of the email on a sticky note."],
      returnCue: "Return to the email: next, type one sentence under the greeting."),
    StepTemplate(
      name: "call", keywords: ["call", "phone", "ring", "appointment", "dentist", "doctor"],
      ladder: [
        "Find the phone number and type it into your phone.",
        "Write the name of the person to call on a sticky note.",
        "Put your phone on the table in front of you.",
      ],
      alternatives: ["Write your first sentence for the call on paper."],
      returnCue: "Return to the phone: next, press the call button."),
  ]

  private static let school = [
    StepTemplate(
      name: "writing",
      keywords: ["essay", "paper", "report", "thesis", "article", "draft", "letter", "story"],
      ladder: [
        "Open a blank document and type the title.",
        "Open a blank document and type your name.",
        "Open your laptop.",
      ],
      alternatives: [
        "Write one question about the topic on a sticky note.",
        "Copy the prompt into a blank document.",
      ],
      returnCue: "Return to the document: next, type one sentence under the title."),
    StepTemplate(
      name: "exam", keywords: ["exam", "test", "quiz", "study", "revise", "midterm", "final"],
      ladder: [
        "Open your notes and write one question on a flashcard.",
        "Open your notes to the first page.",
        "Put your notebook on the desk.",
      ],
      alternatives: ["Circle one heading in the table of contents."],
      returnCue: "Return to your notes: next, turn one heading into a question."),
    StepTemplate(
      name: "reading", keywords: ["read", "reading", "chapter", "book", "textbook", "novel"],
      ladder: [
        "Open the book and read the first paragraph.",
        "Open the book to the first page.",
        "Put the book on the table.",
      ],
      alternatives: ["Read the headings on one page of the book."],
      returnCue: "Return to the book: next, read one paragraph."),
    StepTemplate(
      name: "homework",
      keywords: [
        "homework", "assignment", "worksheet", "math", "maths", "problem", "problems", "lab",
      ],
      ladder: [
        "Open the worksheet and copy the first question onto paper.",
        "Open the worksheet and read the first question.",
        "Put the worksheet and a pencil on the desk.",
      ],
      alternatives: ["Circle the question that looks shortest on the page."],
      returnCue: "Return to the worksheet: next, write one line under the question."),
    StepTemplate(
      name: "slides", keywords: ["presentation", "slides", "slide", "deck", "talk", "speech"],
      ladder: [
        "Open a blank slide and type the title.",
        "Open the slides app.",
        "Open your laptop.",
      ],
      alternatives: ["Draw three boxes for three slides on paper."],
      returnCue: "Return to the slides: next, type one bullet on the second slide."),
    StepTemplate(
      name: "code", keywords: ["code", "coding", "bug", "program", "app", "website", "debug"],
      ladder: [
        "Open the editor and write one comment at the top of the file.",
        "Open the file in your editor.",
        "Open your laptop.",
      ],
      alternatives: ["Copy the error message into a note."],
      returnCue: "Return to the file: next, read the function above the comment."),
  ]

  private static let home = [
    StepTemplate(
      name: "laundry", keywords: ["laundry", "clothes", "washing", "fold"],
      ladder: [
        "Put five socks in the laundry basket.",
        "Put one shirt in the laundry basket.",
        "Touch the laundry basket.",
      ],
      alternatives: ["Place the detergent next to the washer."],
      returnCue: "Return to the basket: next, carry it to the washer."),
    StepTemplate(
      name: "kitchen", keywords: ["dishes", "kitchen", "cook", "dinner", "lunch", "meal"],
      ladder: [
        "Wash one plate and put it on the rack.",
        "Put one mug in the sink.",
        "Turn on the kitchen light.",
      ],
      alternatives: ["Take one pan out of the cupboard."],
      returnCue: "Return to the sink: next, rinse one glass."),
    StepTemplate(
      name: "cleaning",
      keywords: ["clean", "tidy", "room", "bathroom", "declutter", "garage", "closet", "vacuum"],
      ladder: [
        "Pick up one thing from the floor and put it in its drawer.",
        "Put one piece of trash in the bin.",
        "Stand next to the trash bin.",
      ],
      alternatives: ["Open the window.", "Place a trash bag by the door."],
      returnCue: "Return to the room: next, put one cup in the sink."),
    StepTemplate(
      name: "movement", keywords: ["gym", "run", "exercise", "workout", "walk", "yoga"],
      ladder: [
        "Put on your shoes and stand by the door.",
        "Put one shoe on.",
        "Put your shoes next to your chair.",
      ],
      alternatives: ["Fill your water bottle.", "Unroll the mat on the floor."],
      returnCue: "Return to the door: next, step outside with your keys."),
    StepTemplate(
      name: "groceries", keywords: ["groceries", "grocery", "shopping", "shop", "buy"],
      ladder: [
        "Open the fridge and write two missing foods on a list.",
        "Write one food on a sticky note.",
        "Open the fridge.",
      ],
      alternatives: ["Put a shopping bag by the door."],
      returnCue: "Return to the list: next, add one thing from the pantry shelf."),
    StepTemplate(
      name: "packing",
      keywords: ["pack", "packing", "suitcase", "trip", "travel", "move", "moving"],
      ladder: [
        "Put one pair of socks in the suitcase.",
        "Open the suitcase on the bed.",
        "Place the suitcase by the bed.",
      ],
      alternatives: ["Write three things to pack on a list."],
      returnCue: "Return to the suitcase: next, add one shirt."),
  ]

  private static let admin = [
    StepTemplate(
      name: "money",
      keywords: [
        "bill", "bills", "pay", "tax", "taxes", "budget", "bank", "invoice", "rent", "expenses",
      ],
      ladder: [
        "Open the latest bill and circle the due date.",
        "Put the newest bill on the table.",
        "Open your banking app.",
      ],
      alternatives: ["Put one receipt in an envelope."],
      returnCue: "Return to the bill: next, type the amount into the banking app."),
    StepTemplate(
      name: "form",
      keywords: [
        "form", "forms", "application", "apply", "register", "renew", "passport", "visa",
        "insurance",
      ],
      ladder: [
        "Open the form and fill in your name.",
        "Open the form and read the first line.",
        "Put your ID card on the table.",
      ],
      alternatives: ["Bookmark the page with the form."],
      returnCue: "Return to the form: next, fill in one empty field."),
    StepTemplate(
      name: "job", keywords: ["resume", "résumé", "cv", "job", "interview", "linkedin"],
      ladder: [
        "Open your resume and change one date.",
        "Open your resume file.",
        "Open your laptop.",
      ],
      alternatives: ["Copy one job title into a note."],
      returnCue: "Return to your resume: next, edit one bullet."),
    StepTemplate(
      name: "schedule", keywords: ["plan", "schedule", "calendar", "meeting", "week", "agenda"],
      ladder: [
        "Open your calendar and add one event for tomorrow.",
        "Open your calendar to this week.",
        "Put your planner on the desk.",
      ],
      alternatives: ["Write one name and one time on a sticky note."],
      returnCue: "Return to the calendar: next, move one event."),
  ]
}
