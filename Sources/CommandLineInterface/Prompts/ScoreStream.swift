import PromptStudy
import ReportWriters
import RunReport
import RunStore
import TextRules
import TraceModel

/// Scores outputs as they stream by: read in batches, scored in parallel, written in order.
///
/// Memory does not grow with the number of outputs, and the bytes do not depend on the threads.
struct ScoreStream {
  /// Bytes of outputs, and outputs, that one worker takes at a time.
  private static let batchBytes = 1 << 18
  private static let batchCount = 1024
  /// Problems told one by one; further ones are counted.
  static let problemLimit = 100

  let scorer: Scorer
  let asJSON: Bool
  let threads: Int

  private struct Batch: Sendable {
    let parser: OutputParser
    let records: [OutputRecord]
  }

  private struct Scored: Sendable {
    var text = ""
    var counts = ScoreCounts()
    var problems: [Problem] = []
    var refused = 0
  }

  /// - Parameters:
  ///   - reader: The outputs.
  ///   - console: Where scores go, as they come.
  /// - Throws: `input` at the end, when any record was refused; the others are scored by then.
  func run(_ reader: inout OutputRecordReader, console: Console) throws(Stop) {
    var counts = ScoreCounts()
    var problems: [Problem] = []
    var refused = 0
    var seen = 0
    while !console.isClosed {
      let batches: [Batch]
      do throws(ReadError) { batches = try next(&reader) } catch { throw .unreadable(error) }
      if batches.isEmpty { break }
      for scored in OrderedWork.map(batches, threads: threads, { score($0) }) {
        console.text(scored.text)
        counts.merge(scored.counts)
        refused += scored.refused
        problems += scored.problems.prefix(Self.problemLimit - problems.count)
      }
      seen += batches.reduce(0) { $0 + $1.records.count }
    }
    if seen == 0 && !console.isClosed {
      throw .failure(.input([PlainFiles.noOutput(reader.file, reader.format)]))
    }
    if !asJSON, counts.outputs > 1 {
      console.line()
      counts.lines.forEach { console.line($0) }
    }
    guard refused > 0 else { return }
    if refused > problems.count {
      problems.append(
        Problem(
          file: reader.file, message: "\(refused - problems.count) more problems, not shown",
          fix: "mend those above first"))
    }
    throw .failure(.input(problems))
  }

  enum Stop: Error {
    case unreadable(ReadError)
    case failure(Failure)
  }

  /// Up to two batches a thread, so that none waits long for the slowest.
  private func next(_ reader: inout OutputRecordReader) throws(ReadError) -> [Batch] {
    var batches: [Batch] = []
    while batches.count < 2 * threads {
      var records: [OutputRecord] = []
      var bytes = 0
      while records.count < Self.batchCount, bytes < Self.batchBytes,
        let record = try reader.next()
      {
        records.append(record)
        bytes += record.byteCount
      }
      if records.isEmpty { break }
      batches.append(Batch(parser: reader.parser, records: records))
    }
    return batches
  }

  private func score(_ batch: Batch) -> Scored {
    var result = Scored()
    for record in batch.records {
      switch batch.parser.parse(record) {
      case .success(let output):
        let score = scorer.score(output.output)
        let isLate = (output.latencySeconds ?? 0) > RuleSet.appLatencyLimitSeconds
        result.counts.add(score, isLate: isLate)
        if asJSON {
          result.text +=
            ScoreText.json(
              score, caseName: output.caseName, sample: output.sample ?? 0, isLate: isLate
            ).line
          result.text += "\n"
        } else {
          let sample = output.sample.map { $0 > 0 ? " sample \($0)" : "" } ?? ""
          let place = plainLine(output.caseName) + sample
          for line in ScoreText.lines(score, place: place, isLate: isLate) {
            result.text += line + "\n"
          }
        }
      case .failure(let faults):
        result.refused += faults.problems.count
        result.problems += faults.problems.prefix(Self.problemLimit - result.problems.count)
      }
    }
    return result
  }
}
