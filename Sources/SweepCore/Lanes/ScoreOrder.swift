/// The steps of a table by their score, kept from one weight set to the next.
///
/// Neighbours in a lattice leave most steps near where they were, so moving each a few places sorts
/// them; where that takes long, they are sorted anew.
final class ScoreOrder {
  /// Ascending, and the slot of each.
  let scores: Scratch<Double>
  let slots: Scratch<Int32>
  let count: Int
  /// By slot: its place among the distinct scores of its word, from 1; 64 more may be read.
  let ranks: Scratch<Int32>
  /// Whether there is an order yet.
  private(set) var isSorted = false
  private let words: [Int32]
  private let lastBins: Scratch<Int32>
  private let lastRanks: Scratch<Int32>
  private let wordCount: Int

  init(_ table: LaneTable, slots: [Int32]) {
    count = slots.count
    scores = Scratch(0, count: count)
    self.slots = Scratch(0, count: count)
    for (i, slot) in slots.enumerated() { self.slots.base[i] = slot }
    ranks = Scratch(0, count: table.slotCount + 64)
    var words = [Int32](repeating: 0, count: table.slotCount)
    wordCount = table.words.count
    for word in 0..<wordCount {
      let first = table.words[word].firstSlot
      for slot in first..<first + 8 * table.words[word].vectors { words[slot] = Int32(word) }
    }
    self.words = words
    lastBins = Scratch(0, count: wordCount)
    lastRanks = Scratch(0, count: wordCount)
  }

  /// Sorts the steps by their new scores.
  func sort(_ new: UnsafePointer<Double>) {
    isSorted = true
    let (scores, slots) = (scores.base, slots.base)
    // Beyond so many moves sorting anew is quicker.
    var moves = 16 &* count
    for i in 0..<count {
      let slot = slots[i]
      // Adding 0 turns −0 into 0, the sum that starts from zero.
      let score = new[Int(slot)] + 0
      var place = i
      while place > 0 && scores[place &- 1] > score {
        scores[place] = scores[place &- 1]
        slots[place] = slots[place &- 1]
        place &-= 1
      }
      scores[place] = score
      slots[place] = slot
      moves &-= i &- place
      if moves < 0 { return sortAnew(new) }
    }
  }

  private func sortAnew(_ new: UnsafePointer<Double>) {
    var pairs = (0..<count).map { (score: new[Int(slots.base[$0])] + 0, slot: slots.base[$0]) }
    pairs.sort { $0.score < $1.score }
    for (i, pair) in pairs.enumerated() {
      scores.base[i] = pair.score
      slots.base[i] = pair.slot
    }
  }

  /// Ranks the steps of each word by their bins, which rise with the order.
  func rankWithinWords(_ bins: UnsafePointer<Int32>) {
    lastBins.base.update(repeating: 0, count: wordCount)
    lastRanks.base.update(repeating: 0, count: wordCount)
    let (slots, ranks, lastBins, lastRanks) = (
      slots.base, ranks.base, lastBins.base, lastRanks.base
    )
    words.withUnsafeBufferPointer { words in
      for i in 0..<count {
        let slot = Int(slots[i])
        let word = Int(words[slot])
        if bins[slot] != lastBins[word] {
          lastBins[word] = bins[slot]
          lastRanks[word] &+= 1
        }
        ranks[slot] = lastRanks[word]
      }
    }
  }
}
