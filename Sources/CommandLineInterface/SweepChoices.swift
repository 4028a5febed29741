import RunStore
import TraceModel

extension Option {
  static let checkpoint = Option(
    "--checkpoint", value: "SECONDS", "how often finished work is made durable; default 10")
}

extension SweepJob {
  /// What a person asked for besides the plan.
  struct Choices {
    let threads: Int
    let quiet: Bool
    let keepsInputs: Bool
    let includesSignals: Bool
    /// The prompt set to compare beside the sweep, and the copy it is read from when not itself.
    let prompts: (set: String, copy: String?)?
    /// Why the holdout is opened, when it is.
    let holdoutReason: String?
    /// Holdout suites named; without any, those in Traces of the same engine.
    let holdouts: [String]
    /// Whether the plan must make a claim, and it must pass.
    let requiresClaim: Bool
    /// Rounds that an earlier run of the plan took; nil runs them to their end.
    let planRounds: Int?
    /// What is done after the plan; nil ends there.
    let night: NightChoice?
    /// What the winner must meet.
    let requirements: [Requirement]
    /// Seconds between two checkpoints; 0 makes one after every block.
    let checkpointSeconds: Int

    static let options: [Option] = [
      .out, .force, .threads, .quiet, .noInputs, .includeSignals, .openHoldout, .holdout,
      .subScores, .answerSeconds, .guarded, .junit, .checkpoint, .hours,
    ]

    /// The choices of an earlier run, which opens nothing.
    init(
      threads: Int, quiet: Bool, keepsInputs: Bool, includesSignals: Bool,
      prompts: (set: String, copy: String?)?, planRounds: Int?, night: NightChoice?
    ) {
      self.night = night
      self.prompts = prompts
      self.planRounds = planRounds
      self.threads = threads
      self.quiet = quiet
      self.keepsInputs = keepsInputs
      self.includesSignals = includesSignals
      holdoutReason = nil
      holdouts = []
      requiresClaim = false
      requirements = []
      checkpointSeconds = Self.defaultCheckpoint
    }

    /// Long enough that making the checkpoint does not count, short enough to lose.
    private static let defaultCheckpoint = 10

    /// - Parameters:
    ///   - input: The command line.
    ///   - command: `run` compares the bundled prompts too, when it is given nothing else to do.
    ///   - environment: Where it runs.
    /// - Throws: `usage`.
    init(_ input: Arguments, of command: String, in environment: Environment) throws(Failure) {
      threads = try input.integer(.threads, in: 1...1024) ?? environment.processorCount
      quiet = input.has(.quiet)
      keepsInputs = !input.has(.noInputs)
      includesSignals = input.has(.includeSignals)
      holdoutReason = try input.reason(.openHoldout)
      holdouts = input.all(.holdout)
      requiresClaim = input.requiresClaim
      planRounds = nil
      night = try NightChoice(input)
      requirements = try input.requirements
      checkpointSeconds =
        try input.integer(.checkpoint, in: 0...86_400) ?? Self.defaultCheckpoint
      let isMainJob = command == RunCommand.commandName && input.operands.isEmpty
      prompts =
        isMainJob && environment.disk.isFolder(PromptJob.bundledSet)
        ? (PromptJob.bundledSet, nil) : nil
      if !holdouts.isEmpty && holdoutReason == nil {
        throw .usage(
          message: "--holdout opens a holdout, which needs a reason",
          fix: "add --open-holdout \"REASON\"; it goes to the ledger")
      }
    }
  }
}
