import RunStore
import TraceModel

/// `port`: show what a person carries into the app by hand.
struct PortCommand: Command {
  let name = "port"
  let summary = "show a winner's constants as Swift, with tests; applies nothing"
  let operands = "RUN"
  let operandCount = 1...1
  let options: [Option] = []
  let example = "autoresearch port Reports/bundled"
  let details = "Prints the run's port.md, after checking it against the run's checksums."

  func run(_ input: Arguments, in environment: Environment) throws(Failure) -> Int32 {
    let folder = SuiteLoader.normalized(input.operands[0])
    guard environment.disk.isFolder(folder) else {
      throw .usage(
        message: "\(folder): there is no such run folder", fix: "name a folder below Reports")
    }
    let path = "\(folder)/port.md"
    if StoredRecord.read(folder, disk: environment.disk)?.partial != nil {
      throw .usage(
        message:
          "\(folder) is the report of a sweep that was interrupted: it has no winner to port",
        fix: "finish it first: autoresearch sweep --resume \(quotedForShell(folder))")
    }
    guard environment.disk.exists(path) else {
      throw .usage(
        message: "\(folder) has no port.md: no candidate met the plan's requirements",
        fix: "the shipped values are kept; change the plan or the suite, and sweep again")
    }
    let bytes: [UInt8]
    let sums: [UInt8]
    do throws(ReadError) {
      bytes = try environment.disk.read(path)
      sums = try environment.disk.read("\(folder)/\(LockFile.name)")
    } catch {
      throw .input([error.problem])
    }
    let lock = try LockFile.parse(sums, file: "\(folder)/\(LockFile.name)")
    guard lock.entries.contains(where: { $0.path == "port.md" && $0.hash == SHA256.hex(of: bytes) })
    else {
      throw .lock([
        Problem(
          file: path, message: "content differs from SHA256SUMS",
          fix: "restore the run folder, or run the sweep again")
      ])
    }
    environment.console.text(String(decoding: bytes, as: UTF8.self))
    return ExitStatus.done
  }
}
