extension Range<Int> {
  /// Returns the smallest range around both; an empty one is ignored.
  @inlinable
  package func union(_ other: Self) -> Self {
    if other.isEmpty { return self }
    if isEmpty { return other }
    return Swift.min(lowerBound, other.lowerBound)..<Swift.max(upperBound, other.upperBound)
  }

  /// Returns consecutive parts of this length; the last one may be shorter.
  package func parts(of length: Int) -> [Self] {
    stride(from: lowerBound, to: upperBound, by: length).map { $0..<Swift.min($0 + length, upperBound) }
  }
}
