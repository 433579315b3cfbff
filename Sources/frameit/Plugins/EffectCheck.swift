import FrameCodec
import FrameImage

/// Tests of an effect: its result must depend on nothing but the pixels that it may see.
struct EffectCheck {
  let effect: RemoteEffect
  let limits: Limits

  /// The error of a result that the contract does not allow.
  private func violation(_ text: String) -> CodecError { .brokenPlugin(effect.plugin, text) }

  private typealias Pixel = SIMD4<Float>

  /// Runs all tests.
  ///
  /// - Returns: A finding for each test.
  func findings() -> [PluginCheck.Finding] {
    let loading = PluginCheck.Finding("loading") {
      let library = try effect.loadedLibrary()
      return "loading\(library.isEmpty ? "" : ": \(library)")"
    }
    guard case .passed = loading else { return [loading] }
    var findings = [loading]
    var notes = Notes()
    for values in tried {
      let name = name(of: values)
      guard declaration.reach.pixels(values) <= Double(EffectDeclaration.maximumReach) else { continue }
      for (test, run) in tests {
        let finding = PluginCheck.Finding("\(name): \(test)") {
          try run(values, &notes)
          return "\(name): \(test)"
        }
        findings.append(finding)
      }
    }
    return findings + notes.findings(declaration)
  }

  private var declaration: EffectDeclaration { effect.manifest.declaration }

  /// The values of parameters that are tried: the defaults, and each parameter at its ends.
  private var tried: [[Double]] {
    let standard = declaration.parameters.map(\.standard)
    var tried = [standard]
    for (i, parameter) in declaration.parameters.enumerated() {
      for end in [parameter.range.lowerBound, parameter.range.upperBound] {
        var values = standard
        values[i] = end
        if !tried.contains(values) { tried.append(values) }
      }
    }
    // Layers that are scaled have lengths with fractions.
    let scaled = declaration.scaled(standard, by: 1.37)
    return tried.contains(scaled) ? tried : tried + [scaled]
  }

  private func name(of values: [Double]) -> String {
    let words = zip(declaration.parameters, values).map { "\($0.name) \(number($1))" }
    return words.isEmpty ? declaration.name : words.joined(separator: " ")
  }

  private func number(_ value: Double) -> String {
    value == value.rounded() && abs(value) < 1e6 ? "\(Int(value))" : "\(value)"
  }

  private var tests: [(String, ([Double], inout Notes) throws -> Void)] {
    [
      ("repeatability", isRepeatable), ("independence of rectangles", isDivisible),
      ("edge cases", isRobust),
    ]
  }

  // MARK: Tests

  private func isRepeatable(_ values: [Double], _ notes: inout Notes) throws {
    let layer = Layer(width: 24, height: 17, pixel: Layer.noise)
    let first = try pixels(of: layer, values)
    notes.look(at: first, of: layer)
    guard try pixels(of: layer, values) == first else {
      throw violation(
        "a second call returns other pixels, so the effect keeps state or reads memory that it should not")
    }
  }

  private func isDivisible(_ values: [Double], _ notes: inout Notes) throws {
    let layer = Layer(width: 24, height: 17, pixel: Layer.noise)
    let whole = try pixels(of: layer, values)
    for (width, height) in [(24, 5), (7, 17), (5, 3)] {
      for top in stride(from: 0, to: layer.height, by: height) {
        for left in stride(from: 0, to: layer.width, by: width) {
          let columns = left..<min(left + width, layer.width)
          let rows = top..<min(top + height, layer.height)
          let part = try pixels(of: layer, columns, rows, values)
          for (i, pixel) in part.enumerated() {
            let (x, y) = (left + i % columns.count, top + i / columns.count)
            guard pixel == whole[y * layer.width + x] else {
              throw violation(
                "the pixel \(x),\(y) depends on the rectangle that it is computed in: the effect may see beyond"
                  + " its reach of \(number(declaration.reach.pixels(values))) pixels")
            }
          }
        }
      }
    }
  }

