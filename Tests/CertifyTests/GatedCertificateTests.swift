import Certify
import DecisionEngines
import Evidence
import Foundation
import SweepCore
import TestSupport
import Testing
import TraceModel

/// The most a lattice of weights catches with every threshold that makes a difference, replayed.
struct BruteForce {
  private(set) var caught = -1
  private(set) var candidates = 0

  /// Counts only candidates with a gap below the threshold, which is what a certificate speaks of.
  init(
    _ suites: [Suite], engine: any DecisionEngine, overrides: Overrides, denominator: Int,
    falseAlarms: Int
  ) {
    let table = DecisionTable(suites: suites, engine: engine, overrides: overrides)
    guard
      let lattice = WeightLattice(
        denominator: denominator, minimum: 0, weightCount: engine.subScores.count)
    else { return }
    for index in 0..<lattice.count {
      let weights = lattice.weights(at: index)
      let scores = (0..<table.stepCount).filter { !table.isBlocked[$0] }.map {
        table.score(step: $0, weights: weights)
      }
      let fixed = overrides.values["notifyThreshold"]?.number
      for threshold in fixed.map({ [$0] }) ?? Thresholds.all(weights: weights, over: table) {
        guard !scores.contains(where: { $0 < threshold && $0 > threshold - 1e-4 }) else {
          continue
        }
        let tally = PlainKernel().tally(
          KernelCandidate(weights: weights, notifyThreshold: threshold), over: table)
        candidates += 1
        if tally.fp <= falseAlarms { caught = max(caught, tally.tp) }
      }
    }
  }
}

@Suite struct GatedCertificateTests {
  @Test(arguments: Seeds.list(20, environment: ProcessInfo.processInfo.environment))
  func noReplayRefutesAProof(seed: UInt64) throws {
    let falseAlarms = Int(seed % 3)
    var random = SplitMix64(seed: seed)
    let suite = RandomSuites.suite(
      seed: seed, traces: 1 + random.below(3), steps: 4 + random.below(7))
    var overrides = Overrides()
    if seed % 4 == 0 {
      overrides.values["notifyThreshold"] = .number(Double(40 + random.below(30)))
    }
    if seed % 5 == 0 { overrides.values["cooldownMinutes"] = .integer(30 * random.below(5)) }
    let question = CertifyQuestion(
      engine: Vigil(), suites: [suite], overrides: overrides, falseAlarms: falseAlarms,
      nodes: 600)
    let certificate: Certificate
    do throws(CertifyError) {
      certificate = try Certificate(question)
    } catch {
      guard error == .noPositives else { throw error }
      return
    }
    for optimum in [certificate.zeroFalseAlarms, certificate.withFalseAlarms].compactMap({ $0 }) {
      let brute = BruteForce(
        [suite], engine: Vigil(), overrides: overrides, denominator: 6,
        falseAlarms: optimum.falseAlarms)
      #expect(brute.caught <= optimum.bound, "seed \(seed)")
      #expect(optimum.bound <= certificate.ceiling.caught, "seed \(seed)")
      if let winner = optimum.winner {
        #expect(winner.tally.fp <= optimum.falseAlarms)
        #expect(winner.tally.tp <= optimum.bound)
      } else {
        #expect(brute.caught == -1, "seed \(seed)")
      }
      switch certificate.separability {
      case .separable(let winner, _):
        #expect(winner.tally.fn == 0 && winner.tally.fp == 0)
      case .undecided: break
      default:
        if optimum.falseAlarms == 0 {
          #expect(brute.caught < certificate.ceiling.positives, "seed \(seed)")
        }
      }
    }
  }
}
