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

package func countCells(_ metrics: Metrics) -> [String] {
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

  func valueCells(_ overrides: Overrides) -> [String] {
    let weights = overrides.weights ?? shippedPoint.weights
    var cells = weights.map(NumberText.exact)
    if let threshold = engine.parameter(role: .notifyThreshold) {
      cells.append(valueText(threshold, overrides))
    }
    return cells + otherSwept.map { valueText($0, overrides) }
  }

  /// A value in force; where traces differ, each distinct one, joined by `;`.
  package func valueText(_ definition: ParameterDefinition, _ overrides: Overrides) -> String {
    if let value = overrides.values[definition.name] { return value.text }
    var texts: [String] = []
    for suite in suites {
      for trace in suite.traces {
        let value = Settings.value(of: definition, suite: suite, trace: trace, overrides: overrides)
        let text = value?.text ?? ""
        if !texts.contains(text) { texts.append(text) }
      }
    }
    return texts.joined(separator: ";")
  }

  /// `candidates.csv`: shipped, the best of the ranking, then other Pareto members.
  ///
  /// - Parameters:
  ///   - rows: The whole ranking, where the plan keeps all; nil for the best that are held.
  ///   - write: Takes the file in pieces.
  /// - Throws: What `write` and the rows throw.
  package func writeCandidates(
    _ rows: RankedRows?, _ write: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    var table = CSVTable(
      header: ["rank", "candidate"] + valueColumns + countColumns(plan.costs)
        + ["margin", "distance_from_shipped", "behaviour", "pareto"])
    table.add(
      cells(
        rank: "0", name: "shipped", overrides: Overrides(), metrics: shipped.metrics,
        isPareto: shippedIsPareto))
    if let rows {
      try write(Array(table.text.utf8))
      try writeRanking(rows, write)
      table = CSVTable(continuing: table)
    } else {
      for entry in ranked { table.add(cells(entry)) }
    }
    for entry in otherPareto { table.add(cells(entry)) }
    try write(Array(table.text.utf8))
  }

  private func writeRanking(
    _ rows: RankedRows, _ write: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    let threshold = engine.parameter(role: .notifyThreshold).map { [$0] } ?? []
    var cells = CandidateCells(
      space: rounds.runner.space, isOnlyRound: rounds.rounds.count == 1,
      columns: threshold + otherSwept
    ) { valueText($0, Overrides()) }
    var buffer = CSVBuffer()
    var rank = 0
    let days = shipped.metrics.days
    try rows.forEach { (record) throws(Failure) in
      rank += 1
      cells.addRow(
        rank: rank, record, days: days, costs: plan.costs,
        isPareto: paretoIndices.contains(record.index), to: &buffer
      ) { valueCells(rounds.overrides(index: $0, notifyThreshold: $1)) }
      if buffer.bytes.count >= 1 << 18 {
        try write(buffer.bytes)
        buffer.removeAll()
      }
    }
    try write(buffer.bytes)
  }

  private func cells(_ entry: Entry) -> [String] {
    cells(
      rank: entry.rank.map(String.init) ?? "", name: entry.name, overrides: entry.overrides,
      metrics: entry.metrics, isPareto: entry.isPareto)
  }

  private func cells(
    rank: String, name: String, overrides: Overrides, metrics: Metrics, isPareto: Bool
  ) -> [String] {
    [rank, name] + valueCells(overrides) + countCells(metrics)
      + [
        NumberText.cell(metrics.tally.margin), NumberText.exact(metrics.distanceFromShipped),
        behaviourName(metrics.tally.behaviour), isPareto ? "1" : "0",
      ]
  }

  /// `behaviours.csv`: one row for each set of decisions, best first.
  ///
  /// - Parameter write: Takes the file in pieces.
  /// - Throws: What `write` throws.
  package func writeBehaviours(
    _ write: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    let names = rangeNames
    var table = CSVTable(
      header: ["rank", "behaviour", "members", "meets_requirements"] + countColumns(plan.costs)
        + ["widest_candidate", "widest_margin"] + valueColumns.map { "widest_\($0)" }
        + ["nearest_candidate", "nearest_distance"] + valueColumns.map { "nearest_\($0)" }
        + names.flatMap { ["min_\($0)", "max_\($0)"] }
        + choiceParameters.map { "values_\($0.name)" })
    for (i, behaviour) in behaviours.enumerated() {
      if table.rows.count >= 256 {
        try write(Array(table.text.utf8))
        table = CSVTable(continuing: table)
      }
      let best = entry(behaviour.bestMember, of: behaviour)
      let widest = entry(behaviour.widest, of: behaviour)
      let nearest = entry(behaviour.nearest, of: behaviour)
      var cells = [
        String(i + 1), behaviour.name, String(behaviour.members),
        behaviour.best.meetsRequirements ? "1" : "0",
      ]
      cells += countCells(best.metrics)
      cells += [widest.name, NumberText.cell(widest.metrics.tally.margin)]
      cells += valueCells(widest.overrides)
      cells += [nearest.name, NumberText.exact(nearest.metrics.distanceFromShipped)]
      cells += valueCells(nearest.overrides)
      for range in behaviour.ranges {
        cells += [NumberText.exact(range.lowerBound), NumberText.exact(range.upperBound)]
      }
      for (definition, bits) in zip(choiceParameters, behaviour.choices) {
        cells.append(choiceText(definition, bits))
      }
      table.add(cells)
    }
    try write(Array(table.text.utf8))
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