  private func isRobust(_ values: [Double], _ notes: inout Notes) throws {
    let nothing = Layer(width: 9, height: 8) { _, _ in .zero }
    guard try pixels(of: nothing, values).allSatisfy({ $0 == .zero }) else {
      throw violation("pixels with only transparent neighbors do not stay transparent")
    }
    _ = try pixels(of: Layer(width: 1, height: 1) { _, _ in Pixel(1, 0.5, 0, 1) }, values)
    let tiny = Pixel(0x1p-127, 0, 0x1p-149, 0x1p-126)
    _ = try pixels(of: Layer(width: 6, height: 5) { x, _ in x % 2 == 0 ? tiny : .zero }, values)
    _ = try pixels(of: Layer(width: 6, height: 5) { x, _ in Pixel(repeating: x < 3 ? 1 : 0) }, values)
    let far = Layer(width: PixelSize.maximumSide, height: PixelSize.maximumSide, pixel: Layer.noise)
    _ = try pixels(of: far, far.width - 9..<far.width, far.height - 4..<far.height, values)
  }

  // MARK: Running

  private func pixels(of layer: Layer, _ values: [Double]) throws -> [Pixel] {
    try pixels(of: layer, 0..<layer.width, 0..<layer.height, values)
  }

  /// Runs the effect for a rectangle of a layer.
  private func pixels(
    of layer: Layer, _ columns: Range<Int>, _ rows: Range<Int>, _ values: [Double]
  ) throws -> [Pixel] {
    let reach = Int(declaration.reach.pixels(values))
    let block = EffectBlock(
      width: columns.count, height: rows.count, reach: reach,
      origin: SIMD2(Double(columns.lowerBound), Double(rows.lowerBound)),
      box: SIMD2(Double(layer.width), Double(layer.height)), values: values)
    var input: [Pixel] = []
    for y in rows.lowerBound - reach..<rows.upperBound + reach {
      for x in columns.lowerBound - reach..<columns.upperBound + reach { input.append(layer[x, y]) }
    }
    var output = [Pixel](repeating: .zero, count: columns.count * rows.count)
    let stride = columns.count + 2 * reach
    let runner = effect.limited(by: limits).runner
    try input.withUnsafeMutableBufferPointer { input in
      try output.withUnsafeMutableBufferPointer { output in
        try runner.run(
          block, input: EffectPixels(input.baseAddress! + reach * (stride + 1), stride: stride),
          output: EffectPixels(output.baseAddress!, stride: columns.count))
      }
    }
    return output
  }

  /// The pixels that are tested.
  private struct Layer {
    let width: Int
    let height: Int
    let pixel: (Int, Int) -> Pixel

    subscript(x: Int, y: Int) -> Pixel {
      (0..<width).contains(x) && (0..<height).contains(y) ? pixel(x, y) : .zero
    }

    /// Opaque, transparent and translucent squares of colors that do not repeat.
    static func noise(_ x: Int, _ y: Int) -> Pixel {
      let alpha: Float = [1, 0, 0.6, 1][(x / 3 + y / 2) % 4]
      func color(_ n: Int) -> Float { Float((x * 211 + y * 503 + n * 97) % 256) / 255 * alpha }
      return Pixel(color(0), color(1), color(2), alpha)
    }
  }

  /// Records how frameit has to correct results.
  private struct Notes {
    private var changesAlpha = false
    private var exceedsAlpha = false

    mutating func look(at result: [Pixel], of layer: Layer) {
      for (i, pixel) in result.enumerated() {
        let alpha = layer[i % layer.width, i / layer.width].w
        if pixel.w != alpha { changesAlpha = true }
        if pixel.w < 0 || pixel.w > 1 || pixel.min() < 0 || pixel.max() > pixel.w { exceedsAlpha = true }
      }
    }

    func findings(_ declaration: EffectDeclaration) -> [PluginCheck.Finding] {
      var findings: [PluginCheck.Finding] = []
      if changesAlpha, !declaration.changesAlpha {
        findings.append(
          .note("the effect changes alpha, but frameit keeps it, because the manifest lacks 'changes-alpha'"))
      }
      if exceedsAlpha {
        findings.append(.note("the effect returns colors below 0 or above alpha, which frameit clamps"))
      }
      return findings
    }
  }
}
