import FrameGeometry
import FrameGesture
import FrameImage

/// The recognizers of a run, by layer and name: the recognizers of the preset, which every image gets, and the declared ones.
struct RecognizerTable {
  private struct Entry {
    var number: Int
    var name: String
  }

  /// The recognizers of one layer. Those of one kind or name are in the order of their attachment.
  private struct LayerEntries {
    var byName: [String: [Entry]] = [:]
    var byKind: [RecognizerKind: [Int]] = [:]
    /// The preset's recognizers that no other has replaced.
    var preset: [RecognizerKind: Int] = [:]
    private(set) var count = 0

    mutating func add(_ entry: Entry, _ kind: RecognizerKind) {
      count += 1
      byName[entry.name, default: []].append(entry)
      byKind[kind, default: []].append(entry.number)
    }

    /// Removes the preset's recognizer of a kind and returns its number; nil if there is none.
    mutating func removePreset(_ kind: RecognizerKind) -> Int? {
      guard let number = preset.removeValue(forKey: kind) else { return nil }
      byName[kind.rawValue]?.removeAll { $0.number == number }
      byKind[kind]?.removeAll { $0 == number }
      return number
    }
  }

  /// Recognizers of one layer decide about each other in pairs.
  private static let mostOfLayer = 1000

  private let preset: PresetDefinition
  private var byLayer: [Int: LayerEntries] = [:]
  /// The layers that have, or once had, a recognizer of a name.
  private var layersByName: [String: Set<Int>] = [:]
  private var kinds: [String: Set<RecognizerKind>]
  /// The names whose recognizers are disabled, also those of later layers.
  private var disabled: Set<String> = []
  /// The declared relations, in their order, by both of their names.
  private var relations: [String: [Relation]] = [:]
  /// The declared relations between two names of the preset.
  private var presetRelations: [Relation] = []
  /// By name, the names that must fail before it begins. The preset's requirements come first.
  private var requirements: [String: [String]] = [:]
  /// The names that must fail before others begin.
  private var required: Set<String> = []

  init(_ preset: PresetDefinition) {
    self.preset = preset
    kinds = Dictionary(uniqueKeysWithValues: preset.kinds.map { ($0.rawValue, [$0]) })
    for relation in preset.relations where relation.kind == .requirement {
      requirements[relation.first, default: []].append(relation.second)
      required.insert(relation.second)
    }
  }

  /// - Throws: `SceneProblem.unknownRecognizer` if there is no recognizer of this name.
  func check(_ name: String) throws(SceneError) {
    guard kinds[name] == nil else { return }
    throw SceneError(.unknownRecognizer(name, known: kinds.keys.sorted()))
  }

  func kinds(named name: String) -> Set<RecognizerKind> { kinds[name] ?? [] }

  /// Returns the numbers of a layer's recognizers of a kind.
  func numbers(of kind: RecognizerKind, on layer: Int) -> [Int] { byLayer[layer]?.byKind[kind] ?? [] }

  // MARK: Attaching

  /// Gives a layer the preset's recognizers.
  mutating func prepare(_ layer: Int, in session: inout GestureSession) throws(SceneError) {
    var entries = LayerEntries()
    for (kind, number) in zip(preset.kinds, session.attach(preset, on: layer)) {
      entries.add(Entry(number: number, name: kind.rawValue), kind)
      entries.preset[kind] = number
      layersByName[kind.rawValue, default: []].insert(layer)
      if disabled.contains(kind.rawValue) { session.setEnabled(number, false) }
    }
    byLayer[layer] = entries
    for relation in presetRelations {
      try apply(
        relation, entries.byName[relation.first] ?? [], entries.byName[relation.second] ?? [], in: &session)
    }
  }

  /// Adds a recognizer to a layer. It replaces the preset's recognizer of that kind, if the layer has it, and inherits
  /// its relations.
  ///
  /// - Returns: the end of the gesture of the recognizer that it replaces, if one is in progress.
  mutating func add(
    _ recognizer: RecognizerDescription, in session: inout GestureSession
  ) throws(SceneError) -> [GestureEvent] {
    let (kind, name, layer) = (recognizer.kind, recognizer.name, recognizer.target)
    let count = byLayer[layer]?.count ?? 0
    try Origin().check(.parts("recognizers of a layer"), count + 1, atMost: Self.mostOfLayer)
    kinds[name, default: []].insert(kind)
    let replaced = byLayer[layer]?.removePreset(kind)
    let ended = replaced.map { session.setEnabled($0, false) } ?? []
    if let replaced { session.detach(replaced) }
    let entry = Entry(number: session.attach(recognizer), name: name)
    byLayer[layer, default: LayerEntries()].add(entry, kind)
    layersByName[name, default: []].insert(layer)
    if disabled.contains(name) { session.setEnabled(entry.number, false) }
    if replaced != nil {
      for relation in preset.relations where relation.involves(kind.rawValue) {
        try apply(relation.renaming(kind.rawValue, to: name), to: entry, on: layer, in: &session)
      }
    }
    for relation in relations[name] ?? [] { try apply(relation, to: entry, on: layer, in: &session) }
    return ended
  }

