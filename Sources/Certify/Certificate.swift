import DecisionEngines
import Evidence
import TraceModel

/// A labelled moment that a certificate speaks of.
package struct CertifiedStep: Sendable, Hashable {
  package let trace: String
  /// From 1, as `evaluate --json` counts.
  package let step: Int
  package let at: Moment
  package let expect: Expectation
  /// Whether a window, not a label of its own, says so.
  package let isByWindow: Bool
  package let subScores: [Double]

  /// `rested-deadline-tonight 17:00`, with the date where the trace spans days.
  package let name: String
}

/// What the best weights can do on some suites, for given gates, and how far that is proven.
package struct Certificate: Sendable {
  /// Whether one weight set and threshold meet every label.
  package enum Separability: Sendable {
    /// `isLargest`: no other weights keep more distance.
    case separable(Winner, isLargest: Bool)
    /// The gates alone forbid it, whatever the scores.
    case ruledOutByGates
    /// No weights can, for a reason to be checked by hand.
    case contradiction(NamedProof)
    /// No weights can: every region of weights was searched.
    case ruledOutBySearch
    case undecided
  }

  /// Weights and a threshold with what the engine's own replay counts for them.
  package struct Winner: Sendable {
    package let weights: [Double]
    package let threshold: Double
    package let evaluation: Evaluation

    package var tally: Tally { evaluation.tally }
  }

  /// The most that can be caught within a number of false alarms.
  package struct Optimum: Sendable {
    package let falseAlarms: Int
    /// Nothing when no weights keep within the false alarms.
    package let winner: Winner?
    /// No weights catch more.
    package let bound: Int
    package let ending: BranchAndBound.Ending
    /// Regions examined.
    package let nodes: Int
    /// What the winner misses, and why.
    package let missed: [Missed]
    /// How long the search took. No part of the answer: it differs from run to run.
    package let searchTime: Duration

    package var caught: Int { winner?.tally.tp ?? 0 }
    package var isProven: Bool { bound <= caught && (winner != nil || ending == .exhausted) }
  }

  /// A moment that should fire and does not under the best weights found.
  package struct Missed: Sendable {
    package enum Reason: Sendable {
      /// No weights fire it: this gate always holds.
      case gateAlways(String)
      /// No weights fire it beside those caught.
      case contradiction(NamedProof)
      /// Under these weights this gate holds it.
      case gateHere(String)
      /// Nothing shorter than the search shows it.
      case search
    }

    package let place: String
    package let trace: String
    /// Nil for a window.
    package let step: Int?
    package let reason: Reason
  }

  /// What quiet hours, cooldown and budget leave, were every score right.
  package struct GateCeiling: Sendable {
    package let caught: Int
    package let positives: Int
    /// Positive steps that no history lets through, with the gate that holds them.
    package let blocked: [(step: CertifiedStep, gate: String)]
    /// Positive windows without a step that can deliver.
    package let emptyWindows: Int
  }

  package let engine: any DecisionEngine
  package let isGated: Bool
  package let thresholds: ClosedRange<Double>
  package let separability: Separability
  package let zeroFalseAlarms: Optimum
  /// Under a bound other than none, when one was asked for.
  package let withFalseAlarms: Optimum?
  package let ceiling: GateCeiling
  /// Silent steps and moments that must stay silent, and how many of them no gate could ever hold.
  package let silentSteps: (all: Int, never: Int)
}

/// A contradiction with its steps found again in the suites.
package struct NamedProof: Sendable {
  package struct Share: Sendable {
    package let step: CertifiedStep
    package let value: Rational
  }

  package let proof: Contradiction
  package let firing: [Share]
  package let silent: [Share]

  init(_ proof: Contradiction, positives: [CertifiedStep], negatives: [CertifiedStep]) {
    self.proof = proof
    firing = proof.positives.map { Share(step: positives[$0.index], value: $0.value) }
    silent = proof.negatives.map { Share(step: negatives[$0.index], value: $0.value) }
  }
}
