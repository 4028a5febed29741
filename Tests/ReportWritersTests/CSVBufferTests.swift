import ReportWriters
import Testing
import TraceModel

struct CSVBufferTests {
  private func text(_ fill: (inout CSVBuffer) -> Void) -> String {
    var buffer = CSVBuffer()
    fill(&buffer)
    return String(decoding: buffer.bytes, as: UTF8.self)
  }

  @Test func cellsAreSeparatedAndRowsEnd() {
    let rows = text {
      $0.integer(-12)
      $0.empty()
      $0.word("off")
      $0.ready(Array("1,2".utf8))
      $0.number(nil)
      $0.key(0x0123_4567_89ab_cdef)
      $0.endRow()
      $0.integer(0)
      $0.endRow()
    }
    #expect(rows == "-12,,off,1,2,,b0123456789abcdef\n0\n")
  }

  @Test func cellsMadeOnceAreWrittenByNumber() {
    let cells = CSVCells(["0.05", "", "22:00-07:00", "π"])
    let rows = text { buffer in
      for i in 0..<cells.count { buffer.ready(cells, i) }
      buffer.endRow()
    }
    #expect(rows == "0.05,,22:00-07:00,π\n")
  }

  @Test func wholeNumbersAreWrittenAsSwiftDoes() {
    for value in [Int.min, -1, 0, 9, 10, 99, 100, 12_345, Int.max] {
      #expect(text { $0.integer(value) } == String(value))
    }
  }

  @Test func numbersAreWrittenAsEverywhereElse() {
    var random = SplitMix64(seed: 5)
    var values: [Double] = [
      0, -0.0, 1, -1, 0.1, 0.3, 1e-4, 9.9e-5, 1e-5, 999_999.999999999, 1e6, 1e15, 1e16, 1e300,
      0.1 + 0.2, 1.0 / 3, .leastNonzeroMagnitude, 0.000123456789, 52.5, 100, 1e-9,
    ]
    for digits in 0...12 {
      for _ in 0..<300 {
        var scale = 1.0
        for _ in 0..<digits { scale *= 10 }
        values.append((random.unit() * 1000 * scale).rounded() / scale)
        values.append(random.unit() * scale)
      }
    }
    for value in values { #expect(text { $0.number(value) } == NumberText.exact(value)) }
  }
}
