/// Recognizers at work, each found by its number in one step.
struct ActiveRecognizers: Sendable {
  /// In any order.
  private var runs: [ActiveRecognizer] = []
  /// Where the run of each number lies, counted from the first number; -1 of one that is not at work.
  private var places: [Int] = []
  private var firstNumber = 0

  var isEmpty: Bool { runs.isEmpty }
  var numbers: [Int] { runs.map(\.number) }

  func contains(_ number: Int) -> Bool { place(of: number) != nil }

  /// The run of a recognizer that is at work.
  subscript(number: Int) -> ActiveRecognizer {
    _read { yield runs[places[number - firstNumber]] }
    _modify { yield &runs[places[number - firstNumber]] }
  }

  mutating func insert(_ run: ActiveRecognizer) {
    let index = run.number - firstNumber
    while places.count <= index { places.append(-1) }
    places[index] = runs.count
    runs.append(run)
  }

  /// The last run takes the place of the one that goes.
  mutating func remove(_ number: Int) {
    guard let place = place(of: number) else { return }
    runs.swapAt(place, runs.count - 1)
    places[runs[place].number - firstNumber] = place
    runs.removeLast()
    places[number - firstNumber] = -1
  }

  /// - Parameter next: the lowest number of a recognizer that may still come.
  mutating func removeAll(next: Int) {
    (runs, places, firstNumber) = ([], [], next)
  }

  private func place(of number: Int) -> Int? {
    let index = number - firstNumber
    guard places.indices.contains(index), places[index] >= 0 else { return nil }
    return places[index]
  }
}

/// The recognizers that one touch has reached and that are still at work.
struct ReachedRecognizers: Sendable {
  /// How many there are.
  var count = 0
  /// How many of them have not come to an end.
  var unfinished = 0
  /// The numbers of those that were undecided when the touch came, by how many taps they take; 0 for all other kinds.
  /// Those that have decided since are dropped when somebody looks.
  var undecided: [Int: [Int]] = [:]
  /// The numbers of those that have come to an end and wait until all others have.
  var waiting: [Int] = []
}
