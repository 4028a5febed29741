/// Whether two values agree to 1e-10, absolutely or relative to the larger.
func agrees(_ a: Double, _ b: Double) -> Bool {
  abs(a - b) <= 1e-10 * max(1e-300, min(1, max(abs(a), abs(b))))
}
