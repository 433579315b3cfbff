extension RandomAccessCollection where Index == Int {
  /// Returns the first index whose element fulfills a condition that all later elements fulfill, too; the end index if none
  /// does.
  @inlinable
  package func partitioningIndex(where isBehind: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = low + (high - low) / 2
      if isBehind(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
