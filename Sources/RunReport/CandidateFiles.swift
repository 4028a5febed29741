import DecisionEngines
import ReportWriters
import SweepCore
import TraceModel

/// The metric columns that `candidates.csv` and `behaviours.csv` share.
private let countColumns = [
  "tp", "fp", "fn", "tn", "precision", "recall", "f1", "f05", "false_alarms_per_day",
  "interventions_per_day", "unlabelled_interventions", "escalations",
]

/// A utility stands beside them only in a run whose plan gives costs.
private func countColumns(_ costs: Costs?) -> [String] {
  countColumns + (costs == nil ? [] : [Metric.utility.rawValue])
}

private func countCells(_ metrics: Metrics) -> [String] {
  let tally = metrics.tally
  let utility = metrics.value(.utility).map { [NumberText.exact($0)] } ?? []
  return [String(tally.tp), String(tally.fp), String(tally.fn), String(tally.tn)]
    + [.precision, .recall, .f1, .f05, .falseAlarmsPerDay, .interventionsPerDay].map {
      NumberText.cell(metrics.value($0))
    } + [String(tally.unlabelled), String(tally.escalations)] + utility
}

extension SweepResult {
  /// Columns of a candidate's values: each weight, the threshold, then what else is swept.
  private var valueColumns: [String] {
    engine.subScores.map { "parameter_\($0.name)" }
      + (engine.parameter(role: .notifyThreshold).map { ["parameter_\($0.name)"] } ?? [])
      + otherSwept.map { "parameter_\($0.name)" }
  }

  private func valueCells(_ overrides: Overrides) -> [String] {
    let weights = overrides.weights ?? shippedPoint.weights
    var cells = weights.map(NumberText.exact)
    if let threshold = engine.parameter(role: .notifyThreshold) {
      cells.append(valueText(threshold, overrides))
    }
    return cells + otherSwept.map { valueText($0, overrides) }
  }

  /// A value in force; where traces differ, each distinct one, joined by `;`.
  package func valueText(_ definition: ParameterDefinition, _ overrides: Overrides) -> String {
    var texts: [String] = []
    for suite in suites {
      for trace in suite.traces {
        let settings = Settings(engine: engine, suite: suite, trace: trace, overrides: overrides)
        let text = settings.value(definition.name)?.text ?? ""
        if !texts.contains(text) { texts.append(text) }
      }
    }
    return texts.joined(separator: ";")
  }

  /// `candidates.csv`: shipped, the best of the ranking, then other Pareto members.
  package var candidatesFile: String {
    var table = CSVTable(
      header: ["rank", "candidate"] + valueColumns + countColumns(plan.costs)
        + ["margin", "distance_from_shipped", "behaviour", "pareto"])
    func add(rank: String, name: String, overrides: Overrides, metrics: Metrics, pareto: Bool) {
      table.add(
        [rank, name] + valueCells(overrides) + countCells(metrics)
          + [
            NumberText.cell(metrics.tally.margin), NumberText.exact(metrics.distanceFromShipped),
            behaviourName(metrics.tally.behaviour), pareto ? "1" : "0",
          ])
    }
    add(
      rank: "0", name: "shipped", overrides: Overrides(), metrics: shipped.metrics,
      pareto: shippedIsPareto)
    for entry in ranked + otherPareto {
      add(
        rank: entry.rank.map(String.init) ?? "", name: entry.name, overrides: entry.overrides,
        metrics: entry.metrics, pareto: entry.isPareto)
    }
    return table.text
  }

  /// `behaviours.csv`: one row for each set of decisions, best first.
  package var behavioursFile: String {
    let names = rangeNames
    var table = CSVTable(
      header: ["rank", "behaviour", "members", "meets_requirements"] + countColumns(plan.costs)
        + ["widest_candidate", "widest_margin"] + valueColumns.map { "widest_\($0)" }
        + ["nearest_candidate", "nearest_distance"] + valueColumns.map { "nearest_\($0)" }
        + names.flatMap { ["min_\($0)", "max_\($0)"] }
        + choiceParameters.map { "values_\($0.name)" })
    for (i, row) in behaviours.enumerated() {
      let behaviour = row.behaviour
      var cells = [
        String(i + 1), behaviour.name, String(behaviour.members),
        behaviour.best.meetsRequirements ? "1" : "0",
      ]
      cells += countCells(row.best.metrics)
      cells += [row.widest.name, NumberText.cell(row.widest.metrics.tally.margin)]
      cells += valueCells(row.widest.overrides)
      cells += [row.nearest.name, NumberText.exact(row.nearest.metrics.distanceFromShipped)]
      cells += valueCells(row.nearest.overrides)
      for range in behaviour.ranges {
        cells += [NumberText.exact(range.lowerBound), NumberText.exact(range.upperBound)]
      }
      for (definition, bits) in zip(choiceParameters, behaviour.choices) {
        cells.append(choiceText(definition, bits))
      }
      table.add(cells)
    }
    return table.text
  }

  /// Names of the swept numbers in the order a behaviour keeps their ranges.
  package var rangeNames: [String] {
    engine.subScores.map(\.name)
      + engine.parameters.filter {
        plan.parameters[$0.name] != nil && !choiceParameters.contains($0)
      }.map(\.name)
  }

  /// Swept parameters that are no numbers: their values are listed, not ranged.
  private var choiceParameters: [ParameterDefinition] {
    engine.parameters.filter {
      guard case .values(let values)? = plan.parameters[$0.name] else { return false }
      return values.contains { $0.number == nil }
    }
  }

  private func choiceText(_ definition: ParameterDefinition, _ bits: UInt64) -> String {
    guard case .values(let values)? = plan.parameters[definition.name] else { return "" }
    return values.prefix(64).enumerated().filter { bits >> UInt64($0.offset) & 1 == 1 }
      .map(\.element.text).joined(separator: ";")
  }
}
