import DecisionEngines
import TraceModel

/// Reads one trace file: JSON Lines of `trace`, `at` and `window` lines.
///
/// Goes on after a fault, so that all of a file's problems are reported together; its traces are
/// used only when there were none.
struct TraceReader {
  private let engine: any DecisionEngine
  private let problems: ProblemList
  private var clocks: [String: ZoneClock] = [:]
  private var traces: [Trace] = []
  private var open: OpenTrace?
  /// Steps after a refused trace line have been told of once.
  private var isOrphanReported = false

  init(engine: any DecisionEngine, problems: ProblemList) {
    self.engine = engine
    self.problems = problems
  }

  /// A trace whose lines are still being read.
  private struct OpenTrace {
    let id: String
    let title: String?
    let clock: ZoneClock
    let profile: [String: ParameterValue]
    let lastInterventionAt: Moment?
    let lastInterventionLine: Int
    let deliveredToday: Int
    let history: [HistoryDay]
    let line: Int
    var steps: [Step] = []
    var windows: [Window] = []
    var hadSteps = false
  }

  mutating func read(_ content: [UInt8]) -> [Trace] {
    let bytes = withoutByteOrderMark(content)
    var start = 0
    var line = 1
    var sawText = false
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
      if bytes[start..<end].contains(where: { !isSpace($0) }) {
        sawText = true
        if let node = parseJSON(bytes, range: start..<end, firstLine: line, problems: problems) {
          readLine(node)
        } else if open != nil {
          // The line may have been a step: do not also complain that there is none.
          open?.hadSteps = true
        }
      }
      start = end + 1
      line += 1
    }
    closeTrace()
    if !sawText {
      problems.add(nil, "the file is empty", fix: "add a trace, or remove the file")
    }
    return traces
  }

  private func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }

  private mutating func readLine(_ node: JSONNode) {
    guard case .object(let members) = node.value else {
      problems.add(
        node.line, "the line is \(node.kindName), not an object", fix: "write one object a line")
      return
    }
    let kinds = ["trace", "at", "window"].filter { kind in members.contains { $0.key == kind } }
    guard kinds.count == 1 else {
      let found = members.prefix(8).map { quoted($0.key) }.joined(separator: ", ")
      let hints = members.compactMap {
        Nearest.match(for: $0.key, among: ["trace", "at", "window"])
      }
      let hint = kinds.isEmpty ? hints.first.map { "; did you mean \"\($0)\"?" } ?? "" : ""
      problems.add(
        node.line,
        kinds.isEmpty
          ? "the line has none of the keys \"trace\", \"at\", \"window\", only \(found)\(hint)"
          : "the line has \(kinds.map { "\"\($0)\"" }.joined(separator: " and "))",
        fix: "begin a trace with \"trace\", a step with \"at\", an event label with \"window\"")
      return
    }
    switch kinds[0] {
    case "trace": readTrace(node)
    case "at": readStep(node)
    default: readWindow(node)
    }
  }

  // MARK: Trace lines

  private mutating func readTrace(_ node: JSONNode) {
    closeTrace()
    isOrphanReported = false
    guard
      let reader = ObjectReader(
        node, name: "a trace",
        known: ["trace", "title", "timeZone", "profile", "state", "history"], problems: problems)
    else { return }
    reader.require("timeZone")
    let id = reader.text("trace")
    if let id, !isPlainID(id) { reportID(reader, "trace", id) }
    let title = reader.text("title", nullable: true)
    let profile = readValues(
      reader.member("profile"), definitions: engine.parameters.filter(\.isGate), problems: problems)
    let history = readHistory(reader)
    var clock: ZoneClock?
    if let zone = reader.text("timeZone") {
      clock = clocks[zone] ?? ZoneClock(zone)
      clocks[zone] = clock
      if clock == nil {
        reader.report(
          "timeZone", "is \(quoted(zone)), not a zone of the IANA database",
          fix: "write a name such as \"America/Vancouver\" or \"Europe/Berlin\"")
      }
    }
    var last: Moment?
    var lastLine = node.line
    var delivered: Int?
    if let member = reader.member("state"), !member.node.isNull,
      let state = ObjectReader(
        member.node, name: "\"state\"", known: ["lastInterventionAt", "deliveredToday"],
        problems: problems)
    {
      if let clock {
        last = moment("lastInterventionAt", in: state, clock: clock, nullable: true)
        lastLine = state.member("lastInterventionAt")?.line ?? node.line
      }
      if let given = state.member("deliveredToday"), !given.node.isNull {
        delivered = state.integer("deliveredToday", in: 0...1000)
      }
    }
    guard let id, let clock else { return }
    open = OpenTrace(
      id: id, title: title, clock: clock, profile: profile, lastInterventionAt: last,
      lastInterventionLine: lastLine, deliveredToday: delivered ?? 0, history: history,
      line: node.line)
  }

  private func readHistory(_ reader: ObjectReader) -> [HistoryDay] {
    guard let member = reader.member("history"), !member.node.isNull,
      let nodes = reader.list("history")
    else { return [] }
    var days: [HistoryDay] = []
    var seen: Set<CivilDay> = []
    let signals = engine.signals.filter(\.inHistory).map(\.name)
    for node in nodes {
      guard
        let entry = ObjectReader(
          node, name: "a history day", known: ["date"] + signals, problems: problems)
      else { continue }
      entry.require("date")
      let values = engine.signals.map {
        $0.inHistory ? signal($0, in: entry) : SignalValue.missing
      }
      guard let text = entry.text("date") else { continue }
      guard let day = ClockTime.day(text) else {
        entry.report(
          "date", "is \(quoted(text)), not a date", fix: "write it as 2025-04-14")
        continue
      }
      if !seen.insert(day).inserted {
        entry.report(
          "date", "\(day.text) stands twice in this history", fix: "keep one of the two days")
      }
      days.append(HistoryDay(day: day, signals: values))
    }
    return days.sorted { $0.day < $1.day }
  }

  private mutating func closeTrace() {
    guard let trace = open else { return }
    open = nil
    guard let first = trace.steps.first else {
      if !trace.hadSteps {
        problems.add(
          trace.line, "trace \(quoted(trace.id)) has no step", fix: "add at least one \"at\" line")
      }
      return
    }
    if let last = trace.lastInterventionAt, last.instant > first.at.instant {
      problems.add(
        trace.lastInterventionLine,
        "\"lastInterventionAt\" \(last.text) is after the first step \(first.at.text)",
        fix: "give a time before the first step, or leave it out")
    }
    traces.append(
      Trace(
        id: trace.id, title: trace.title, timeZone: trace.clock.name, profile: trace.profile,
        lastInterventionAt: trace.lastInterventionAt?.instant,
        deliveredToday: trace.deliveredToday, history: trace.history, steps: trace.steps,
        windows: trace.windows, file: problems.file, line: trace.line))
  }

  // MARK: Steps and windows

  private mutating func readStep(_ node: JSONNode) {
    guard
      let reader = ObjectReader(
        node, name: "a step",
        known: ["at", "signals", "delivery", "expect", "why", "labelSource"], problems: problems)
    else { return }
    let why = reader.text("why", nullable: true)
    let label = readLabel(reader, allowed: [.intervene, .escalate, .silent])
    let delivers = readDelivery(reader)
    var values = engine.signals.map { _ in SignalValue.missing }
    if let member = reader.member("signals"),
      let signals = ObjectReader(
        member.node, name: "\"signals\"", known: engine.signals.map(\.name), problems: problems)
    {
      values = engine.signals.map { signal($0, in: signals) }
    }
    guard let clock = openClock(node, "step") else { return }
    open?.hadSteps = true
    guard let at = moment("at", in: reader, clock: clock) else { return }
    if let previous = open?.steps.last, at.instant <= previous.at.instant {
      let relation = at.instant == previous.at.instant ? "the same time as" : "earlier than"
      problems.add(
        node.line, "the step at \(at.text) is \(relation) the one before it, \(previous.at.text)",
        fix: "put the steps of a trace in time order, each at a time of its own")
      return
    }
    open?.steps.append(
      Step(
        at: at, signals: values, delivers: delivers,
        expect: label.source.counts ? label.expect : nil,
        hasOwnExpect: reader.member("expect") != nil, labelSource: label.source, why: why,
        line: node.line))
  }

  private mutating func readWindow(_ node: JSONNode) {
    guard
      let reader = ObjectReader(
        node, name: "a window", known: ["window", "expect", "why", "labelSource"],
        problems: problems)
    else { return }
    reader.require("expect")
    if let member = reader.member("expect"), member.node.isNull {
      reader.report(
        "expect", "is null", fix: "a window expects \"intervene\" or \"silent\"")
    }
    let label = readLabel(reader, allowed: [.intervene, .silent])
    let why = reader.text("why", nullable: true)
    guard let clock = openClock(node, "window"), let member = reader.member("window"),
      let span = ObjectReader(
        member.node, name: "\"window\"", known: ["from", "to"], problems: problems)
    else { return }
    span.require("from", "to")
    guard let from = moment("from", in: span, clock: clock),
      let to = moment("to", in: span, clock: clock)
    else { return }
    guard from.instant < to.instant else {
      problems.add(
        node.line, "the window ends at \(to.text), not after it begins at \(from.text)",
        fix: "give a \"to\" after \"from\"")
      return
    }
    guard let expect = label.expect else { return }
    open?.windows.append(
      Window(
        from: from, to: to, expect: expect, labelSource: label.source, why: why, line: node.line))
  }

  private mutating func openClock(_ node: JSONNode, _ what: String) -> ZoneClock? {
    if let open { return open.clock }
    if !isOrphanReported && problems.problems.isEmpty {
      problems.add(
        node.line, "a \(what) before any trace", fix: "begin the file with a \"trace\" line")
    }
    isOrphanReported = true
    return nil
  }

  private func readDelivery(_ reader: ObjectReader) -> Bool {
    guard let text = reader.text("delivery", nullable: true) else { return true }
    let known = ["failed", "succeeded"]
    if !known.contains(text) {
      reader.report(
        "delivery", "is \(quoted(text))\(Nearest.hint(for: text, among: known))",
        fix: "write \"failed\", or leave the key out")
    }
    return text != "failed"
  }

  private func readLabel(_ reader: ObjectReader, allowed: [Expectation])
    -> (expect: Expectation?, source: LabelSource)
  {
    var expect: Expectation?
    if let text = reader.text("expect", nullable: true) {
      let known = allowed.map(\.rawValue)
      expect = Expectation(rawValue: text).flatMap { allowed.contains($0) ? $0 : nil }
      if expect == nil {
        reader.report(
          "expect", "is \(quoted(text))\(Nearest.hint(for: text, among: known))",
          fix: "use one of: \(known.joined(separator: ", "))")
      }
    }
    var source = LabelSource.hand
    if let text = reader.text("labelSource", nullable: true) {
      let known = LabelSource.allCases.map(\.rawValue)
      if text == "engine" {
        reader.report(
          "labelSource", "is \"engine\": a label made from the engine's own score measures nothing",
          fix: "label the moment by hand or by what was observed, or leave it unlabelled")
      } else if let known = LabelSource(rawValue: text) {
        source = known
      } else {
        reader.report(
          "labelSource", "is \(quoted(text))\(Nearest.hint(for: text, among: known))",
          fix: "use one of: \(known.joined(separator: ", "))")
      }
    }
    return (expect, source)
  }

  private func signal(_ definition: SignalDefinition, in reader: ObjectReader) -> SignalValue {
    guard let member = reader.member(definition.name), !member.node.isNull else { return .missing }
    let range: ClosedRange<Double>
    switch definition.kind {
    case .number(let allowed): range = allowed
    case .numberOrNone(let allowed):
      if case .string(let text) = member.node.value {
        if text == "none" { return .nothing }
        return reader.refuse(
          definition.name, "is \(member.node.kindName)",
          fix: "write a number of hours, \"none\" when nothing is due, or null when unknown")
          ?? .missing
      }
      range = allowed
    }
    return reader.number(definition.name, in: range, unit: definition.unit).map { .number($0) }
      ?? .missing
  }

  private func moment(
    _ key: String, in reader: ObjectReader, clock: ZoneClock, nullable: Bool = false
  ) -> Moment? {
    guard let text = reader.text(key, nullable: nullable) else { return nil }
    do throws(ZoneClock.Fault) {
      return try clock.moment(text)
    } catch {
      switch error {
      case .malformed:
        reader.report(
          key, "is \(quoted(text)), not a time",
          fix: "write it as 2025-04-14T08:00 or 2025-04-14T08:00:30, local or with an offset")
      case .doesNotExist:
        let example = "\(text)\(clock.exampleOffset(near: text))"
        reader.report(
          key, "\(text) does not exist in \(clock.name): the clocks jump over it",
          fix: "give a time that exists, or add the offset, as in \(example)")
      case .ambiguous(let offsets):
        let choices = offsets.map { "\(text)\(offsetText($0))" }.joined(separator: " or ")
        reader.report(
          key, "\(text) exists twice in \(clock.name): the clocks are set back over it",
          fix: "add the offset: \(choices)")
      }
      return nil
    }
  }
}
