import FrameGesture

/// What gestures have tried of a script: the states that its recognizers have reached, and the `on` blocks that have run.
package struct GestureCoverage: Equatable, Sendable {
  package struct Recognizer: Equatable, Sendable {
    package let name: String
    package let kind: RecognizerKind
    package let layer: String
    package internal(set) var reached: Set<GestureState> = []

    /// In the order in which a gesture reaches them.
    package var unreached: [GestureState] { kind.states.filter { !reached.contains($0) } }
  }

  /// An `on` block.
  package struct Block: Equatable, Sendable {
    /// Of its recognizer.
    package let name: String
    /// nil: once, when the gesture is recognized or begins.
    package let state: GestureState?
    package let origin: Origin
    package internal(set) var runs = 0
  }

  private struct Key: Hashable, Sendable {
    let name: String
    let layer: String
  }

  /// In the order of their attachment. Recognizers of one name on one layer count as one.
  package private(set) var recognizers: [Recognizer] = []
  /// In the order of their declaration.
  package internal(set) var blocks: [Block] = []
  /// The indices of the recognizers.
  private var places: [Key: Int] = [:]

  package init() {}

  /// Adds what another run of the same script has tried.
  package mutating func add(_ other: GestureCoverage) {
    if recognizers.isEmpty, blocks.isEmpty { return self = other }
    for recognizer in other.recognizers { add(recognizer) }
    for block in other.blocks {
      let known = blocks.firstIndex { $0.origin == block.origin && $0.name == block.name }
      if let known { blocks[known].runs += block.runs } else { blocks.append(block) }
    }
  }

  mutating func add(_ recognizer: Recognizer) {
    let place = places[Key(name: recognizer.name, layer: recognizer.layer), default: recognizers.count]
    if place < recognizers.count {
      recognizers[place].reached.formUnion(recognizer.reached)
    } else {
      places[Key(name: recognizer.name, layer: recognizer.layer)] = place
      recognizers.append(recognizer)
    }
  }
}

extension RecognizerKind {
  /// The states that its recognizers can reach.
  package var states: [GestureState] {
    isDiscrete ? [.recognized, .failed] : [.began, .changed, .ended, .cancelled, .failed]
  }
}
