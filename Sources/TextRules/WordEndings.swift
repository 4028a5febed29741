/// English endings: which base forms a bent form may come from.
enum WordEndings {
  /// Possible bases, likely ones first. The "s" forms are marked plural; they may be third person.
  static func bases(of word: String) -> [(base: String, form: WordForm)] {
    var bases: [(base: String, form: WordForm)] = []
    let count = word.utf8.count
    guard count > 2 else { return bases }
    if word.hasSuffix("s"), !word.hasSuffix("ss") {
      bases.append((String(word.dropLast()), .plural))
      if word.hasSuffix("es"), count > 4 { bases.append((String(word.dropLast(2)), .plural)) }
      if word.hasSuffix("ies"), count > 4 {
        bases.append((String(word.dropLast(3)) + "y", .plural))
      }
      if word.hasSuffix("ves"), count > 4 {
        bases.append((String(word.dropLast(3)) + "f", .plural))
      }
    }
    if word.hasSuffix("ed"), count > 3 {
      addStem(String(word.dropLast(2)), .past, to: &bases)
      if word.hasSuffix("ied") { bases.append((String(word.dropLast(3)) + "y", .past)) }
    }
    if word.hasSuffix("ing"), count > 5 { addStem(String(word.dropLast(3)), .gerund, to: &bases) }
    if word.hasSuffix("'s") { bases.append((String(word.dropLast(2)), .plural)) }
    return bases
  }

  private static func addStem(
    _ stem: String, _ form: WordForm, to bases: inout [(base: String, form: WordForm)]
  ) {
    bases.append((stem, form))
    bases.append((stem + "e", form))
    let end = stem.utf8.suffix(2)
    if end.count == 2, end.first == end.last { bases.append((String(stem.dropLast()), form)) }
  }
}
