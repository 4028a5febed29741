import Evidence
import Testing
import TraceModel

/// Whole numbers of up to `limbs` 32-bit pieces, with many zero and all-one pieces.
private func randomInteger(_ random: inout SplitMix64, limbs: Int) -> BigInteger {
  var value = BigInteger.zero
  for _ in 0..<random.below(limbs + 1) {
    let piece = [0, 1, 0xFFFF_FFFF, 0x8000_0000, random.below(1 << 32)][random.below(5)]
    value = (value << 32) + BigInteger(piece)
  }
  return random.below(2) == 0 ? value : -value
}

@Test func divisionUndoesMultiplication() {
  var random = SplitMix64(seed: 11)
  for _ in 0..<4_000 {
    let a = randomInteger(&random, limbs: 9)
    let b = randomInteger(&random, limbs: 6)
    guard !b.isZero else { continue }
    let (quotient, remainder) = a.quotientAndRemainder(dividingBy: b)
    #expect(quotient * b + remainder == a)
    #expect(remainder.magnitude < b.magnitude)
    #expect(remainder.isZero || remainder.signum == a.signum)
    #expect((a * b) / b == a)
  }
}

@Test func smallWholeNumbersAgreeWithInt() {
  var random = SplitMix64(seed: 12)
  for _ in 0..<2_000 {
    let a = random.below(2_000_001) - 1_000_000
    let b = random.below(2_001) - 1_000
    #expect(BigInteger(a) + BigInteger(b) == BigInteger(a + b))
    #expect(BigInteger(a) - BigInteger(b) == BigInteger(a - b))
    #expect(BigInteger(a) * BigInteger(b) == BigInteger(a * b))
    #expect((BigInteger(a) < BigInteger(b)) == (a < b))
    #expect("\(BigInteger(a))" == "\(a)")
    if b != 0 { #expect(BigInteger(a) / BigInteger(b) == BigInteger(a / b)) }
  }
}

@Test func factorialOfThirtyPrints() {
  let factorial = (1...30).reduce(BigInteger.one) { $0 * BigInteger($1) }
  #expect("\(factorial)" == "265252859812191058636308480000000")
  #expect("\(BigInteger(1_000_000_000) * BigInteger(-1_000_000_000))" == "-1000000000000000000")
}

/// Bit patterns of every kind of finite number survive the way to a fraction and back.
@Test func doublesAreExactFractions() throws {
  var random = SplitMix64(seed: 13)
  var values = [0, 0.1, -0.1, 1.0 / 3, 42.857142857142854, .greatestFiniteMagnitude]
  values += [.leastNormalMagnitude, .leastNonzeroMagnitude, -60, 1e-5, 100]
  for _ in 0..<500 {
    let value = Double(bitPattern: random.next())
    if value.isFinite { values.append(value) }
  }
  for value in values {
    let exact = try #require(Rational(exactly: value))
    #expect(exact.double == value)
  }
  #expect(Rational(exactly: .nan) == nil)
  #expect(Rational(exactly: -.infinity) == nil)
  #expect("\(try #require(Rational(exactly: 0.1)))" == "3602879701896397/36028797018963968")
}

@Test func quotientsRoundToNearest() {
  var random = SplitMix64(seed: 14)
  for _ in 0..<2_000 {
    // Both are exact Doubles, so the hardware's division is the correctly rounded quotient.
    let a = random.below(1 << 53) - (1 << 52)
    let b = random.below(1 << 53) + 1
    #expect(Rational(a, over: b).double == Double(a) / Double(b))
  }
}

@Test func fractionsFollowTheFieldRules() {
  var random = SplitMix64(seed: 15)
  func draw() -> Rational { Rational(random.below(201) - 100, over: random.below(60) + 1) }
  for _ in 0..<500 {
    let (a, b, c) = (draw(), draw(), draw())
    #expect(a + b - b == a)
    #expect(a * (b + c) == a * b + a * c)
    if !b.isZero { #expect(a / b * b == a) }
    #expect((a < b) == (a.double < b.double))
  }
  #expect(Rational(3, over: -6) == Rational(-1, over: 2))
}

@Test(arguments: [
  (Rational(3, over: 5), "0.6"), (Rational(-1, over: 8), "-0.125"), (Rational(7, over: 12), "7/12"),
  (Rational(60), "60"), (Rational(0), "0"), (Rational(1, over: 1_000), "0.001"),
  (Rational(-5, over: 2), "-2.5"), (Rational(1_000), "1000"),
])
func fractionsPrintShort(_ value: Rational, _ text: String) {
  #expect("\(value)" == text)
}
