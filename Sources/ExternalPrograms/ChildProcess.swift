import Foundation
import Synchronization

/// A command line running under `/bin/sh`, with pipes on its three standard streams.
///
/// It leads a process group of its own, so that ending it ends whatever it started. Our pipe ends
/// never block and never pass to another program.
final class ChildProcess {
  /// Our end of its standard input; nil once closed.
  private(set) var input: Int32?
  let output: Int32
  let errors: Int32
  private let identifier: pid_t
  private var status: Int32?
  private let interruptGuard: InterruptGuard

  /// Why a program can't be started.
  struct SpawnError: Error {
    let reason: String
  }

  /// - Parameters:
  ///   - command: What a person would type in a shell.
  ///   - directory: Where it runs.
  /// - Throws: `SpawnError` when the system has no pipe or process left.
  init(command: String, directory: String) throws(SpawnError) {
    // A program that went away must be an error of ours, not our end.
    signal(SIGPIPE, SIG_IGN)
    let started: (pipes: Pipes, identifier: pid_t)
    do {
      // Between making a pipe and marking it, another program started by us could inherit it.
      started = try Self.starting.withLock { _ in
        let pipes = try Pipes()
        do {
          return (pipes, try Self.spawn(command, in: directory, pipes))
        } catch {
          pipes.closeAll()
          throw error
        }
      }
    } catch let error as SpawnError {
      throw error
    } catch {
      throw SpawnError(reason: "\(error)")
    }
    let pipes = started.pipes
    pipes.theirs.forEach { close($0) }
    for descriptor in pipes.ours {
      _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    }
    input = pipes.ours[0]
    output = pipes.ours[1]
    errors = pipes.ours[2]
    identifier = started.identifier
    interruptGuard = InterruptGuard(group: started.identifier)
  }

  deinit { end() }

  private static let starting = Mutex(())

  /// Tells the program that no more lines come.
  func closeInput() {
    if let input { close(input) }
    input = nil
  }

  /// Whether the program has ended; what it started may still run.
  var isOver: Bool {
    var information = siginfo_t()
    // Not reaped here: until then its number, and so its group's, can't become another's.
    let result = waitid(P_PID, id_t(identifier), &information, WEXITED | WNOHANG | WNOWAIT)
    return status != nil || (result == 0 && information.si_signo == SIGCHLD)
  }

  /// Kills the program's whole group, waits for it, and closes the pipes.
  ///
  /// - Returns: How the program had ended, as `waitpid` gives it.
  @discardableResult
  func end() -> Int32 {
    if let status { return status }
    kill(-identifier, SIGKILL)
    var result: Int32 = 0
    while waitpid(identifier, &result, 0) < 0 && errno == EINTR {}
    status = result
    closeInput()
    close(output)
    close(errors)
    return result
  }

  /// Three pipes, every end closed on exec.
  private struct Pipes {
    /// Write end of its input, read ends of its output and errors.
    let ours: [Int32]
    /// Read end of its input, write ends of its output and errors.
    let theirs: [Int32]

    init() throws(SpawnError) {
      var ends: [[Int32]] = []
      for _ in 0..<3 {
        var pair: [Int32] = [0, 0]
        guard pipe(&pair) == 0 else {
          let reason = String(cString: strerror(errno))
          ends.joined().forEach { close($0) }
          throw SpawnError(reason: reason)
        }
        pair.forEach { _ = fcntl($0, F_SETFD, FD_CLOEXEC) }
        ends.append(pair)
      }
      ours = [ends[0][1], ends[1][0], ends[2][0]]
      theirs = [ends[0][0], ends[1][1], ends[2][1]]
    }

    func closeAll() { (ours + theirs).forEach { close($0) } }
  }

  private static func spawn(_ command: String, in directory: String, _ pipes: Pipes)
    throws(SpawnError) -> pid_t
  {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    for (stream, descriptor) in pipes.theirs.enumerated() {
      posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(stream))
    }
    // A group of its own; no signal blocked or ignored, whatever we do with ours.
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    var usual = sigset_t()
    sigemptyset(&usual)
    sigaddset(&usual, SIGPIPE)
    sigaddset(&usual, SIGINT)
    posix_spawnattr_setsigdefault(&attributes, &usual)
    posix_spawnattr_setpgroup(&attributes, 0)
    let flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
    posix_spawnattr_setflags(&attributes, Int16(flags))

    let words = ["sh", "-c", "cd -- \"$1\" && exec /bin/sh -c \"$2\"", "sh", directory, command]
    let arguments = words.map { strdup($0) } + [nil]
    let environment =
      ProcessInfo.processInfo.environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { (arguments + environment).forEach { free($0) } }
    var identifier: pid_t = 0
    let failure = posix_spawn(
      &identifier, "/bin/sh", &actions, &attributes, arguments, environment)
    guard failure == 0 else { throw SpawnError(reason: String(cString: strerror(failure))) }
    return identifier
  }
}
