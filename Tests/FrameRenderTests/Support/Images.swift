import FrameImage

/// Small images for tests.
enum Images {
  /// Draws an image with a formula for each sample.
  static func drawn(
    _ width: Int, _ height: Int, _ format: PixelFormat, _ sample: (_ x: Int, _ y: Int, _ channel: Int) -> Int
  ) -> Bitmap {
    var image = Bitmap(size: size(width, height), format: format)
    for y in 0..<height {
      for x in 0..<width {
        for channel in 0..<format.channels.rawValue { image[x, y, channel] = sample(x, y, channel) }
      }
    }
    return image
  }

  static func filled(_ width: Int, _ height: Int, _ format: PixelFormat, _ pixel: [Int]) -> Bitmap {
    drawn(width, height, format) { _, _, channel in pixel[channel] }
  }

  /// Draws pseudo-random samples that are the same in every run, including alpha and the color under it.
  static func noise(_ width: Int, _ height: Int, _ format: PixelFormat, seed: UInt64 = 1) -> Bitmap {
    var state = seed &* 0x9E37_79B9_7F4A_7C15
    let bytes = (0..<format.rowBytes(width: width) * height).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return UInt8(truncatingIfNeeded: state >> 56)
    }
    return Bitmap(size: size(width, height), format: format, bytes: bytes)!
  }

  /// Draws noise. If the format has alpha, squares of 4 by 4 pixels are opaque, transparent or noise.
  static func noiseWithHoles(_ width: Int, _ height: Int, _ format: PixelFormat) -> Bitmap {
    var image = noise(width, height, format, seed: 7)
    guard format.channels.hasAlpha else { return image }
    let alpha = format.channels.rawValue - 1
    for y in 0..<height {
      for x in 0..<width where (x / 4 + y / 4) % 3 != 0 {
        image[x, y, alpha] = (x / 4 + y / 4) % 3 == 1 ? format.depth.maximum : 0
      }
    }
    return image
  }

  /// Draws rings that get finer toward the edges, down to two pixels per ring in the middle of each side. Each
  /// channel is slightly out of phase with the one before. A parabola replaces the sine, so the C library is not
  /// involved.
  static func zonePlate(_ side: Int, _ format: PixelFormat) -> Bitmap {
    drawn(side, side, format) { x, y, channel in
      if format.channels.hasAlpha && channel == format.channels.rawValue - 1 {
        return format.depth.maximum * (side + x - y) / (2 * side)
      }
      let dx = Double(2 * x + 1 - side)
      let dy = Double(2 * y + 1 - side)
      let phase = (dx * dx + dy * dy) / Double(8 * side) + Double(channel) / 5
      let place = phase - phase.rounded(.down)
      let wave = place < 0.5 ? 16 * place * (0.5 - place) : -16 * (place - 0.5) * (1 - place)
      return Int((0.5 + 0.5 * wave) * Double(format.depth.maximum))
    }
  }

  /// Draws a checkerboard of black and white pixels.
  static func checker(_ side: Int, _ format: PixelFormat) -> Bitmap {
    drawn(side, side, format) { x, y, _ in (x + y) % 2 * format.depth.maximum }
  }

  static let allFormats = PixelFormat.Depth.allCases.flatMap { depth in
    PixelFormat.Channels.allCases.map { PixelFormat($0, depth) }
  }
}

func size(_ width: Int, _ height: Int) -> PixelSize {
  PixelSize(width: width, height: height)!
}

extension Bitmap {
  /// Returns the samples of one pixel.
  func pixel(_ x: Int, _ y: Int) -> [Int] {
    (0..<format.channels.rawValue).map { self[x, y, $0] }
  }

  /// Returns all samples of one channel, row by row.
  func samples(_ channel: Int) -> [Int] {
    (0..<size.height).flatMap { y in (0..<size.width).map { x in self[x, y, channel] } }
  }

  /// Returns a part of the image.
  func cut(_ x: Int, _ y: Int, _ part: PixelSize) -> Bitmap {
    Images.drawn(part.width, part.height, format) { self[x + $0, y + $1, $2] }
  }
}
