/// An effect of a plugin: a function of pixels.
///
/// Each pixel of the result depends on its position and on the pixels within the effect's reach, a distance that follows
/// from the parameters.
package struct PluginEffect: Sendable {
  package let declaration: EffectDeclaration
  package let runner: any EffectRunner

  package init(_ declaration: EffectDeclaration, runner: any EffectRunner) {
    (self.declaration, self.runner) = (declaration, runner)
  }
}

extension PluginEffect: Hashable {
  /// Effects with equal declarations are equal: only one of a name is available at a time.
  package static func == (a: PluginEffect, b: PluginEffect) -> Bool { a.declaration == b.declaration }

  package func hash(into hasher: inout Hasher) { hasher.combine(declaration) }
}

extension PluginEffect: CustomStringConvertible {
  /// The declaration, for checksums: a runner may be printed with addresses.
  package var description: String { "\(declaration)" }
}

/// The declaration of an effect in its plugin's manifest.
package struct EffectDeclaration: Hashable, Sendable {
  /// The name in scripts.
  package var name: String
  package var title: String
  /// Of the plugin, as its author writes it.
  package var version: String
  package var parameters: [EffectParameter]
  package var reach: EffectReach
  /// False if each pixel keeps its alpha, whatever the effect returns.
  package var changesAlpha: Bool

  package init(
    name: String, title: String, version: String, parameters: [EffectParameter] = [],
    reach: EffectReach = EffectReach(), changesAlpha: Bool = false
  ) {
    (self.name, self.title, self.version, self.parameters) = (name, title, version, parameters)
    (self.reach, self.changesAlpha) = (reach, changesAlpha)
  }

  /// The largest reach in output pixels.
  package static let maximumReach = 500
  package static let maximumParameters = 16

  /// Returns the values with lengths multiplied by a factor.
  package func scaled(_ values: [Double], by scale: Double) -> [Double] {
    zip(parameters, values).map { $0.isLength ? $1 * scale : $1 }
  }
}

/// A number that scripts give to an effect.
package struct EffectParameter: Hashable, Sendable {
  package var name: String
  /// The default value.
  package var standard: Double
  package var range: ClosedRange<Double>
  /// True for a length in pixels of the layer's parent, which is scaled with the layer.
  package var isLength: Bool

  package init(_ name: String, standard: Double, in range: ClosedRange<Double>, isLength: Bool = false) {
    (self.name, self.standard, self.range, self.isLength) = (name, standard, range, isLength)
  }
}

/// The distance up to which an effect sees other pixels: a constant plus a multiple of each parameter.
package struct EffectReach: Hashable, Sendable {
  package var constant: Double
  /// One for each parameter, 0 or more. Missing ones are 0.
  package var factors: [Double]

  package init(_ constant: Double = 0, factors: [Double] = []) {
    (self.constant, self.factors) = (constant, factors)
  }

  /// Returns the distance in pixels, rounded up.
  ///
  /// - Parameter values: those of all parameters, with lengths in output pixels.
  package func pixels(_ values: [Double]) -> Double {
    max(0, zip(factors, values).reduce(constant) { $0 + $1.0 * $1.1 }.rounded(.up))
  }
}

/// Runs an effect. Any thread may call it, and several at once.
package protocol EffectRunner: Sendable {
  /// Computes a rectangle of the result.
  ///
  /// - Parameters:
  ///   - input: encoded, premultiplied pixels of the rectangle and of those around it, as far as the block reaches.
  ///   - output: the pixels of the rectangle: finite, but not checked otherwise.
  /// - Throws: `LimitExceeded` for canceled work, and errors that name the plugin.
  func run(_ block: EffectBlock, input: EffectPixels, output: EffectPixels) throws

  /// The bytes that a run holds beside the pixels of its caller.
  func bytes(_ block: EffectBlock) -> Int
}

/// The rectangle of one run of an effect. Lengths are in output pixels.
package struct EffectBlock: Equatable, Sendable {
  package var width: Int
  package var height: Int
  /// The distance around the rectangle up to which the effect sees pixels.
  package var reach: Int
  /// The upper left corner, from that of the box.
  package var origin: SIMD2<Double>
  /// The size of the box of the layer, or of the area in which the effect acts.
  package var box: SIMD2<Double>
  /// The number of output pixels in one pixel of the script's lengths.
  package var scale: Double
  /// In the order of the parameters.
  package var values: [Double]

  package init(
    width: Int, height: Int, reach: Int, origin: SIMD2<Double> = .zero, box: SIMD2<Double> = .zero,
    scale: Double = 1, values: [Double] = []
  ) {
    (self.width, self.height, self.reach) = (width, height, reach)
    (self.origin, self.box, self.scale, self.values) = (origin, box, scale, values)
  }

  /// The number of pixels that the effect sees. The sides are small: blocks are.
  package var seenPixels: Int { (width + 2 * reach) * (height + 2 * reach) }
}

/// Rows of pixels in memory that a caller lends.
package struct EffectPixels {
  package let start: UnsafeMutablePointer<SIMD4<Float>>
  /// From a row to the next one, in pixels.
  package let stride: Int

  package init(_ start: UnsafeMutablePointer<SIMD4<Float>>, stride: Int) {
    (self.start, self.stride) = (start, stride)
  }

  package func row(_ y: Int) -> UnsafeMutablePointer<SIMD4<Float>> { start + y * stride }
}
