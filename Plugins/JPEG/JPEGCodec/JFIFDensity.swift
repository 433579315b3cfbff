import FrameCodec

/// Resolution as a JFIF segment holds it (ITU-T T.871, 10.1): two 16-bit numbers and a unit.
struct JFIFDensity: Hashable {
  /// 0 for a ratio alone, 1 for dots an inch, 2 for dots a centimeter.
  var unit: Int
  var x: Int
  var y: Int

  /// Nothing known but square pixels.
  static let unknown = JFIFDensity(unit: 0, x: 1, y: 1)

  init(unit: Int, x: Int, y: Int) {
    self.unit = unit
    self.x = x
    self.y = y
  }

  /// The nearest whole numbers, in the unit that they are nearer in; inches where that is the same.
  /// `.unknown` where neither unit can hold them.
  init(_ resolution: ImageMetadata.Resolution?) {
    let fits = resolution.map { resolution in
      [1, 2].compactMap { Self.fit(resolution, unit: $0) }
    }
    // `min` keeps the first of equals.
    self = fits?.min { $0.error < $1.error }?.density ?? .unknown
  }

  /// Pixels per meter for one dot per unit.
  static func perMeter(unit: Int) -> Double? {
    switch unit {
    case 1: 1 / 0.0254
    case 2: 100
    default: nil
    }
  }

  private static func fit(
    _ resolution: ImageMetadata.Resolution, unit: Int
  ) -> (density: JFIFDensity, error: Double)? {
    guard let scale = perMeter(unit: unit) else { return nil }
    let exact = (x: resolution.x / scale, y: resolution.y / scale)
    let capabilities = 0.5..<65535.5
    guard capabilities.contains(exact.x), capabilities.contains(exact.y) else { return nil }
    let whole = (x: exact.x.rounded(), y: exact.y.rounded())
    let error = max(abs(whole.x - exact.x) / exact.x, abs(whole.y - exact.y) / exact.y)
    // Below what Doubles of whole numbers in the other unit differ by.
    let noise = 1e-9
    return (JFIFDensity(unit: unit, x: Int(whole.x), y: Int(whole.y)), error < noise ? 0 : error)
  }
}

extension ImageMetadata.Resolution {
  /// Pixels per meter; nil where only a ratio is known.
  init?(_ density: JFIFDensity) {
    guard let scale = JFIFDensity.perMeter(unit: density.unit), density.x > 0, density.y > 0 else {
      return nil
    }
    self.init(x: Double(density.x) * scale, y: Double(density.y) * scale)
  }
}
