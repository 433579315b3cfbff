import FrameGesture
import FrameModel

/// Which recognizers a script has, by layer and name: those of its preset, which every picture gets, and its own.
struct RecognizerTable {
  private struct Entry {
    var number: Int
    var kind: RecognizerKind
    var name: String
    var isPreset: Bool
  }

  private let preset: PresetDefinition
  private var byLayer: [Int: [Entry]] = [:]
  private var kinds: [String: Set<RecognizerKind>]
  /// The script's own, in its order.
  private var relations: [Relation] = []

  init(_ preset: PresetDefinition) {
    self.preset = preset
    kinds = Dictionary(uniqueKeysWithValues: preset.kinds.map { ($0.rawValue, [$0]) })
  }

  func check(_ name: String) throws(ScriptProblem) {
    guard kinds[name] == nil else { return }
    throw .unknownRecognizer(name, nearest: name.nearest(in: kinds.keys))
  }

  func kinds(named name: String) -> Set<RecognizerKind> { kinds[name] ?? [] }

  /// The numbers of a layer's recognizers of a kind.
  func numbers(of kind: RecognizerKind, on layer: Int) -> [Int] {
    (byLayer[layer] ?? []).filter { $0.kind == kind }.map(\.number)
  }

  // MARK: Attaching

  /// Gives a layer the preset's recognizers.
  mutating func prepare(_ layer: Int, in session: inout GestureSession) throws(ScriptProblem) {
    do throws(RelationProblem) {
      byLayer[layer] = zip(preset.kinds, try session.attach(preset, on: layer)).map { kind, number in
        Entry(number: number, kind: kind, name: kind.rawValue, isPreset: true)
      }
    } catch {
      preconditionFailure("a preset's recognizers wait for each other in a circle")
    }
    for relation in relations { try apply(relation, on: layer, in: &session) }
  }

  /// Takes the place of the preset's recognizer of that kind, if the layer has it: what the preset says of that
  /// one holds for this one.
  mutating func add(
    _ kind: RecognizerKind, as name: String?, on layer: Int, in session: inout GestureSession
  ) throws(ScriptProblem) {
    let name = name ?? kind.rawValue
    kinds[name, default: []].insert(kind)
    let replaced = byLayer[layer]?.firstIndex { $0.isPreset && $0.kind == kind }
    if let replaced { session.detach(byLayer[layer]!.remove(at: replaced).number) }
    let number = session.attach(RecognizerDescription(kind, name: name, on: layer))
    byLayer[layer, default: []].append(Entry(number: number, kind: kind, name: name, isPreset: false))
    if replaced != nil {
      for relation in preset.relations where relation.involves(kind.rawValue) {
        try apply(relation.renaming(kind.rawValue, to: name), on: layer, in: &session)
      }
    }
    for relation in relations where relation.involves(name) { try apply(relation, on: layer, in: &session) }
  }

  // MARK: Relations

  /// What a script says of two names holds for the layers that it has, and for those to come.
  mutating func add(_ relation: Relation, in session: inout GestureSession) throws(ScriptProblem) {
    try check(relation.first)
    try check(relation.second)
    if let cycle = cycle(adding: relation) { throw .requireCycle(cycle) }
    relations.append(relation)
    let layers = byLayer.keys.sorted()
    for layer in layers { try apply(relation, on: layer, in: &session) }
    // Names that no layer has both of are meant of each other.
    let firsts = layers.flatMap { byLayer[$0]! }.filter { $0.name == relation.first }
    let seconds = layers.flatMap { byLayer[$0]! }.filter { $0.name == relation.second }
    guard !layers.contains(where: { has(relation.first, $0) && has(relation.second, $0) }) else { return }
    try apply(relation, firsts, seconds, in: &session)
  }

  private func has(_ name: String, _ layer: Int) -> Bool { byLayer[layer]!.contains { $0.name == name } }

  private func apply(
    _ relation: Relation, on layer: Int, in session: inout GestureSession
  ) throws(ScriptProblem) {
    let entries = byLayer[layer] ?? []
    try apply(
      relation, entries.filter { $0.name == relation.first }, entries.filter { $0.name == relation.second },
      in: &session)
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
    let requirements = (preset.relations + relations).filter { $0.kind == .requirement }
    var ways = [[new.first, new.second]]
    if new.first == new.second { return ways[0] }
    var seen: Set<String> = [new.second]
    while let way = ways.popLast() {
      for next in requirements where next.first == way.last! {
        if next.second == new.first { return way + [next.second] }
        if seen.insert(next.second).inserted { ways.append(way + [next.second]) }
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
