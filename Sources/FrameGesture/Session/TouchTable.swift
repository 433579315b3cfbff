/// The active recognizers that one touch has reached.
struct ReachedRecognizers: Sendable {
  /// The number of the recognizers.
  var count = 0
  /// The number of the recognizers that have not ended.
  var unfinished = 0
  /// The numbers of the recognizers that have ended and wait until all others have.
  var waiting: [Int] = []
  /// The numbers of the recognizers that were undecided when the touch came down, by
  /// `RecognizerDescription.rank`. Some may have decided since; they are removed when the list is read.
  private var undecided: [(rank: Int, numbers: [Int])] = []

  /// The ranks of the undecided recognizers.
  var ranks: [Int] { undecided.map(\.rank) }

  func undecided(_ rank: Int) -> [Int] { undecided.first { $0.rank == rank }?.numbers ?? [] }

  mutating func addUndecided(_ numbers: [Int], _ rank: Int) {
    if let index = undecided.firstIndex(where: { $0.rank == rank }) {
      undecided[index].numbers += numbers
    } else {
      undecided.append((rank, numbers))
    }
  }

  /// Removes and returns the undecided recognizers of a rank.
  mutating func takeUndecided(_ rank: Int) -> [Int] {
    guard let index = undecided.firstIndex(where: { $0.rank == rank }) else { return [] }
    return undecided.remove(at: index).numbers
  }
}

/// The recognizers that each touch has reached, ordered by the serial number of the touch. There are few, so an array is
/// faster than a dictionary.
struct TouchTable: Sendable {
  private var serials: [Int] = []
  private var values: [ReachedRecognizers] = []

  /// Returns the index of a touch by binary search; nil if it has reached none.
  func index(of serial: Int) -> Int? {
    let index = insertionIndex(serial)
    return index < serials.count && serials[index] == serial ? index : nil
  }

  subscript(index: Int) -> ReachedRecognizers {
    _read { yield values[index] }
    _modify { yield &values[index] }
  }

  mutating func insert(_ value: ReachedRecognizers, of serial: Int) {
    let index = insertionIndex(serial)
    serials.insert(serial, at: index)
    values.insert(value, at: index)
  }

  mutating func remove(at index: Int) {
    serials.remove(at: index)
    values.remove(at: index)
  }

  private func insertionIndex(_ serial: Int) -> Int { serials.partitioningIndex { $0 >= serial } }
}
