import RunStore
import SweepCore
import TraceModel

/// All shards of a sweep, found in the folder they share and checked before any is used.
struct ShardMerge {
  private let folder: String
  private let disk: Disk
  /// By number, from 1, as many as the sweep has.
  private let paths: [String]

  /// Checks each shard's checksum and where it belongs; holds one in memory at a time.
  ///
  /// - Throws: `input` naming every shard that is missing, torn, or of another sweep.
  init(
    of identity: SweepIdentity, candidates: Int, in folder: String, plan: String, disk: Disk
  ) throws(Failure) {
    self.folder = folder
    self.disk = disk
    var problems: [Problem] = []
    var counts: [Int: Int] = [:]
    var found: [(path: String, shard: Shard)] = []
    for name in disk.list(folder) ?? [] where Self.isShard(name) {
      let path = "\(folder)/\(name)"
      do throws(Problem) {
        let file = try Self.read(path, disk)
        if let difference = file.difference(from: identity, candidates: candidates) {
          problems.append(Self.foreign(path, difference))
        } else if file.shard.fileName != name {
          problems.append(Self.foreign(path, "is shard \(file.shard.text) by another name"))
        } else {
          found.append((path, file.shard))
          counts[file.shard.count, default: 0] += 1
        }
      } catch {
        problems.append(error)
      }
    }
    // What most say, the larger number when as many say either.
    let count = counts.max { ($0.value, $0.key) < ($1.value, $1.key) }?.key
    guard let count else {
      throw .input(
        problems.isEmpty
          ? [
            Problem(
              file: folder, message: "holds no shard",
              fix: "tally them: autoresearch sweep PLAN --shard K/N --out \(folder)")
          ] : problems)
    }
    for (path, shard) in found where shard.count != count {
      problems.append(Self.foreign(path, "is a part of \(shard.count), the others of \(count)"))
    }
    let known = Set(problems.map(\.file))
    let numbers = Set(found.filter { $0.shard.count == count }.map(\.shard.number))
    let paths = (1...count).map { "\(folder)/\(Shard(number: $0, count: count).fileName)" }
    for number in 1...count
    where !numbers.contains(number) && !known.contains(paths[number - 1]) {
      problems.append(
        Problem(
          file: paths[number - 1], message: "is missing: the sweep has \(count) shards",
          fix: "tally it: autoresearch sweep \(plan) --shard \(number)/\(count) --out \(folder)"))
      if problems.count > 100 { break }
    }
    guard problems.isEmpty else {
      throw .input(problems.sorted { ($0.file.count, $0.file) < ($1.file.count, $1.file) })
    }
    self.paths = paths
  }

  /// Everything that the shards tallied: what one sweep of the whole would hold.
  func total(_ runner: SweepRunner) throws(Failure) -> Aggregate {
    var total = runner.emptyAggregate(for: runner.space.count)
    for path in paths {
      do throws(Problem) {
        let file = try Self.read(path, disk)
        do throws(MalformedBytes) {
          total.merge(
            try Aggregate(file.body, like: runner.emptyAggregate(for: file.range.count)))
        } catch {
          throw Self.foreign(path, "can't be merged: \(error.reason)")
        }
      } catch {
        throw .input([error])
      }
    }
    total.finish()
    return total
  }

  private static func isShard(_ name: String) -> Bool {
    name.hasPrefix("shard-") && name.hasSuffix(".json")
      && Int(name.dropFirst(6).dropLast(5)) != nil
  }

  private static func read(_ path: String, _ disk: Disk) throws(Problem) -> ShardFile {
    let bytes: [UInt8]
    do throws(ReadError) {
      bytes = try disk.read(path)
    } catch {
      throw error.problem
    }
    return try ShardFile(bytes, file: path)
  }

  private static func foreign(_ path: String, _ message: String) -> Problem {
    Problem(file: path, message: message, fix: "remove it, and tally this shard again")
  }
}
