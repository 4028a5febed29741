import PromptStudy
import Testing

@Test(arguments: [1, 2, 3, 8])
func workKeepsTheOrderOfItsItems(threads: Int) {
  let squares = OrderedWork.map(Array(0..<500), threads: threads) { $0 * $0 }
  #expect(squares == (0..<500).map { $0 * $0 })
}
