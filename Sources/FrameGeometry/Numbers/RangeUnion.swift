extension Range<Int> {
  /// Returns the smallest range around both; an empty one is ignored.
  @inlinable
  package func union(_ other: Self) -> Self {
    if other.isEmpty { return self }
    if isEmpty { return other }
    return Swift.min(lowerBound, other.lowerBound)..<Swift.max(upperBound, other.upperBound)
  }
}
