/// A small locked suite and a plan, as files, for tests of readers and commands.
package enum SampleSuite {
  package static let header = """
    {"schema":"autoresearch.suite/1","name":"sample","title":"Two days","engine":"vigil",
     "role":"tuning","description":"Two invented days; no evidence.","data":"synthetic",
     "labelledBy":"the tests","labelledOn":"2025-05-01",
     "profile":{"quietHours":{"start":"22:00","end":"07:00"},"cooldownMinutes":120,"dailyBudget":3}}

    """

  package static let day = [
    #"{"trace":"one-day","title":"One day","timeZone":"America/Vancouver","profile":{"dailyBudget":3},"state":{"lastInterventionAt":"2025-04-13T21:10","deliveredToday":0},"history":[{"date":"2025-04-11","sleepHours":7.5,"hrvMs":50,"steps":7000},{"date":"2025-04-12","sleepHours":7.5,"hrvMs":50,"steps":7000},{"date":"2025-04-13","sleepHours":7.5,"hrvMs":50,"steps":7000}]}"#,
    #"{"at":"2025-04-14T08:00","signals":{"sleepHours":4.5,"hrvMs":30,"hoursToDeadline":6,"steps":3500},"expect":"intervene","why":"A short night."}"#,
    #"{"at":"2025-04-14T12:00","signals":{"sleepHours":8,"hrvMs":60,"hoursToDeadline":"none","steps":9000},"expect":"silent","why":"All is well."}"#,
    #"{"at":"2025-04-14T15:00","signals":{"sleepHours":8,"hrvMs":60,"hoursToDeadline":2,"steps":0},"expect":"intervene","why":"Due | at <five>."}"#,
  ]

  package static let window =
    #"{"window":{"from":"2025-04-14T18:00","to":"2025-04-14T19:30"},"expect":"silent","labelSource":"observed"}"#

  package static let otherDay = """
    {"trace":"other-day","timeZone":"Europe/Berlin"}
    {"at":"2025-04-14T23:00","signals":{"sleepHours":3,"hrvMs":20,"hoursToDeadline":1,"steps":0},"expect":"silent"}
    {"at":"2025-04-15T07:00","signals":{"sleepHours":3,"hrvMs":20,"hoursToDeadline":1,"steps":0},"expect":"escalate"}

    """

  package static let plan = """
    {"schema":"autoresearch.plan/1","name":"small","suite":"Traces/sample", // a comment
     "method":"lattice",
     "parameters":{"weights":{"step":0.25},"notifyThreshold":{"min":40,"max":60,"step":10}}}

    """

  /// The suite at `Traces/sample`, locked, and the plan at `plan.json`.
  package static func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write(header, to: "Traces/sample/suite.json")
    try folder.write(
      (day + [window]).joined(separator: "\n") + "\n", to: "Traces/sample/one.jsonl")
    try folder.write(otherDay, to: "Traces/sample/two.jsonl")
    try folder.write(plan, to: "plan.json")
    try folder.lock("Traces/sample")
    return folder
  }
}
