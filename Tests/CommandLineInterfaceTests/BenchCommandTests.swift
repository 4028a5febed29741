import CommandLineInterface
import TestSupport
import Testing

struct BenchCommandTests {
  @Test(arguments: [
    (["bench", "--seconds", "0"], "error: --seconds is \"0\""),
    (["bench", "--seconds", "soon"], "error: --seconds is \"soon\""),
    (["bench", "--python", "python3"], "error: --python is for --peers"),
    (["bench", "--peers"], "error: --peers needs Tests/Peers/peers.py, and it is not here"),
    (["bench", "suite"], "error: bench does not take \"suite\""),
  ])
  func wrongUseIsTold(_ words: [String], _ message: String) throws {
    let folder = try TemporaryFolder()
    let run = Terminal(words, in: folder.path)
    #expect(run.status == 64)
    #expect(run.messages.split(separator: "\n").first.map(String.init) == message)
  }
}
