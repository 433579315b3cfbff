import FrameGesture
import FrameModel

/// Which recognizers a script has, by layer and name: those of its preset, which every image gets, and its own.
struct RecognizerTable {
  private struct Entry {
    var number: Int
    var name: String
  }

  /// The recognizers of one layer, each kind and name in the order of attachment.
  private struct LayerEntries {
    var byName: [String: [Entry]] = [:]
    var byKind: [RecognizerKind: [Int]] = [:]
    /// The preset's that the script has not replaced.
    var preset: [RecognizerKind: Int] = [:]

    mutating func add(_ entry: Entry, _ kind: RecognizerKind) {
      byName[entry.name, default: []].append(entry)
      byKind[kind, default: []].append(entry.number)
    }

    /// - Returns: the number of the preset's recognizer of a kind, which is removed.
    mutating func removePreset(_ kind: RecognizerKind) -> Int? {
      guard let number = preset.removeValue(forKey: kind) else { return nil }
      byName[kind.rawValue]?.removeAll { $0.number == number }
      byKind[kind]?.removeAll { $0 == number }
      return number
    }
  }

  private let preset: PresetDefinition
  private var byLayer: [Int: LayerEntries] = [:]
  /// The layers that have had a recognizer of a name.
  private var layersByName: [String: Set<Int>] = [:]
  private var kinds: [String: Set<RecognizerKind>]
  /// The script's own, in its order, by each of their names.
  private var relations: [String: [Relation]] = [:]
  /// Those of them of which the preset has both names.
  private var presetRelations: [Relation] = []
  /// The names that must fail before one begins, the preset's first.
  private var requirements: [String: [String]] = [:]

  init(_ preset: PresetDefinition) {
    self.preset = preset
    kinds = Dictionary(uniqueKeysWithValues: preset.kinds.map { ($0.rawValue, [$0]) })
    for relation in preset.relations where relation.kind == .requirement {
      requirements[relation.first, default: []].append(relation.second)
    }
  }

  func check(_ name: String) throws(ScriptProblem) {
    guard kinds[name] == nil else { return }
    throw .unknownRecognizer(name, nearest: name.nearest(in: kinds.keys))
  }

  func kinds(named name: String) -> Set<RecognizerKind> { kinds[name] ?? [] }

  /// The numbers of a layer's recognizers of a kind.
  func numbers(of kind: RecognizerKind, on layer: Int) -> [Int] { byLayer[layer]?.byKind[kind] ?? [] }

  // MARK: Attaching

  /// Gives a layer the preset's recognizers.
  mutating func prepare(_ layer: Int, in session: inout GestureSession) throws(ScriptProblem) {
    var entries = LayerEntries()
    do throws(RelationProblem) {
      for (kind, number) in zip(preset.kinds, try session.attach(preset, on: layer)) {
        entries.add(Entry(number: number, name: kind.rawValue), kind)
        entries.preset[kind] = number
        layersByName[kind.rawValue, default: []].insert(layer)
      }
    } catch {
      preconditionFailure("a preset's recognizers wait for each other in a circle")
    }
    byLayer[layer] = entries
    for relation in presetRelations {
      try apply(
        relation, entries.byName[relation.first] ?? [], entries.byName[relation.second] ?? [], in: &session)
    }
  }

  /// Takes the place of the preset's recognizer of that kind, if the layer has it: what the preset says of that
  /// one holds for this one.
  mutating func add(
    _ kind: RecognizerKind, as name: String?, on layer: Int, in session: inout GestureSession
  ) throws(ScriptProblem) {
    let name = name ?? kind.rawValue
    kinds[name, default: []].insert(kind)
    let replaced = byLayer[layer]?.removePreset(kind)
    if let replaced { session.detach(replaced) }
    let entry = Entry(
      number: session.attach(RecognizerDescription(kind, name: name, on: layer)), name: name)
    byLayer[layer, default: LayerEntries()].add(entry, kind)
    layersByName[name, default: []].insert(layer)
    if replaced != nil {
      for relation in preset.relations where relation.involves(kind.rawValue) {
        try apply(relation.renaming(kind.rawValue, to: name), to: entry, on: layer, in: &session)
      }
    }
    for relation in relations[name] ?? [] { try apply(relation, to: entry, on: layer, in: &session) }
  }

  // MARK: Relations

  /// What a script says of two names holds for the layers that it has, and for those to come.
  mutating func add(_ relation: Relation, in session: inout GestureSession) throws(ScriptProblem) {
    try check(relation.first)
    try check(relation.second)
    if let cycle = cycle(adding: relation) { throw .requireCycle(cycle) }
    relations[relation.first, default: []].append(relation)
    if relation.second != relation.first { relations[relation.second, default: []].append(relation) }
    if relation.kind == .requirement { requirements[relation.first, default: []].append(relation.second) }
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
    // Names that no layer has both of are meant of each other.
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

  /// A relation between one recognizer and the others of its layer.
  private func apply(
    _ relation: Relation, to entry: Entry, on layer: Int, in session: inout GestureSession
  ) throws(ScriptProblem) {
    if relation.first == entry.name {
      try apply(relation, [entry], entries(relation.second, on: [layer]), in: &session)
    }
    if relation.second == entry.name {
      try apply(relation, entries(relation.first, on: [layer]), [entry], in: &session)
    }
  }

  private func apply(
    _ relation: Relation, _ firsts: [Entry], _ seconds: [Entry], in session: inout GestureSession
  ) throws(ScriptProblem) {
    for first in firsts {
      for second in seconds where second.number != first.number {
        switch relation.kind {
        case .simultaneous: session.allowSimultaneous(first.number, second.number)
        case .requirement:
          do throws(RelationProblem) {
            try session.require(first.number, toFail: second.number)
          } catch {
            throw .requireCycle([first.name, second.name, first.name])
          }
        }
      }
    }
  }

  /// The way from a new requirement's second name back to its first, if there is one: a -> b -> a.
  private func cycle(adding new: Relation) -> [String]? {
    guard new.kind == .requirement else { return nil }
    if new.first == new.second { return [new.first, new.second] }
    var previous = [new.second: new.first]
    var open = [new.second]
    while let name = open.popLast() {
      for next in requirements[name] ?? [] {
        if next == new.first {
          var way = [next, name]
          while let last = way.last, last != new.first, let before = previous[last] { way.append(before) }
          return way.reversed()
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

/// How two recognizers stand to each other, by their names.
struct Relation: Hashable {
  enum Kind { case requirement, simultaneous }

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
