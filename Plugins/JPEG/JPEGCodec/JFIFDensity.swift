import FrameCodec

/// The resolution in a JFIF segment (ITU-T T.871, 10.1): two 16-bit numbers and a unit.
struct JFIFDensity: Equatable {
  /// 0 for an aspect ratio, 1 for dots per inch, 2 for dots per centimeter.
  var unit: Int
  var x: Int
  var y: Int

  /// Only known to have square pixels.
  static let unknown = JFIFDensity(unit: 0, x: 1, y: 1)
}

extension JFIFDensity {
  /// Uses the nearest integers, in the unit with the smaller error, or inches if they are equal. The result is
  /// `.unknown` if neither unit can store the resolution.
  init(_ resolution: ImageMetadata.Resolution?) {
    let fits = resolution.map { resolution in
      [1, 2].compactMap { Self.fit(resolution, unit: $0) }
    }
    // `min` returns the first of equal elements.
    self = fits?.min { $0.error < $1.error }?.density ?? .unknown
  }

  /// Returns the pixels per meter of one dot per unit.
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
    let range = 0.5..<65535.5
    guard range.contains(exact.x), range.contains(exact.y) else { return nil }
    let whole = (x: exact.x.rounded(), y: exact.y.rounded())
    let error = max(abs(whole.x - exact.x) / exact.x, abs(whole.y - exact.y) / exact.y)
    // Below the rounding error of converting integers of the other unit.
    let noise = 1e-9
    return (JFIFDensity(unit: unit, x: Int(whole.x), y: Int(whole.y)), error < noise ? 0 : error)
  }
}

extension ImageMetadata.Resolution {
  /// The resolution in pixels per meter; nil if only an aspect ratio is known.
  init?(_ density: JFIFDensity) {
    guard let scale = JFIFDensity.perMeter(unit: density.unit), density.x > 0, density.y > 0 else {
      return nil
    }
    self.init(x: Double(density.x) * scale, y: Double(density.y) * scale)
  }
}
