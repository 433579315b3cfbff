import FrameImage

/// The manifest of an effect, `NAME.effect`. With it, scripts are read and edits are planned without loading a library.
///
///     frameit-effect 1
///     name median
///     title Median
///     version 1.0
///     parameter radius 2 0 20 pixels
///     reach 0 1 radius
package struct EffectManifest: Manifest, Equatable {
  package let declaration: EffectDeclaration
  package let library: String
  /// True if the library starts threads.
  package let isThreaded: Bool

  package static let ending = ".effect"
  package var name: String { declaration.name }
  package var title: String { declaration.title }

  package init(_ text: String, name file: String) throws(PluginRefusal) {
    var own = EffectLines()
    let lines = try ManifestLines(
      text, name: file, kind: "frameit-effect", EffectLines.counts, repeated: "parameter"
    ) { word, values throws(PluginRefusal) in try own.take(word, values) }
    guard let version = lines.version else { throw PluginRefusal(.missing("version")) }
    declaration = EffectDeclaration(
      name: lines.name, title: lines.title ?? lines.name, version: version, parameters: own.parameters,
      reach: own.reach, changesAlpha: lines["changes-alpha"] != nil)
    library = lines.library
    isThreaded = lines.isThreaded
  }
}

/// The lines that only manifests of effects have.
private struct EffectLines {
  private(set) var parameters: [EffectParameter] = []
  private(set) var reach = EffectReach()

  static let counts: [String: ClosedRange<Int>] = [
    "parameter": 4...5, "reach": 1...3, "changes-alpha": 0...0,
  ]

  mutating func take(_ word: String, _ words: [String]) throws(PluginRefusal) {
    switch word {
    case "parameter": try takeParameter(words)
    case "reach": try takeReach(words)
    default: break
    }
  }

  /// `parameter NAME DEFAULT LEAST MOST [pixels]`
  private mutating func takeParameter(_ words: [String]) throws(PluginRefusal) {
    let numbers = words[1...3].compactMap(Self.number)
    // A parameter follows the effect's name in a script, and `in` begins an area there.
    guard ManifestLines.isName(words[0]), words[0].first?.isLetter == true, words[0] != "in",
      numbers.count == 3, numbers[1] <= numbers[0], numbers[0] <= numbers[2],
      words.count == 4 || words[4] == "pixels"
    else {
      throw PluginRefusal(.value("parameter"))
    }
    guard !parameters.contains(where: { $0.name == words[0] }) else {
      throw PluginRefusal(.twice("parameter \(words[0])"))
    }
    guard parameters.count < EffectDeclaration.maximumParameters else {
      throw PluginRefusal(.value("parameter"))
    }
    parameters.append(
      EffectParameter(
        words[0], standard: numbers[0], in: numbers[1]...numbers[2], isLength: words.count == 5))
  }

  /// `reach N` or `reach N FACTOR PARAMETER`
  private mutating func takeReach(_ words: [String]) throws(PluginRefusal) {
    guard let constant = Self.number(words[0]), constant >= 0, words.count != 2 else {
      throw PluginRefusal(.value("reach"))
    }
    reach = EffectReach(constant)
    guard words.count == 3 else { return }
    guard let factor = Self.number(words[1]), factor >= 0,
      let index = parameters.firstIndex(where: { $0.name == words[2] }),
      parameters[index].range.lowerBound >= 0
    else {
      throw PluginRefusal(.value("reach"))
    }
    reach.factors = parameters.indices.prefix(index).map { _ in 0 } + [factor]
  }

  /// Finite, and small enough for every computation.
  private static func number(_ text: String) -> Double? {
    Double(text).flatMap { abs($0) <= 1e6 ? $0 : nil }
  }
}
