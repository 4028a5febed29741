import RunStore
import TestSupport
import Testing
import TraceModel

// Each case spoils one thing of a valid suite; the answer is part of the product, word for word.

struct SpoiledSuiteCase: Sendable, CustomTestStringConvertible {
  let name: String
  var file = "one.jsonl"
  /// The line that is replaced, from 1; 0 is the whole file.
  var line = 0
  let text: String
  let answer: String
  var testDescription: String { name }
}

private let spoiledSuites: [SpoiledSuiteCase] = [
  SpoiledSuiteCase(
    name: "no JSON at all",
    line: 2,
    text: #"hello"#,
    answer: #"""
      Traces/sample/one.jsonl:2: error: not valid JSON: unexpected "hello"
        fix: put texts in double quotes
      """#),
  SpoiledSuiteCase(
    name: "a list for a line",
    line: 2,
    text: #"[1]"#,
    answer: #"""
      Traces/sample/one.jsonl:2: error: the line is a list, not an object
        fix: write one object a line
      """#),
  SpoiledSuiteCase(
    name: "a number for a line",
    line: 2,
    text: #"7"#,
    answer: #"""
      Traces/sample/one.jsonl:2: error: the line is the number 7, not an object
        fix: write one object a line
      """#),
  SpoiledSuiteCase(
    name: "a missing comma",
    line: 2,
    text: #"""
      {"at":"2025-04-14T08:00","signals":{"sleepHours":4.5 "hrvMs":30,"hoursToDeadline":6,"steps":3500},"expect":"intervene","why":"A short night."}
      """#,
    answer: #"""
      Traces/sample/one.jsonl:2: error: not valid JSON: "," or "}" is expected
        fix: separate pairs by commas and close the object with }
      """#),
  SpoiledSuiteCase(
    name: "an unclosed line",
    line: 2,
    text: #"""
      {"at":"2025-04-14T08:00","signals":{"sleepHours":4.5,"hrvMs":30,"hoursToDeadline":6,"steps":3500},"expect":"intervene","why":"A short night."
      """#,
    answer: #"""
      Traces/sample/one.jsonl:2: error: not valid JSON: the text ends inside an object
        fix: separate pairs by commas and close the object with }
      """#),
  SpoiledSuiteCase(
    name: "a comment in a trace",
    line: 2,
    text: #"""
      /* x */{"at":"2025-04-14T08:00","signals":{"sleepHours":4.5,"hrvMs":30,"hoursToDeadline":6,"steps":3500},"expect":"intervene","why":"A short night."}
      """#,
    answer: #"""
      Traces/sample/one.jsonl:2: error: not valid JSON: unexpected "/"
        fix: check quotes, commas and brackets near here
      """#),
  SpoiledSuiteCase(
    name: "single quotes",
    line: 2,
    text: #"""
      {"at":"2025-04-14T08:00","signals":{"sleepHours":4.5,"hrvMs":30,"hoursToDeadline":6,"steps":3500},'expect':'intervene',"why":"A short night."}
      """#,
    answer: #"""
      Traces/sample/one.jsonl:2: error: not valid JSON: a key in double quotes is expected
        fix: write "key": value pairs, separated by commas, none after the last
      """#),
  SpoiledSuiteCase(
    name: "NaN",
    line: 2,
    text: #"""
      {"at":"2025-04-14T08:00","signals":{"sleepHours":NaN,"hrvMs":30,"hoursToDeadline":6,"steps":3500},"expect":"intervene","why":"A short night."}
      """#,
    answer: #"""
      Traces/sample/one.jsonl:2: error: not valid JSON: NaN is not a number
        fix: write null for a value that is missing
      """#),
  SpoiledSuiteCase(
    name: "infinity",
    line: 2,
    text: #"""
      {"at":"2025-04-14T08:00","signals":{"sleepHours":-Infinity,"hrvMs":30,"hoursToDeadline":6,"steps":3500},"expect":"intervene","why":"A short night."}
      """#,
    answer: #"""
      Traces/sample/one.jsonl:2: error: not valid JSON: -Infinity and the like are no numbers
        fix: write null for a missing value
      """#),
  SpoiledSuiteCase(
    name: "a number beyond Double",
    line: 2,
    text: #"""
      {"at":"2025-04-14T08:00","signals":{"sleepHours":1e999,"hrvMs":30,"hoursToDeadline":6,"steps":3500},"expect":"intervene","why":"A short night."}
      """#,
    answer: #"""
      Traces/sample/one.jsonl:2: error: not valid JSON: 1e999 is too large for a number
        fix: write a value within range
      """#),
  SpoiledSuiteCase(
    name: "bytes after the object",
    line: 2,
    text: #"""
      {"at":"2025-04-14T08:00","signals":{"sleepHours":4.5,"hrvMs":30,"hoursToDeadline":6,"steps":3500},"expect":"intervene","why":"A short night."} {}
      """#,
    answer: #"""
      Traces/sample/one.jsonl:2: error: not valid JSON: more text after the end of the value
        fix: keep one value here
      """#),
  SpoiledSuiteCase(
    name: "neither trace, at nor window",
    line: 2,
    text: #"""
      {"att":"2025-04-14T08:00","signals":{"sleepHours":4.5,"hrvMs":30,"hoursToDeadline":6,"steps":3500},"expect":"intervene","why":"A short night."}
      """#,
    answer: #"""
      Traces/sample/one.jsonl:2: error: the line has none of the keys "trace", "at", "window", only "att", "signals", "expect", "why"; did you mean "at"?
        fix: begin a trace with "trace", a step with "at", an event label with "window"
      """#),
  SpoiledSuiteCase(
    name: "a step that is a window too",
    line: 2,
    text: #"""
      {"window":{},"at":"2025-04-14T08:00","signals":{"sleepHours":4.5,"hrvMs":30,"hoursToDeadline":6,"steps":3500},"expect":"intervene","why":"A short night."}
      """#,
    answer: #"""
      Traces/sample/one.jsonl:2: error: the line has "at" and "window"
        fix: begin a trace with "trace", a step with "at", an event label with "window"
      """#),
  SpoiledSuiteCase(
    name: "an unknown key in a step",
    line: 2,
    text: #"""
      {"at":"2025-04-14T08:00","signals":{"sleepHours":4.5,"hrvMs":30,"hoursToDeadline":6,"steps":3500},"expect":"intervene","whyy":"A short night."}
      """#,
    answer: #"""
      Traces/sample/one.jsonl:2: error: unknown key "whyy" in a step; did you mean "why"?
        fix: use one of: at, signals, delivery, expect, why, labelSource
      """#),
  SpoiledSuiteCase(
    name: "an unknown key far from any",
    line: 2,
    text: #"""
      {"at":"2025-04-14T08:00","signals":{"sleepHours":4.5,"hrvMs":30,"hoursToDeadline":6,"steps":3500},"expect":"intervene","comment":"A short night."}
      """#,
    answer: #"""
      Traces/sample/one.jsonl:2: error: unknown key "comment" in a step
        fix: use one of: at, signals, delivery, expect, why, labelSource
      """#),
  SpoiledSuiteCase(
    name: "a duplicate key",
    line: 2,
    text: #"""
      {"at":"2025-04-14T08:00","signals":{"sleepHours":4.5,"hrvMs":30,"hoursToDeadline":6,"steps":3500},"expect":"intervene","expect":"silent","why":"A short night."}
      """#,
    answer: #"""
      Traces/sample/one.jsonl:2: error: duplicate key "expect": it stands twice in one object
        fix: keep one of the two
      """#),
  SpoiledSuiteCase(
    name: "an unknown signal",
    line: 2,
    text: #"""
      {"at":"2025-04-14T08:00","signals":{"sleepHuors":4.5,"hrvMs":30,"hoursToDeadline":6,"steps":3500},"expect":"intervene","why":"A short night."}
      """#,
    answer: #"""
      Traces/sample/one.jsonl:2: error: unknown key "sleepHuors" in "signals"; did you mean "sleepHours"?
        fix: use one of: sleepHours, hrvMs, hoursToDeadline, steps
      """#),
  SpoiledSuiteCase(
    name: "an unknown key of the trace line",
    line: 1,
    text: #"""
      {"trace":"one-day","titel":"One day","timeZone":"America/Vancouver","profile":{"dailyBudget":3},"state":{"lastInterventionAt":"2025-04-13T21:10","deliveredToday":0},"history":[{"date":"2025-04-11","sleepHours":7.5,"hrvMs":50,"steps":7000},{"date":"2025-04-12","sleepHours":7.5,"hrvMs":50,"steps":7000},{"date":"2025-04-13","sleepHours":7.5,"hrvMs":50,"steps":7000}]}
      """#,
    answer: #"""
      Traces/sample/one.jsonl:1: error: unknown key "titel" in a trace; did you mean "title"?
        fix: use one of: trace, title, timeZone, profile, state, history
      """#),
  SpoiledSuiteCase(
    name: "sleep above its range",
    line: 2,
    text: #"""
      {"at":"2025-04-14T08:00","signals":{"sleepHours":24.5,"hrvMs":30,"hoursToDeadline":6,"steps":3500},"expect":"intervene","why":"A short night."}
      """#,
    answer: #"""
      Traces/sample/one.jsonl:2: error: "sleepHours" is 24.5, allowed 0...24 h
        fix: write a value in 0...24
      """#),
  SpoiledSuiteCase(
    name: "sleep below its range",
    line: 2,
    text: #"""
      {"at":"2025-04-14T08:00","signals":{"sleepHours":-0.1,"hrvMs":30,"hoursToDeadline":6,"steps":3500},"expect":"intervene","why":"A short night."}
      """#,
    answer: #"""
      Traces/sample/one.jsonl:2: error: "sleepHours" is -0.1, allowed 0...24 h
        fix: write a value in 0...24
      """#),
  SpoiledSuiteCase(
    name: "hrv above its range",
    line: 2,
    text: #"""
      {"at":"2025-04-14T08:00","signals":{"sleepHours":4.5,"hrvMs":501,"hoursToDeadline":6,"steps":3500},"expect":"intervene","why":"A short night."}
      """#,
    answer: #"""
      Traces/sample/one.jsonl:2: error: "hrvMs" is 501, allowed 0...500 ms
        fix: write a value in 0...500
      """#),
  SpoiledSuiteCase(
    name: "steps below their range",
    line: 2,
    text: #"""
      {"at":"2025-04-14T08:00","signals":{"sleepHours":4.5,"hrvMs":30,"hoursToDeadline":6,"steps":-1},"expect":"intervene","why":"A short night."}
      """#,
    answer: #"""
      Traces/sample/one.jsonl:2: error: "steps" is -1, allowed 0...200000 steps
        fix: write a value in 0...200000
      """#),
  SpoiledSuiteCase(
    name: "deadline above its range",
    line: 2,
    text: #"""
      {"at":"2025-04-14T08:00","signals":{"sleepHours":4.5,"hrvMs":30,"hoursToDeadline":8761,"steps":3500},"expect":"intervene","why":"A short night."}
      """#,
    answer: #"""
      Traces/sample/one.jsonl:2: error: "hoursToDeadline" is 8761, allowed -8760...8760 h
        fix: write a value in -8760...8760
      """#),
  SpoiledSuiteCase(
    name: "deadline below its range",
    line: 2,
    text: #"""
      {"at":"2025-04-14T08:00","signals":{"sleepHours":4.5,"hrvMs":30,"hoursToDeadline":-8761,"steps":3500},"expect":"intervene","why":"A short night."}
      """#,
    answer: #"""
      Traces/sample/one.jsonl:2: error: "hoursToDeadline" is -8761, allowed -8760...8760 h
        fix: write a value in -8760...8760
      """#),
  SpoiledSuiteCase(
    name: "a text for a number",
    line: 2,
    text: #"""
      {"at":"2025-04-14T08:00","signals":{"sleepHours":"4.5","hrvMs":30,"hoursToDeadline":6,"steps":3500},"expect":"intervene","why":"A short night."}
      """#,
    answer: #"""
      Traces/sample/one.jsonl:2: error: "sleepHours" is the text "4.5", not a number
        fix: write a number in 0...24, or null
      """#),
  SpoiledSuiteCase(
    name: "a truth value for a number",
    line: 2,
    text: #"""
      {"at":"2025-04-14T08:00","signals":{"sleepHours":true,"hrvMs":30,"hoursToDeadline":6,"steps":3500},"expect":"intervene","why":"A short night."}
      """#,
    answer: #"""
      Traces/sample/one.jsonl:2: error: "sleepHours" is true, not a number
        fix: write a number in 0...24, or null
      """#),
  SpoiledSuiteCase(
    name: "none where it means nothing",
    line: 2,
    text: #"""
      {"at":"2025-04-14T08:00","signals":{"sleepHours":"none","hrvMs":30,"hoursToDeadline":6,"steps":3500},"expect":"intervene","why":"A short night."}
      """#,
    answer: #"""
      Traces/sample/one.jsonl:2: error: "sleepHours" is the text "none", not a number
        fix: write a number in 0...24, or null
      """#),
  SpoiledSuiteCase(
    name: "another word for none",
    line: 2,
    text: #"""
      {"at":"2025-04-14T08:00","signals":{"sleepHours":4.5,"hrvMs":30,"hoursToDeadline":"nothing","steps":3500},"expect":"intervene","why":"A short night."}
      """#,
    answer: #"""
      Traces/sample/one.jsonl:2: error: "hoursToDeadline" is the text "nothing"
        fix: write a number of hours, "none" when nothing is due, or null when unknown
      """#),
  SpoiledSuiteCase(
    name: "signals that are no object",
    line: 2,
    text: #"""
      {"at":"2025-04-14T08:00","signals":[4.5],"expect":"intervene","why":"A short night."}
      """#,
    answer: #"""
      Traces/sample/one.jsonl:2: error: "signals" is a list, not an object
        fix: write it as {"key": value}
      """#),
  SpoiledSuiteCase(
    name: "a why that is no text",
    line: 2,
    text: #"""
      {"at":"2025-04-14T08:00","signals":{"sleepHours":4.5,"hrvMs":30,"hoursToDeadline":6,"steps":3500},"expect":"intervene","why":3}
      """#,
    answer: #"""
      Traces/sample/one.jsonl:2: error: "why" is the number 3, not a text
        fix: put it in double quotes
      """#),
  SpoiledSuiteCase(
    name: "an unknown label",
    line: 2,
    text: #"""
      {"at":"2025-04-14T08:00","signals":{"sleepHours":4.5,"hrvMs":30,"hoursToDeadline":6,"steps":3500},"expect":"fire","why":"A short night."}
      """#,
    answer: #"""
      Traces/sample/one.jsonl:2: error: "expect" is "fire"
        fix: use one of: intervene, escalate, silent
      """#),
  SpoiledSuiteCase(
    name: "a mistyped label",
    line: 2,
    text: #"""
      {"at":"2025-04-14T08:00","signals":{"sleepHours":4.5,"hrvMs":30,"hoursToDeadline":6,"steps":3500},"expect":"intervine","why":"A short night."}
      """#,
    answer: #"""
      Traces/sample/one.jsonl:2: error: "expect" is "intervine"; did you mean "intervene"?
        fix: use one of: intervene, escalate, silent
      """#),
  SpoiledSuiteCase(
    name: "a label that is no text",
    line: 2,
    text: #"""
      {"at":"2025-04-14T08:00","signals":{"sleepHours":4.5,"hrvMs":30,"hoursToDeadline":6,"steps":3500},"expect":true,"why":"A short night."}
      """#,
    answer: #"""
      Traces/sample/one.jsonl:2: error: "expect" is true, not a text
        fix: put it in double quotes
      """#),
  SpoiledSuiteCase(
    name: "a label made by the engine",
    line: 2,
    text: #"""
      {"at":"2025-04-14T08:00","signals":{"sleepHours":4.5,"hrvMs":30,"hoursToDeadline":6,"steps":3500},"expect":"intervene","labelSource":"engine","why":"A short night."}
      """#,
    answer: #"""
      Traces/sample/one.jsonl:2: error: "labelSource" is "engine": a label made from the engine's own score measures nothing
        fix: label the moment by hand or by what was observed, or leave it unlabelled
      """#),
  SpoiledSuiteCase(
    name: "an unknown label source",
    line: 2,
    text: #"""
      {"at":"2025-04-14T08:00","signals":{"sleepHours":4.5,"hrvMs":30,"hoursToDeadline":6,"steps":3500},"expect":"intervene","labelSource":"obserfed","why":"A short night."}
      """#,
    answer: #"""
      Traces/sample/one.jsonl:2: error: "labelSource" is "obserfed"; did you mean "observed"?
        fix: use one of: hand, observed, explicit, passive-high, passive-soft
      """#),
  SpoiledSuiteCase(
    name: "an unknown delivery",
    line: 2,
    text: #"""
      {"at":"2025-04-14T08:00","signals":{"sleepHours":4.5,"hrvMs":30,"hoursToDeadline":6,"steps":3500},"expect":"intervene","delivery":"fail","why":"A short night."}
      """#,
    answer: #"""
      Traces/sample/one.jsonl:2: error: "delivery" is "fail"; did you mean "failed"?
        fix: write "failed", or leave the key out
      """#),
  SpoiledSuiteCase(
    name: "a time without a T",
    line: 2,
    text: #"""
      {"at":"2025-04-14 08:00","signals":{"sleepHours":4.5,"hrvMs":30,"hoursToDeadline":6,"steps":3500},"expect":"intervene","why":"A short night."}
      """#,
    answer: #"""
      Traces/sample/one.jsonl:2: error: "at" is "2025-04-14 08:00", not a time
        fix: write it as 2025-04-14T08:00 or 2025-04-14T08:00:30, local or with an offset
      """#),
  SpoiledSuiteCase(
    name: "a date that does not exist",
    line: 2,
    text: #"""
      {"at":"2025-02-30T08:00","signals":{"sleepHours":4.5,"hrvMs":30,"hoursToDeadline":6,"steps":3500},"expect":"intervene","why":"A short night."}
      """#,
    answer: #"""
      Traces/sample/one.jsonl:2: error: "at" is "2025-02-30T08:00", not a time
        fix: write it as 2025-04-14T08:00 or 2025-04-14T08:00:30, local or with an offset
      """#),
  SpoiledSuiteCase(
    name: "a time that is a number",
    line: 2,
    text: #"""
      {"at":1744642800,"signals":{"sleepHours":4.5,"hrvMs":30,"hoursToDeadline":6,"steps":3500},"expect":"intervene","why":"A short night."}
      """#,
    answer: #"""
      Traces/sample/one.jsonl:2: error: "at" is the number 1744642800, not a text
        fix: put it in double quotes
      """#),
  SpoiledSuiteCase(
    name: "a local time that does not exist",
    line: 2,
    text: #"""
      {"at":"2025-03-09T02:30","signals":{"sleepHours":4.5,"hrvMs":30,"hoursToDeadline":6,"steps":3500},"expect":"intervene","why":"A short night."}
      """#,
    answer: #"""
      Traces/sample/one.jsonl:2: error: "at" 2025-03-09T02:30 does not exist in America/Vancouver: the clocks jump over it
        fix: give a time that exists, or add the offset, as in 2025-03-09T02:30-08:00
      """#),
  SpoiledSuiteCase(
    name: "a local time that exists twice",
    line: 2,
    text: #"""
      {"at":"2025-11-02T01:30","signals":{"sleepHours":4.5,"hrvMs":30,"hoursToDeadline":6,"steps":3500},"expect":"intervene","why":"A short night."}
      """#,
    answer: #"""
      Traces/sample/one.jsonl:2: error: "at" 2025-11-02T01:30 exists twice in America/Vancouver: the clocks are set back over it
        fix: add the offset: 2025-11-02T01:30-07:00 or 2025-11-02T01:30-08:00
      """#),
  SpoiledSuiteCase(
    name: "equal times",
    line: 3,
    text: #"""
      {"at":"2025-04-14T08:00","signals":{"sleepHours":8,"hrvMs":60,"hoursToDeadline":"none","steps":9000},"expect":"silent","why":"All is well."}
      """#,
    answer: #"""
      Traces/sample/one.jsonl:3: error: the step at 2025-04-14T08:00:00-07:00 is the same time as the one before it, 2025-04-14T08:00:00-07:00
        fix: put the steps of a trace in time order, each at a time of its own
      """#),
  SpoiledSuiteCase(
    name: "an earlier time",
    line: 3,
    text: #"""
      {"at":"2025-04-14T07:00","signals":{"sleepHours":8,"hrvMs":60,"hoursToDeadline":"none","steps":9000},"expect":"silent","why":"All is well."}
      """#,
    answer: #"""
      Traces/sample/one.jsonl:3: error: the step at 2025-04-14T07:00:00-07:00 is earlier than the one before it, 2025-04-14T08:00:00-07:00
        fix: put the steps of a trace in time order, each at a time of its own
      """#),
  SpoiledSuiteCase(
    name: "equal instants by offset",
    line: 3,
    text: #"""
      {"at":"2025-04-14T15:00Z","signals":{"sleepHours":8,"hrvMs":60,"hoursToDeadline":"none","steps":9000},"expect":"silent","why":"All is well."}
      """#,
    answer: #"""
      Traces/sample/one.jsonl:3: error: the step at 2025-04-14T08:00:00-07:00 is the same time as the one before it, 2025-04-14T08:00:00-07:00
        fix: put the steps of a trace in time order, each at a time of its own
      """#),
  SpoiledSuiteCase(
    name: "an unknown zone",
    line: 1,
    text: #"""
      {"trace":"one-day","title":"One day","timeZone":"America/Vancuver","profile":{"dailyBudget":3},"state":{"lastInterventionAt":"2025-04-13T21:10","deliveredToday":0},"history":[{"date":"2025-04-11","sleepHours":7.5,"hrvMs":50,"steps":7000},{"date":"2025-04-12","sleepHours":7.5,"hrvMs":50,"steps":7000},{"date":"2025-04-13","sleepHours":7.5,"hrvMs":50,"steps":7000}]}
      """#,
    answer: #"""
      Traces/sample/one.jsonl:1: error: "timeZone" is "America/Vancuver", not a zone of the IANA database
        fix: write a name such as "America/Vancouver" or "Europe/Berlin"
      """#),
  SpoiledSuiteCase(
    name: "an abbreviation for a zone",
    line: 1,
    text: #"""
      {"trace":"one-day","title":"One day","timeZone":"PST","profile":{"dailyBudget":3},"state":{"lastInterventionAt":"2025-04-13T21:10","deliveredToday":0},"history":[{"date":"2025-04-11","sleepHours":7.5,"hrvMs":50,"steps":7000},{"date":"2025-04-12","sleepHours":7.5,"hrvMs":50,"steps":7000},{"date":"2025-04-13","sleepHours":7.5,"hrvMs":50,"steps":7000}]}
      """#,
    answer: #"""
      Traces/sample/one.jsonl:1: error: "timeZone" is "PST", not a zone of the IANA database
        fix: write a name such as "America/Vancouver" or "Europe/Berlin"
      """#),
  SpoiledSuiteCase(
    name: "no zone",
    line: 1,
    text: #"""
      {"trace":"one-day","title":"One day","profile":{"dailyBudget":3},"state":{"lastInterventionAt":"2025-04-13T21:10","deliveredToday":0},"history":[{"date":"2025-04-11","sleepHours":7.5,"hrvMs":50,"steps":7000},{"date":"2025-04-12","sleepHours":7.5,"hrvMs":50,"steps":7000},{"date":"2025-04-13","sleepHours":7.5,"hrvMs":50,"steps":7000}]}
      """#,
    answer: #"""
      Traces/sample/one.jsonl:1: error: a trace lacks "timeZone"
        fix: add the key "timeZone"
      """#),
  SpoiledSuiteCase(
    name: "an id with a capital",
    line: 1,
    text: #"""
      {"trace":"One-day","title":"One day","timeZone":"America/Vancouver","profile":{"dailyBudget":3},"state":{"lastInterventionAt":"2025-04-13T21:10","deliveredToday":0},"history":[{"date":"2025-04-11","sleepHours":7.5,"hrvMs":50,"steps":7000},{"date":"2025-04-12","sleepHours":7.5,"hrvMs":50,"steps":7000},{"date":"2025-04-13","sleepHours":7.5,"hrvMs":50,"steps":7000}]}
      """#,
    answer: #"""
      Traces/sample/one.jsonl:1: error: "trace" is "One-day", not an id
        fix: use lower-case letters, digits and hyphens, not a hyphen first
      """#),
  SpoiledSuiteCase(
    name: "an id that begins with a hyphen",
    line: 1,
    text: #"""
      {"trace":"-one","title":"One day","timeZone":"America/Vancouver","profile":{"dailyBudget":3},"state":{"lastInterventionAt":"2025-04-13T21:10","deliveredToday":0},"history":[{"date":"2025-04-11","sleepHours":7.5,"hrvMs":50,"steps":7000},{"date":"2025-04-12","sleepHours":7.5,"hrvMs":50,"steps":7000},{"date":"2025-04-13","sleepHours":7.5,"hrvMs":50,"steps":7000}]}
      """#,
    answer: #"""
      Traces/sample/one.jsonl:1: error: "trace" is "-one", not an id
        fix: use lower-case letters, digits and hyphens, not a hyphen first
      """#),
  SpoiledSuiteCase(
    name: "an empty id",
    line: 1,
    text: #"""
      {"trace":"","title":"One day","timeZone":"America/Vancouver","profile":{"dailyBudget":3},"state":{"lastInterventionAt":"2025-04-13T21:10","deliveredToday":0},"history":[{"date":"2025-04-11","sleepHours":7.5,"hrvMs":50,"steps":7000},{"date":"2025-04-12","sleepHours":7.5,"hrvMs":50,"steps":7000},{"date":"2025-04-13","sleepHours":7.5,"hrvMs":50,"steps":7000}]}
      """#,
    answer: #"""
      Traces/sample/one.jsonl:1: error: "trace" is "", not an id
        fix: use lower-case letters, digits and hyphens, not a hyphen first
      """#),
  SpoiledSuiteCase(
    name: "an id used twice",
    line: 1,
    text: #"""
      {"trace":"other-day","title":"One day","timeZone":"America/Vancouver","profile":{"dailyBudget":3},"state":{"lastInterventionAt":"2025-04-13T21:10","deliveredToday":0},"history":[{"date":"2025-04-11","sleepHours":7.5,"hrvMs":50,"steps":7000},{"date":"2025-04-12","sleepHours":7.5,"hrvMs":50,"steps":7000},{"date":"2025-04-13","sleepHours":7.5,"hrvMs":50,"steps":7000}]}
      """#,
    answer: #"""
      Traces/sample/two.jsonl:1: error: trace id "other-day" is used twice (first in Traces/sample/one.jsonl:1)
        fix: give each trace of a run an id of its own
      """#),
  SpoiledSuiteCase(
    name: "an unknown gate",
    line: 1,
    text: #"""
      {"trace":"one-day","title":"One day","timeZone":"America/Vancouver","profile":{"dailyBudgets":3},"state":{"lastInterventionAt":"2025-04-13T21:10","deliveredToday":0},"history":[{"date":"2025-04-11","sleepHours":7.5,"hrvMs":50,"steps":7000},{"date":"2025-04-12","sleepHours":7.5,"hrvMs":50,"steps":7000},{"date":"2025-04-13","sleepHours":7.5,"hrvMs":50,"steps":7000}]}
      """#,
    answer: #"""
      Traces/sample/one.jsonl:1: error: unknown key "dailyBudgets" in "profile"; did you mean "dailyBudget"?
        fix: use one of: cooldownMinutes, dailyBudget, quietHours
      """#),
  SpoiledSuiteCase(
    name: "a constant in a profile",
    line: 1,
    text: #"""
      {"trace":"one-day","title":"One day","timeZone":"America/Vancouver","profile":{"notifyThreshold":50},"state":{"lastInterventionAt":"2025-04-13T21:10","deliveredToday":0},"history":[{"date":"2025-04-11","sleepHours":7.5,"hrvMs":50,"steps":7000},{"date":"2025-04-12","sleepHours":7.5,"hrvMs":50,"steps":7000},{"date":"2025-04-13","sleepHours":7.5,"hrvMs":50,"steps":7000}]}
      """#,
    answer: #"""
      Traces/sample/one.jsonl:1: error: unknown key "notifyThreshold" in "profile"
        fix: use one of: cooldownMinutes, dailyBudget, quietHours
      """#),
  SpoiledSuiteCase(
    name: "half a budget",
    line: 1,
    text: #"""
      {"trace":"one-day","title":"One day","timeZone":"America/Vancouver","profile":{"dailyBudget":2.5},"state":{"lastInterventionAt":"2025-04-13T21:10","deliveredToday":0},"history":[{"date":"2025-04-11","sleepHours":7.5,"hrvMs":50,"steps":7000},{"date":"2025-04-12","sleepHours":7.5,"hrvMs":50,"steps":7000},{"date":"2025-04-13","sleepHours":7.5,"hrvMs":50,"steps":7000}]}
      """#,
    answer: #"""
      Traces/sample/one.jsonl:1: error: "dailyBudget" is 2.5, not a whole number
        fix: write a whole number
      """#),
  SpoiledSuiteCase(
    name: "a budget below zero",
    line: 1,
    text: #"""
      {"trace":"one-day","title":"One day","timeZone":"America/Vancouver","profile":{"dailyBudget":-1},"state":{"lastInterventionAt":"2025-04-13T21:10","deliveredToday":0},"history":[{"date":"2025-04-11","sleepHours":7.5,"hrvMs":50,"steps":7000},{"date":"2025-04-12","sleepHours":7.5,"hrvMs":50,"steps":7000},{"date":"2025-04-13","sleepHours":7.5,"hrvMs":50,"steps":7000}]}
      """#,
    answer: #"""
      Traces/sample/one.jsonl:1: error: "dailyBudget" is -1, allowed 0...1000
        fix: write a whole number in 0...1000
      """#),
  SpoiledSuiteCase(
    name: "quiet hours without an end",
    line: 1,
    text: #"""
      {"trace":"one-day","title":"One day","timeZone":"America/Vancouver","profile":{"quietHours":{"start":"22:00"}},"state":{"lastInterventionAt":"2025-04-13T21:10","deliveredToday":0},"history":[{"date":"2025-04-11","sleepHours":7.5,"hrvMs":50,"steps":7000},{"date":"2025-04-12","sleepHours":7.5,"hrvMs":50,"steps":7000},{"date":"2025-04-13","sleepHours":7.5,"hrvMs":50,"steps":7000}]}
      """#,
    answer: #"""
      Traces/sample/one.jsonl:1: error: "quietHours" lacks start or end
        fix: write {"start":"22:00","end":"07:00"}, or null for off
      """#),
  SpoiledSuiteCase(
    name: "quiet hours at 24:00",
    line: 1,
    text: #"""
      {"trace":"one-day","title":"One day","timeZone":"America/Vancouver","profile":{"quietHours":{"start":"22:00","end":"24:00"}},"state":{"lastInterventionAt":"2025-04-13T21:10","deliveredToday":0},"history":[{"date":"2025-04-11","sleepHours":7.5,"hrvMs":50,"steps":7000},{"date":"2025-04-12","sleepHours":7.5,"hrvMs":50,"steps":7000},{"date":"2025-04-13","sleepHours":7.5,"hrvMs":50,"steps":7000}]}
      """#,
    answer: #"""
      Traces/sample/one.jsonl:1: error: "quietHours" has end the text "24:00", not a clock time from 00:00 to 23:59
        fix: write {"start":"22:00","end":"07:00"}, or null for off
      """#),
  SpoiledSuiteCase(
    name: "quiet hours with seconds",
    line: 1,
    text: #"""
      {"trace":"one-day","title":"One day","timeZone":"America/Vancouver","profile":{"quietHours":{"start":"22:00:30","end":"07:00"}},"state":{"lastInterventionAt":"2025-04-13T21:10","deliveredToday":0},"history":[{"date":"2025-04-11","sleepHours":7.5,"hrvMs":50,"steps":7000},{"date":"2025-04-12","sleepHours":7.5,"hrvMs":50,"steps":7000},{"date":"2025-04-13","sleepHours":7.5,"hrvMs":50,"steps":7000}]}
      """#,
    answer: #"""
      Traces/sample/one.jsonl:1: error: "quietHours" has start the text "22:00:30", not a clock time from 00:00 to 23:59
        fix: write {"start":"22:00","end":"07:00"}, or null for off
      """#),
  SpoiledSuiteCase(
    name: "quiet hours as a text",
    line: 1,
    text: #"""
      {"trace":"one-day","title":"One day","timeZone":"America/Vancouver","profile":{"quietHours":"22:00-07:00"},"state":{"lastInterventionAt":"2025-04-13T21:10","deliveredToday":0},"history":[{"date":"2025-04-11","sleepHours":7.5,"hrvMs":50,"steps":7000},{"date":"2025-04-12","sleepHours":7.5,"hrvMs":50,"steps":7000},{"date":"2025-04-13","sleepHours":7.5,"hrvMs":50,"steps":7000}]}
      """#,
    answer: #"""
      Traces/sample/one.jsonl:1: error: "quietHours" is the text "22:00-07:00", not a pair of clock times
        fix: write {"start":"22:00","end":"07:00"}, or null for off
      """#),
  SpoiledSuiteCase(
    name: "quiet hours with another key",
    line: 1,
    text: #"""
      {"trace":"one-day","title":"One day","timeZone":"America/Vancouver","profile":{"quietHours":{"from":"22:00","end":"07:00"}},"state":{"lastInterventionAt":"2025-04-13T21:10","deliveredToday":0},"history":[{"date":"2025-04-11","sleepHours":7.5,"hrvMs":50,"steps":7000},{"date":"2025-04-12","sleepHours":7.5,"hrvMs":50,"steps":7000},{"date":"2025-04-13","sleepHours":7.5,"hrvMs":50,"steps":7000}]}
      """#,
    answer: #"""
      Traces/sample/one.jsonl:1: error: "quietHours" has the unknown key "from"
        fix: write {"start":"22:00","end":"07:00"}, or null for off
      """#),
  SpoiledSuiteCase(
    name: "an unknown key of the state",
    line: 1,
    text: #"""
      {"trace":"one-day","title":"One day","timeZone":"America/Vancouver","profile":{"dailyBudget":3},"state":{"lastInterventionAt":"2025-04-13T21:10","delivered":0},"history":[{"date":"2025-04-11","sleepHours":7.5,"hrvMs":50,"steps":7000},{"date":"2025-04-12","sleepHours":7.5,"hrvMs":50,"steps":7000},{"date":"2025-04-13","sleepHours":7.5,"hrvMs":50,"steps":7000}]}
      """#,
    answer: #"""
      Traces/sample/one.jsonl:1: error: unknown key "delivered" in "state"
        fix: use one of: lastInterventionAt, deliveredToday
      """#),
  SpoiledSuiteCase(
    name: "too many delivered",
    line: 1,
    text: #"""
      {"trace":"one-day","title":"One day","timeZone":"America/Vancouver","profile":{"dailyBudget":3},"state":{"lastInterventionAt":"2025-04-13T21:10","deliveredToday":1001},"history":[{"date":"2025-04-11","sleepHours":7.5,"hrvMs":50,"steps":7000},{"date":"2025-04-12","sleepHours":7.5,"hrvMs":50,"steps":7000},{"date":"2025-04-13","sleepHours":7.5,"hrvMs":50,"steps":7000}]}
      """#,
    answer: #"""
      Traces/sample/one.jsonl:1: error: "deliveredToday" is 1001, allowed 0...1000
        fix: write a whole number in 0...1000
      """#),
  SpoiledSuiteCase(
    name: "a last intervention after the first step",
    line: 1,
    text: #"""
      {"trace":"one-day","title":"One day","timeZone":"America/Vancouver","profile":{"dailyBudget":3},"state":{"lastInterventionAt":"2025-04-14T08:01","deliveredToday":0},"history":[{"date":"2025-04-11","sleepHours":7.5,"hrvMs":50,"steps":7000},{"date":"2025-04-12","sleepHours":7.5,"hrvMs":50,"steps":7000},{"date":"2025-04-13","sleepHours":7.5,"hrvMs":50,"steps":7000}]}
      """#,
    answer: #"""
      Traces/sample/one.jsonl:1: error: "lastInterventionAt" 2025-04-14T08:01:00-07:00 is after the first step 2025-04-14T08:00:00-07:00
        fix: give a time before the first step, or leave it out
      """#),
  SpoiledSuiteCase(
    name: "a last intervention that is no time",
    line: 1,
    text: #"""
      {"trace":"one-day","title":"One day","timeZone":"America/Vancouver","profile":{"dailyBudget":3},"state":{"lastInterventionAt":"yesterday","deliveredToday":0},"history":[{"date":"2025-04-11","sleepHours":7.5,"hrvMs":50,"steps":7000},{"date":"2025-04-12","sleepHours":7.5,"hrvMs":50,"steps":7000},{"date":"2025-04-13","sleepHours":7.5,"hrvMs":50,"steps":7000}]}
      """#,
    answer: #"""
      Traces/sample/one.jsonl:1: error: "lastInterventionAt" is "yesterday", not a time
        fix: write it as 2025-04-14T08:00 or 2025-04-14T08:00:30, local or with an offset
      """#),
  SpoiledSuiteCase(
    name: "a history that is no list",
    line: 1,
    text: #"""
      {"trace":"one-day","title":"One day","timeZone":"America/Vancouver","profile":{"dailyBudget":3},"state":{"lastInterventionAt":"2025-04-13T21:10","deliveredToday":0},"history":5,"title":[{"date":"2025-04-11","sleepHours":7.5,"hrvMs":50,"steps":7000},{"date":"2025-04-12","sleepHours":7.5,"hrvMs":50,"steps":7000},{"date":"2025-04-13","sleepHours":7.5,"hrvMs":50,"steps":7000}]}
      """#,
    answer: #"""
      Traces/sample/one.jsonl:1: error: duplicate key "title": it stands twice in one object
        fix: keep one of the two
      Traces/sample/one.jsonl:1: error: "history" is the number 5, not a list
        fix: write it as [ … ]
      """#),
  SpoiledSuiteCase(
    name: "a history day without a date",
    line: 1,
    text: #"""
      {"trace":"one-day","title":"One day","timeZone":"America/Vancouver","profile":{"dailyBudget":3},"state":{"lastInterventionAt":"2025-04-13T21:10","deliveredToday":0},"history":[{"sleepHours":7.5,"hrvMs":50,"steps":7000},{"date":"2025-04-12","sleepHours":7.5,"hrvMs":50,"steps":7000},{"date":"2025-04-13","sleepHours":7.5,"hrvMs":50,"steps":7000}]}
      """#,
    answer: #"""
      Traces/sample/one.jsonl:1: error: a history day lacks "date"
        fix: add the key "date"
      """#),
  SpoiledSuiteCase(
    name: "a history date that is no date",
    line: 1,
    text: #"""
      {"trace":"one-day","title":"One day","timeZone":"America/Vancouver","profile":{"dailyBudget":3},"state":{"lastInterventionAt":"2025-04-13T21:10","deliveredToday":0},"history":[{"date":"2025-4-11","sleepHours":7.5,"hrvMs":50,"steps":7000},{"date":"2025-04-12","sleepHours":7.5,"hrvMs":50,"steps":7000},{"date":"2025-04-13","sleepHours":7.5,"hrvMs":50,"steps":7000}]}
      """#,
    answer: #"""
      Traces/sample/one.jsonl:1: error: "date" is "2025-4-11", not a date
        fix: write it as 2025-04-14
      """#),
  SpoiledSuiteCase(
    name: "a history date with a time",
    line: 1,
    text: #"""
      {"trace":"one-day","title":"One day","timeZone":"America/Vancouver","profile":{"dailyBudget":3},"state":{"lastInterventionAt":"2025-04-13T21:10","deliveredToday":0},"history":[{"date":"2025-04-11T00:00","sleepHours":7.5,"hrvMs":50,"steps":7000},{"date":"2025-04-12","sleepHours":7.5,"hrvMs":50,"steps":7000},{"date":"2025-04-13","sleepHours":7.5,"hrvMs":50,"steps":7000}]}
      """#,
    answer: #"""
      Traces/sample/one.jsonl:1: error: "date" is "2025-04-11T00:00", not a date
        fix: write it as 2025-04-14
      """#),
  SpoiledSuiteCase(
    name: "the same history day twice",
    line: 1,
    text: #"""
      {"trace":"one-day","title":"One day","timeZone":"America/Vancouver","profile":{"dailyBudget":3},"state":{"lastInterventionAt":"2025-04-13T21:10","deliveredToday":0},"history":[{"date":"2025-04-12","sleepHours":7.5,"hrvMs":50,"steps":7000},{"date":"2025-04-12","sleepHours":7.5,"hrvMs":50,"steps":7000},{"date":"2025-04-13","sleepHours":7.5,"hrvMs":50,"steps":7000}]}
      """#,
    answer: #"""
      Traces/sample/one.jsonl:1: error: "date" 2025-04-12 stands twice in this history
        fix: keep one of the two days
      """#),
  SpoiledSuiteCase(
    name: "a signal without history",
    line: 1,
    text: #"""
      {"trace":"one-day","title":"One day","timeZone":"America/Vancouver","profile":{"dailyBudget":3},"state":{"lastInterventionAt":"2025-04-13T21:10","deliveredToday":0},"history":[{"date":"2025-04-11","hoursToDeadline":7.5,"hrvMs":50,"steps":7000},{"date":"2025-04-12","sleepHours":7.5,"hrvMs":50,"steps":7000},{"date":"2025-04-13","sleepHours":7.5,"hrvMs":50,"steps":7000}]}
      """#,
    answer: #"""
      Traces/sample/one.jsonl:1: error: unknown key "hoursToDeadline" in a history day
        fix: use one of: date, sleepHours, hrvMs, steps
      """#),
  SpoiledSuiteCase(
    name: "a history value out of range",
    line: 1,
    text: #"""
      {"trace":"one-day","title":"One day","timeZone":"America/Vancouver","profile":{"dailyBudget":3},"state":{"lastInterventionAt":"2025-04-13T21:10","deliveredToday":0},"history":[{"date":"2025-04-11","sleepHours":7.5,"hrvMs":5000,"steps":7000},{"date":"2025-04-12","sleepHours":7.5,"hrvMs":50,"steps":7000},{"date":"2025-04-13","sleepHours":7.5,"hrvMs":50,"steps":7000}]}
      """#,
    answer: #"""
      Traces/sample/one.jsonl:1: error: "hrvMs" is 5000, allowed 0...500 ms
        fix: write a value in 0...500
      """#),
  SpoiledSuiteCase(
    name: "a window without a label",
    line: 5,
    text: #"""
      {"window":{"from":"2025-04-14T18:00","to":"2025-04-14T19:30"},"labelSource":"observed"}
      """#,
    answer: #"""
      Traces/sample/one.jsonl:5: error: a window lacks "expect"
        fix: add the key "expect"
      """#),
  SpoiledSuiteCase(
    name: "a window with a null label",
    line: 5,
    text: #"""
      {"window":{"from":"2025-04-14T18:00","to":"2025-04-14T19:30"},"expect":null,"labelSource":"observed"}
      """#,
    answer: #"""
      Traces/sample/one.jsonl:5: error: "expect" is null
        fix: a window expects "intervene" or "silent"
      """#),
  SpoiledSuiteCase(
    name: "a window that expects escalate",
    line: 5,
    text: #"""
      {"window":{"from":"2025-04-14T18:00","to":"2025-04-14T19:30"},"expect":"escalate","labelSource":"observed"}
      """#,
    answer: #"""
      Traces/sample/one.jsonl:5: error: "expect" is "escalate"
        fix: use one of: intervene, silent
      """#),
  SpoiledSuiteCase(
    name: "a window without an end",
    line: 5,
    text: #"""
      {"window":{"from":"2025-04-14T18:00"},"expect":"silent","labelSource":"observed"}
      """#,
    answer: #"""
      Traces/sample/one.jsonl:5: error: "window" lacks "to"
        fix: add the key "to"
      """#),
  SpoiledSuiteCase(
    name: "a window that ends as it begins",
    line: 5,
    text: #"""
      {"window":{"from":"2025-04-14T18:00","to":"2025-04-14T18:00"},"expect":"silent","labelSource":"observed"}
      """#,
    answer: #"""
      Traces/sample/one.jsonl:5: error: the window ends at 2025-04-14T18:00:00-07:00, not after it begins at 2025-04-14T18:00:00-07:00
        fix: give a "to" after "from"
      """#),
  SpoiledSuiteCase(
    name: "a window that ends before it begins",
    line: 5,
    text: #"""
      {"window":{"from":"2025-04-14T18:00","to":"2025-04-14T17:00"},"expect":"silent","labelSource":"observed"}
      """#,
    answer: #"""
      Traces/sample/one.jsonl:5: error: the window ends at 2025-04-14T17:00:00-07:00, not after it begins at 2025-04-14T18:00:00-07:00
        fix: give a "to" after "from"
      """#),
  SpoiledSuiteCase(
    name: "a window with an unknown key",
    line: 5,
    text: #"""
      {"window":{"from":"2025-04-14T18:00","until":"2025-04-14T19:30"},"expect":"silent","labelSource":"observed"}
      """#,
    answer: #"""
      Traces/sample/one.jsonl:5: error: unknown key "until" in "window"
        fix: use one of: from, to
      Traces/sample/one.jsonl:5: error: "window" lacks "to"
        fix: add the key "to"
      """#),
  SpoiledSuiteCase(
    name: "a window that is a text",
    line: 5,
    text: #"""
      {"window":"evening","expect":"silent","labelSource":"observed"}
      """#,
    answer: #"""
      Traces/sample/one.jsonl:5: error: "window" is the text "evening", not an object
        fix: write it as {"key": value}
      """#),
  SpoiledSuiteCase(
    name: "a step before any trace",
    line: 1,
    text: #"""
      {"at":"2025-04-14T07:59","signals":{"sleepHours":4.5,"hrvMs":30,"hoursToDeadline":6,"steps":3500},"expect":"intervene","why":"A short night."}
      """#,
    answer: #"""
      Traces/sample/one.jsonl:1: error: a step before any trace
        fix: begin the file with a "trace" line
      """#),
  SpoiledSuiteCase(
    name: "a trace without steps",
    line: 5,
    text: #"{"trace":"no-steps","timeZone":"UTC"}"#,
    answer: #"""
      Traces/sample/one.jsonl:5: error: trace "no-steps" has no step
        fix: add at least one "at" line
      """#),
  SpoiledSuiteCase(
    name: "an empty file",
    text: "",
    answer: #"""
      Traces/sample/one.jsonl: error: the file is empty
        fix: add a trace, or remove the file
      """#),
  SpoiledSuiteCase(
    name: "a file of blank lines",
    text: "\n \r\n\t\n",
    answer: #"""
      Traces/sample/one.jsonl: error: the file is empty
        fix: add a trace, or remove the file
      """#),
  SpoiledSuiteCase(
    name: "many faults at once",
    text: #"""
      {"trace":"A","timeZone":"Mars/Olympus","colour":1}
      {"at":"2025-04-14T08:00","signals":{"sleepHours":31,"hrv":3},"expect":"yes"}
      {"trace":"b","timeZone":"UTC"}
      {"at":"2025-04-14T08:00","signals":{"sleepHours":"x"}}
      {"at":"2025-04-14T08:00"}
      {nonsense}

      """#,
    answer: #"""
      Traces/sample/one.jsonl:1: error: unknown key "colour" in a trace
        fix: use one of: trace, title, timeZone, profile, state, history
      Traces/sample/one.jsonl:1: error: "trace" is "A", not an id
        fix: use lower-case letters, digits and hyphens, not a hyphen first
      Traces/sample/one.jsonl:1: error: "timeZone" is "Mars/Olympus", not a zone of the IANA database
        fix: write a name such as "America/Vancouver" or "Europe/Berlin"
      Traces/sample/one.jsonl:2: error: "expect" is "yes"
        fix: use one of: intervene, escalate, silent
      Traces/sample/one.jsonl:2: error: unknown key "hrv" in "signals"; did you mean "hrvMs"?
        fix: use one of: sleepHours, hrvMs, hoursToDeadline, steps
      Traces/sample/one.jsonl:2: error: "sleepHours" is 31, allowed 0...24 h
        fix: write a value in 0...24
      Traces/sample/one.jsonl:4: error: "sleepHours" is the text "x", not a number
        fix: write a number in 0...24, or null
      Traces/sample/one.jsonl:5: error: the step at 2025-04-14T08:00:00+00:00 is the same time as the one before it, 2025-04-14T08:00:00+00:00
        fix: put the steps of a trace in time order, each at a time of its own
      Traces/sample/one.jsonl:6: error: not valid JSON: a key in double quotes is expected
        fix: write "key": value pairs, separated by commas, none after the last
      """#),
  SpoiledSuiteCase(
    name: "suite.json cut off",
    file: "suite.json",
    text: #"""
      {"schema":"autoresearch.suite/1","name":"sample","title":"Two days","engine":"vigil",
       "role":"tuning","description":"Two invented days; no evidence.","data":"synthetic",
       "labelledBy":"the tests","labelledOn":"2025-05-01",
       "profile":{"quietHours":{"start":"22:00","end":"07:00"},"cooldownMinutes":120,"dailyBudget":3}

      """#,
    answer: #"""
      Traces/sample/suite.json:5: error: not valid JSON: the text ends inside an object
        fix: separate pairs by commas and close the object with }
      """#),
  SpoiledSuiteCase(
    name: "no schema",
    file: "suite.json",
    text: #"""
      {"name":"sample","title":"Two days","engine":"vigil",
       "role":"tuning","description":"Two invented days; no evidence.","data":"synthetic",
       "labelledBy":"the tests","labelledOn":"2025-05-01",
       "profile":{"quietHours":{"start":"22:00","end":"07:00"},"cooldownMinutes":120,"dailyBudget":3}}

      """#,
    answer: #"""
      Traces/sample/suite.json:1: error: suite.json lacks "schema"
        fix: add the key "schema"
      """#),
  SpoiledSuiteCase(
    name: "another schema",
    file: "suite.json",
    text: #"""
      {"schema":"autoresearch.suite/2","name":"sample","title":"Two days","engine":"vigil",
       "role":"tuning","description":"Two invented days; no evidence.","data":"synthetic",
       "labelledBy":"the tests","labelledOn":"2025-05-01",
       "profile":{"quietHours":{"start":"22:00","end":"07:00"},"cooldownMinutes":120,"dailyBudget":3}}

      """#,
    answer: #"""
      Traces/sample/suite.json:1: error: "schema" is "autoresearch.suite/2"
        fix: this version reads "autoresearch.suite/1"
      """#),
  SpoiledSuiteCase(
    name: "no name",
    file: "suite.json",
    text: #"""
      {"schema":"autoresearch.suite/1","title":"Two days","engine":"vigil",
       "role":"tuning","description":"Two invented days; no evidence.","data":"synthetic",
       "labelledBy":"the tests","labelledOn":"2025-05-01",
       "profile":{"quietHours":{"start":"22:00","end":"07:00"},"cooldownMinutes":120,"dailyBudget":3}}

      """#,
    answer: #"""
      Traces/sample/suite.json:1: error: suite.json lacks "name"
        fix: add the key "name"
      """#),
  SpoiledSuiteCase(
    name: "a name that is no id",
    file: "suite.json",
    text: #"""
      {"schema":"autoresearch.suite/1","name":"my suite","title":"Two days","engine":"vigil",
       "role":"tuning","description":"Two invented days; no evidence.","data":"synthetic",
       "labelledBy":"the tests","labelledOn":"2025-05-01",
       "profile":{"quietHours":{"start":"22:00","end":"07:00"},"cooldownMinutes":120,"dailyBudget":3}}

      """#,
    answer: #"""
      Traces/sample/suite.json:1: error: "name" is "my suite", not an id
        fix: use lower-case letters, digits and hyphens, not a hyphen first
      """#),
  SpoiledSuiteCase(
    name: "no role",
    file: "suite.json",
    text: #"""
      {"schema":"autoresearch.suite/1","name":"sample","title":"Two days","engine":"vigil",
       "description":"Two invented days; no evidence.","data":"synthetic",
       "labelledBy":"the tests","labelledOn":"2025-05-01",
       "profile":{"quietHours":{"start":"22:00","end":"07:00"},"cooldownMinutes":120,"dailyBudget":3}}

      """#,
    answer: #"""
      Traces/sample/suite.json:1: error: suite.json lacks "role"
        fix: add the key "role"
      """#),
  SpoiledSuiteCase(
    name: "an unknown role",
    file: "suite.json",
    text: #"""
      {"schema":"autoresearch.suite/1","name":"sample","title":"Two days","engine":"vigil",
       "role":"tunning","description":"Two invented days; no evidence.","data":"synthetic",
       "labelledBy":"the tests","labelledOn":"2025-05-01",
       "profile":{"quietHours":{"start":"22:00","end":"07:00"},"cooldownMinutes":120,"dailyBudget":3}}

      """#,
    answer: #"""
      Traces/sample/suite.json:2: error: "role" is "tunning"; did you mean "tuning"?
        fix: use one of: tuning, holdout
      """#),
  SpoiledSuiteCase(
    name: "no engine",
    file: "suite.json",
    text: #"""
      {"schema":"autoresearch.suite/1","name":"sample","title":"Two days",
       "role":"tuning","description":"Two invented days; no evidence.","data":"synthetic",
       "labelledBy":"the tests","labelledOn":"2025-05-01",
       "profile":{"quietHours":{"start":"22:00","end":"07:00"},"cooldownMinutes":120,"dailyBudget":3}}

      """#,
    answer: #"""
      Traces/sample/suite.json:1: error: suite.json lacks "engine"
        fix: add the key "engine"
      """#),
  SpoiledSuiteCase(
    name: "an unknown engine",
    file: "suite.json",
    text: #"""
      {"schema":"autoresearch.suite/1","name":"sample","title":"Two days","engine":"vigl",
       "role":"tuning","description":"Two invented days; no evidence.","data":"synthetic",
       "labelledBy":"the tests","labelledOn":"2025-05-01",
       "profile":{"quietHours":{"start":"22:00","end":"07:00"},"cooldownMinutes":120,"dailyBudget":3}}

      """#,
    answer: #"""
      Traces/sample/suite.json:1: error: unknown engine "vigl"; did you mean "vigil"?
        fix: use one of: vigil
      """#),
  SpoiledSuiteCase(
    name: "an unknown kind of data",
    file: "suite.json",
    text: #"""
      {"schema":"autoresearch.suite/1","name":"sample","title":"Two days","engine":"vigil",
       "role":"tuning","description":"Two invented days; no evidence.","data":"synthetik",
       "labelledBy":"the tests","labelledOn":"2025-05-01",
       "profile":{"quietHours":{"start":"22:00","end":"07:00"},"cooldownMinutes":120,"dailyBudget":3}}

      """#,
    answer: #"""
      Traces/sample/suite.json:2: error: "data" is "synthetik"; did you mean "synthetic"?
        fix: use one of: synthetic, self, participants
      """#),
  SpoiledSuiteCase(
    name: "a labelling date that is none",
    file: "suite.json",
    text: #"""
      {"schema":"autoresearch.suite/1","name":"sample","title":"Two days","engine":"vigil",
       "role":"tuning","description":"Two invented days; no evidence.","data":"synthetic",
       "labelledBy":"the tests","labelledOn":"May 2025",
       "profile":{"quietHours":{"start":"22:00","end":"07:00"},"cooldownMinutes":120,"dailyBudget":3}}

      """#,
    answer: #"""
      Traces/sample/suite.json:3: error: "labelledOn" is "May 2025", not a date
        fix: write it as 2025-04-14
      """#),
  SpoiledSuiteCase(
    name: "an unknown key of the suite",
    file: "suite.json",
    text: #"""
      {"schema":"autoresearch.suite/1","name":"sample","title":"Two days","engine":"vigil",
       "role":"tuning","description":"Two invented days; no evidence.","data":"synthetic",
       "labeledBy":"the tests","labelledOn":"2025-05-01",
       "profile":{"quietHours":{"start":"22:00","end":"07:00"},"cooldownMinutes":120,"dailyBudget":3}}

      """#,
    answer: #"""
      Traces/sample/suite.json:3: error: unknown key "labeledBy" in suite.json; did you mean "labelledBy"?
        fix: use one of: schema, name, title, engine, role, description, data, labelledBy, labelledOn, profile, parameters
      """#),
  SpoiledSuiteCase(
    name: "an unknown constant",
    file: "suite.json",
    text: #"""
      {"schema":"autoresearch.suite/1","name":"sample","title":"Two days","engine":"vigil",
       "role":"tuning","description":"Two invented days; no evidence.","data":"synthetic",
       "labelledBy":"the tests","labelledOn":"2025-05-01",
       "parameters":{"missingSlep":3},
       "profile":{"quietHours":{"start":"22:00","end":"07:00"},"cooldownMinutes":120,"dailyBudget":3}}

      """#,
    answer: #"""
      Traces/sample/suite.json:4: error: unknown key "missingSlep" in "parameters"; did you mean "missingSleep"?
        fix: use one of: notifyThreshold, escalateThreshold, cooldownMinutes, dailyBudget, quietHours, missingSleep, missingHRV, missingDeadline, missingActivity, populationSleepHours, populationHRVMs, populationSteps, baselineDays, baselineMinimumDays, sleepFloorHours, hrvFloorShare, deadlineKnots, timeOfDayKnots
      """#),
  SpoiledSuiteCase(
    name: "a constant out of range",
    file: "suite.json",
    text: #"""
      {"schema":"autoresearch.suite/1","name":"sample","title":"Two days","engine":"vigil",
       "role":"tuning","description":"Two invented days; no evidence.","data":"synthetic",
       "labelledBy":"the tests","labelledOn":"2025-05-01",
       "parameters":{"missingSleep":101},
       "profile":{"quietHours":{"start":"22:00","end":"07:00"},"cooldownMinutes":120,"dailyBudget":3}}

      """#,
    answer: #"""
      Traces/sample/suite.json:4: error: "missingSleep" is 101, allowed 0...100 points
        fix: write a value in 0...100
      """#),
  SpoiledSuiteCase(
    name: "a constant that is null",
    file: "suite.json",
    text: #"""
      {"schema":"autoresearch.suite/1","name":"sample","title":"Two days","engine":"vigil",
       "role":"tuning","description":"Two invented days; no evidence.","data":"synthetic",
       "labelledBy":"the tests","labelledOn":"2025-05-01",
       "parameters":{"missingSleep":null},
       "profile":{"quietHours":{"start":"22:00","end":"07:00"},"cooldownMinutes":120,"dailyBudget":3}}

      """#,
    answer: #"""
      Traces/sample/suite.json:4: error: "missingSleep" is null, not a number
        fix: write a number in 0...100
      """#),
  SpoiledSuiteCase(
    name: "weights that do not sum to one",
    file: "suite.json",
    text: #"""
      {"schema":"autoresearch.suite/1","name":"sample","title":"Two days","engine":"vigil",
       "role":"tuning","description":"Two invented days; no evidence.","data":"synthetic",
       "labelledBy":"the tests","labelledOn":"2025-05-01",
       "parameters":{"weights":{"sleep":0.5}},
       "profile":{"quietHours":{"start":"22:00","end":"07:00"},"cooldownMinutes":120,"dailyBudget":3}}

      """#,
    answer: #"""
      Traces/sample/suite.json:4: error: weights sum to 1.15, not 1
        fix: give weights that sum to 1; unnamed ones keep the shipped value
      """#),
  SpoiledSuiteCase(
    name: "a weight above one",
    file: "suite.json",
    text: #"""
      {"schema":"autoresearch.suite/1","name":"sample","title":"Two days","engine":"vigil",
       "role":"tuning","description":"Two invented days; no evidence.","data":"synthetic",
       "labelledBy":"the tests","labelledOn":"2025-05-01",
       "parameters":{"weights":{"sleep":1.5}},
       "profile":{"quietHours":{"start":"22:00","end":"07:00"},"cooldownMinutes":120,"dailyBudget":3}}

      """#,
    answer: #"""
      Traces/sample/suite.json:4: error: "sleep" is 1.5, allowed 0...1
        fix: write a value in 0...1
      """#),
  SpoiledSuiteCase(
    name: "an unknown weight",
    file: "suite.json",
    text: #"""
      {"schema":"autoresearch.suite/1","name":"sample","title":"Two days","engine":"vigil",
       "role":"tuning","description":"Two invented days; no evidence.","data":"synthetic",
       "labelledBy":"the tests","labelledOn":"2025-05-01",
       "parameters":{"weights":{"slep":0.35}},
       "profile":{"quietHours":{"start":"22:00","end":"07:00"},"cooldownMinutes":120,"dailyBudget":3}}

      """#,
    answer: #"""
      Traces/sample/suite.json:4: error: unknown key "slep" in "weights"; did you mean "sleep"?
        fix: use one of: sleep, hrv, deadline, activity, timeOfDay
      """#),
  SpoiledSuiteCase(
    name: "knots that do not rise",
    file: "suite.json",
    text: #"""
      {"schema":"autoresearch.suite/1","name":"sample","title":"Two days","engine":"vigil",
       "role":"tuning","description":"Two invented days; no evidence.","data":"synthetic",
       "labelledBy":"the tests","labelledOn":"2025-05-01",
       "parameters":{"deadlineKnots":[[0,100],[0,50]]},
       "profile":{"quietHours":{"start":"22:00","end":"07:00"},"cooldownMinutes":120,"dailyBudget":3}}

      """#,
    answer: #"""
      Traces/sample/suite.json:4: error: "deadlineKnots" has points whose x does not rise
        fix: write at least two points [[x, y], …], x rising
      """#),
  SpoiledSuiteCase(
    name: "a knot out of range",
    file: "suite.json",
    text: #"""
      {"schema":"autoresearch.suite/1","name":"sample","title":"Two days","engine":"vigil",
       "role":"tuning","description":"Two invented days; no evidence.","data":"synthetic",
       "labelledBy":"the tests","labelledOn":"2025-05-01",
       "parameters":{"deadlineKnots":[[0,101],[9,50]]},
       "profile":{"quietHours":{"start":"22:00","end":"07:00"},"cooldownMinutes":120,"dailyBudget":3}}

      """#,
    answer: #"""
      Traces/sample/suite.json:4: error: "deadlineKnots" has the value 101, allowed 0...100
        fix: write at least two points [[x, y], …], x rising
      """#),
  SpoiledSuiteCase(
    name: "a single knot",
    file: "suite.json",
    text: #"""
      {"schema":"autoresearch.suite/1","name":"sample","title":"Two days","engine":"vigil",
       "role":"tuning","description":"Two invented days; no evidence.","data":"synthetic",
       "labelledBy":"the tests","labelledOn":"2025-05-01",
       "parameters":{"deadlineKnots":[[0,100]]},
       "profile":{"quietHours":{"start":"22:00","end":"07:00"},"cooldownMinutes":120,"dailyBudget":3}}

      """#,
    answer: #"""
      Traces/sample/suite.json:4: error: "deadlineKnots" has fewer than two points
        fix: write at least two points [[x, y], …], x rising
      """#),
  SpoiledSuiteCase(
    name: "a knot that is no pair",
    file: "suite.json",
    text: #"""
      {"schema":"autoresearch.suite/1","name":"sample","title":"Two days","engine":"vigil",
       "role":"tuning","description":"Two invented days; no evidence.","data":"synthetic",
       "labelledBy":"the tests","labelledOn":"2025-05-01",
       "parameters":{"deadlineKnots":[[0,100],[9]]},
       "profile":{"quietHours":{"start":"22:00","end":"07:00"},"cooldownMinutes":120,"dailyBudget":3}}

      """#,
    answer: #"""
      Traces/sample/suite.json:4: error: "deadlineKnots" has a point that is not a pair of numbers
        fix: write at least two points [[x, y], …], x rising
      """#),
  SpoiledSuiteCase(
    name: "a profile that is no object",
    file: "suite.json",
    text: #"""
      {"schema":"autoresearch.suite/1","name":"sample","title":"Two days","engine":"vigil",
       "role":"tuning","description":"Two invented days; no evidence.","data":"synthetic",
       "labelledBy":"the tests","labelledOn":"2025-05-01",
       "profile":7}

      """#,
    answer: #"""
      Traces/sample/suite.json:4: error: "profile" is the number 7, not an object
        fix: write it as {"key": value}
      """#),
  SpoiledSuiteCase(
    name: "a title that is no text",
    file: "suite.json",
    text: #"""
      {"schema":"autoresearch.suite/1","name":"sample","title":2,"engine":"vigil",
       "role":"tuning","description":"Two invented days; no evidence.","data":"synthetic",
       "labelledBy":"the tests","labelledOn":"2025-05-01",
       "profile":{"quietHours":{"start":"22:00","end":"07:00"},"cooldownMinutes":120,"dailyBudget":3}}

      """#,
    answer: #"""
      Traces/sample/suite.json:1: error: "title" is the number 2, not a text
        fix: put it in double quotes
      """#),
]

@Test(arguments: spoiledSuites)
func spoiledSuiteIsRefused(_ c: SpoiledSuiteCase) throws {
  let folder = try SampleSuite.folder()
  var text = c.text
  if c.line > 0 {
    var lines = SampleSuite.day + [SampleSuite.window]
    lines[c.line - 1] = c.text
    text = lines.joined(separator: "\n") + "\n"
  }
  try folder.write(text, to: "Traces/sample/\(c.file)")
  let failure = #expect(throws: Failure.self) {
    try SuiteLoader(disk: folder.disk).load("Traces/sample", lock: .ignored)
  }
  #expect(failure?.text == c.answer)
  #expect(failure?.status == 2)
}
