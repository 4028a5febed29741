extension BranchAndBound.Found {
  /// Why one missed positive cannot be caught beside those that are, as a proof over named steps.
  ///
  /// The negatives that fire anyway are left out; those that stay silent must go on doing so. Nothing when
  /// weights exist after all, at a margin below `BranchAndBound.decisionMargin`.
  ///
  /// - Parameters:
  ///   - missed: A positive that is not caught.
  ///   - positives: All positives of the search.
  ///   - negatives: All its negatives.
  ///   - thresholds: The range the threshold may take.
  /// - Returns: The proof, its steps numbered as in the arrays given.
  /// - Throws: `SeparabilityError` for unusable steps.
  package func reason(
    forMissing missed: Int, positives: [NamedStep], negatives: [NamedStep],
    thresholds: ClosedRange<Double> = 0...100
  ) throws(SeparabilityError) -> Contradiction? {
    let wanted = caught + [missed]
    let alarms = Set(falseAlarms)
    let silent = negatives.indices.filter { !alarms.contains($0) }
    let result = try Separability.decide(
      positives: wanted.map { positives[$0] }, negatives: silent.map { negatives[$0] },
      thresholds: thresholds)
    guard case .contradiction(let proof) = result else { return nil }
    return proof.renumbered(positives: wanted, negatives: silent)
  }
}
