import FrameImage

/// Color edits, composed into as few stages as possible: neighboring matrices are multiplied, and neighboring curves are
/// applied as one. Decided before any pixel is read.
package struct ColorFunction: Hashable, Sendable {
  /// The edits as the script states them, in their order.
  package let edits: [ColorEdit]
  /// Between encoded samples.
  package let stages: [ColorStage]

  package static let identity = ColorFunction([])

  /// Creates the function for samples of sRGB's primaries.
  package init(_ edits: [ColorEdit]) { self.init(edits, primaries: .identity) { $0 } }

  private init(_ edits: [ColorEdit], primaries: ColorMatrix, mappingColors change: (Color) -> Color) {
    self.edits = edits
    let stages: [ColorStage] = edits.reduce(into: []) { stages, edit in
      for stage in edit.mappingColor(change).stages(primaries: primaries) { stages.append(merging: stage) }
    }
    // Results are limited to 0...1 anyway.
    self.stages = stages == [.curves(.all(ToneFunction(.clamp)))] ? [] : stages
  }

  /// Returns the function of the same edits for samples of other primaries.
  ///
  /// - Parameters:
  ///   - primaries: the map from light in these primaries to light in sRGB's. Each row's sum is 1, so that grays stay gray.
  ///   - change: returns the samples for a color of the script.
  func converted(primaries: ColorMatrix, mappingColors change: (Color) -> Color) -> ColorFunction {
    guard edits.contains(where: \.dependsOnPrimaries) else { return self }
    return ColorFunction(edits, primaries: primaries, mappingColors: change)
  }

  /// True if no color changes.
  package var isIdentity: Bool { stages.isEmpty }

  /// False if a number is so large that samples could overflow.
  package var isBounded: Bool { stages.allSatisfy(\.isBounded) }

  /// The largest number that a stage may have. It is more than edits need: it turns the darkest 16-bit sample above 0 white.
  package static let largest = 1e7

  /// True if every gray becomes a gray.
  package var keepsGray: Bool { stages.allSatisfy(\.keepsGray) }

  /// The stages between working samples.
  package func stages(in light: Light) -> [ColorStage] {
    guard light == .linear else { return stages }
    var all: [ColorStage] = []
    all.append(merging: .curves(.all(ToneFunction(.encode))))
    for stage in stages { all.append(merging: stage) }
    all.append(merging: .curves(.all(ToneFunction(.decode))))
    return all
  }
}

/// What is done with a color at once.
package enum ColorStage: Hashable, Sendable {
  case matrix(ColorMatrix)
  case curves(ToneCurves)
  case cube(LookupCube)
  /// A share of the result of other stages, from 0 to 1, and the rest of what they are applied to.
  case mixed([ColorStage], amount: Double)

  fileprivate var isBounded: Bool {
    switch self {
    case .matrix(let matrix):
      matrix.rows.allSatisfy { $0.allSatisfy { abs($0) <= ColorFunction.largest } }
    case .curves(let curves): curves.functions.allSatisfy(\.isBounded)
    case .cube: true
    case .mixed(let stages, _): stages.allSatisfy(\.isBounded)
    }
  }

  fileprivate var keepsGray: Bool {
    switch self {
    case .matrix(let matrix): matrix.keepsGray
    case .curves(let curves): curves.areEqual
    case .cube(let cube): cube.keepsGray
    case .mixed(let stages, _): stages.allSatisfy(\.keepsGray)
    }
  }
}

/// A function for each channel.
package struct ToneCurves: Hashable, Sendable {
  /// The functions of red, green and blue.
  package private(set) var functions: [ToneFunction]

  /// - Parameter functions: those of red, green and blue.
  init(_ functions: [ToneFunction]) { self.functions = functions }

  package static func all(_ function: ToneFunction) -> ToneCurves {
    ToneCurves(Array(repeating: function, count: 3))
  }

  static func only(_ function: ToneFunction, _ channel: ColorChannel) -> ToneCurves {
    ToneCurves(ColorChannel.allCases.map { $0 == channel ? function : ToneFunction() })
  }

  package func then(_ other: ToneCurves) -> ToneCurves {
    ToneCurves(zip(functions, other.functions).map { $0.then($1) })
  }

  /// True if all channels have the same function.
  package var areEqual: Bool { functions.allSatisfy { $0 == functions[0] } }

  /// The matrix that does the same; nil if there is none.
  fileprivate var matrix: ColorMatrix? {
    let affine = functions.compactMap(\.affine)
    guard affine.count == 3 else { return nil }
    return ColorMatrix(
      red: [affine[0].scale, 0, 0], green: [0, affine[1].scale, 0], blue: [0, 0, affine[2].scale],
      constant: [affine[0].offset, affine[1].offset, affine[2].offset])
  }

  /// - Parameter matrix: diagonal.
  fileprivate init(_ matrix: ColorMatrix) {
    let scales = [matrix.red.x, matrix.green.y, matrix.blue.z]
    functions = (0..<3).map { ToneFunction(.affine(scale: scales[$0], offset: matrix.constant[$0])) }
  }
}

extension [ColorStage] {
  /// Appends a stage, or makes it one with the last stage.
  fileprivate mutating func append(merging stage: ColorStage) {
    var stage = stage
    if case .curves(let curves) = stage, let matrix = curves.matrix { stage = .matrix(matrix) }
    if case .matrix(let matrix) = stage, matrix.isIdentity { return }
    if case .cube(let cube) = stage, cube.isIdentity { stage = .curves(.all(ToneFunction(.clamp))) }
    guard let last = popLast() else {
      self = [stage]
      return
    }
    switch (last, stage) {
    case (.matrix(let first), .matrix(let second)): append(merging: .matrix(second.after(first)))
    case (.curves(let first), .curves(let second)): append(merging: .curves(first.then(second)))
    case (.matrix(let first), .curves(let second)) where first.isDiagonal:
      append(merging: .curves(ToneCurves(first).then(second)))
    case (.curves(let first), .matrix(let second)) where second.isDiagonal:
      append(merging: .curves(first.then(ToneCurves(second))))
    default: self += [last, stage]
    }
  }
}
