import CommandLineInterface
import TestSupport
import Testing
import TraceModel

@Test func wordsBecomeOperandsAndOptions() throws {
  let command = try #require(Commands.named("evaluate"))
  let input = try Arguments(
    ["--set", "a=1", "-", "--set=b=2", "--json", "--require=recall>=0.5"], for: command)
  #expect(input.operands == ["-"])
  #expect(input.all(.set) == ["a=1", "b=2"])
  #expect(input.has(.json))
  #expect(!input.has(.weights))
  #expect(input.value(.weights) == nil)
  #expect(try input.requirements.map(\.text) == ["recall>=0.5"])
}

@Test func wordsAfterTwoDashesAreOperands() throws {
  let command = try #require(Commands.named("verify"))
  let input = try Arguments(["a", "--", "--json", "--"], for: command)
  #expect(input.operands == ["a", "--json", "--"])
}

@Test func helpWinsOverMissingOperands() throws {
  let command = try #require(Commands.named("evaluate"))
  #expect(try Arguments(["--help"], for: command).has(.help))
}