  /// Enables or disables all recognizers of a name, and those that layers get later.
  ///
  /// - Returns: the events of gestures that end.
  mutating func setEnabled(
    _ name: String, _ isEnabled: Bool, in session: inout GestureSession
  ) throws(SceneError) -> [GestureEvent] {
    try check(name)
    if isEnabled { disabled.remove(name) } else { disabled.insert(name) }
    return entries(name, on: layers(named: name).sorted()).flatMap {
      session.setEnabled($0.number, isEnabled)
    }
  }

  // MARK: Relations

  /// Adds a relation of two names. It holds for existing and for later layers.
  mutating func add(_ relation: Relation, in session: inout GestureSession) throws(SceneError) {
    try check(relation.first)
    try check(relation.second)
    if let cycle = cycle(adding: relation) { throw SceneError(.requireCycle(cycle)) }
    relations[relation.first, default: []].append(relation)
    if relation.second != relation.first { relations[relation.second, default: []].append(relation) }
    if relation.kind == .requirement {
      requirements[relation.first, default: []].append(relation.second)
      required.insert(relation.second)
    }
    let presetNames = preset.kinds.map(\.rawValue)
    if presetNames.contains(relation.first), presetNames.contains(relation.second) {
      presetRelations.append(relation)
    }
    let firsts = layers(named: relation.first)
    let seconds = layers(named: relation.second)
    let both = firsts.intersection(seconds)
    for layer in both.sorted() {
      try apply(
        relation, entries(relation.first, on: [layer]), entries(relation.second, on: [layer]), in: &session)
    }
    // If no layer has both names, the relation connects recognizers of different layers.
    guard both.isEmpty else { return }
    try apply(
      relation, entries(relation.first, on: firsts.sorted()), entries(relation.second, on: seconds.sorted()),
      in: &session)
  }

  private func layers(named name: String) -> Set<Int> {
    (layersByName[name] ?? []).filter { byLayer[$0]?.byName[name]?.isEmpty == false }
  }

  private func entries(_ name: String, on layers: [Int]) -> [Entry] {
    layers.flatMap { byLayer[$0]?.byName[name] ?? [] }
  }

  /// Applies a relation between one recognizer and the others of its layer.
  private func apply(
    _ relation: Relation, to entry: Entry, on layer: Int, in session: inout GestureSession
  ) throws(SceneError) {
    if relation.first == entry.name {
      try apply(relation, [entry], entries(relation.second, on: [layer]), in: &session)
    }
    if relation.second == entry.name {
      try apply(relation, entries(relation.first, on: [layer]), [entry], in: &session)
    }
  }

  private func apply(
    _ relation: Relation, _ firsts: [Entry], _ seconds: [Entry], in session: inout GestureSession
  ) throws(SceneError) {
    for first in firsts {
      for second in seconds where second.number != first.number {
        switch relation.kind {
        case .simultaneous: session.allowSimultaneous(first.number, second.number)
        case .requirement:
          guard session.require(first.number, toFail: second.number) else {
            throw SceneError(.requireCycle([first.name, second.name, first.name]))
          }
        }
      }
    }
  }

  /// Returns the cycle that a new requirement would close, as in a -> b -> a; nil if there is none.
  private func cycle(adding new: Relation) -> [String]? {
    guard new.kind == .requirement else { return nil }
    if new.first == new.second { return [new.first, new.second] }
    guard required.contains(new.first) else { return nil }
    var previous = [new.second: new.first]
    var open = [new.second]
    while let name = open.popLast() {
      for next in requirements[name] ?? [] {
        if next == new.first {
          var path = [next, name]
          while let last = path.last, last != new.first, let before = previous[last] { path.append(before) }
          return path.reversed()
        }
        if previous[next] == nil {
          previous[next] = name
          open.append(next)
        }
      }
    }
    return nil
  }
}

/// A relation of two recognizers, by their names.
struct Relation: Equatable {
  enum Kind {
    /// The first waits for the second to fail.
    case requirement
    case simultaneous
  }

  var kind: Kind
  var first: String
  var second: String

  func involves(_ name: String) -> Bool { first == name || second == name }

  func renaming(_ old: String, to new: String) -> Relation {
    Relation(kind: kind, first: first == old ? new : first, second: second == old ? new : second)
  }
}

extension PresetDefinition {
  fileprivate var relations: [Relation] {
    requires.map { Relation(kind: .requirement, first: $0.first.rawValue, second: $0.second.rawValue) }
      + simultaneous.map {
        Relation(kind: .simultaneous, first: $0.first.rawValue, second: $0.second.rawValue)
      }
  }
}
