import FrameModel

/// A pixel at work: red, green, blue, alpha, in working light, with alpha multiplied in.
typealias WorkingPixel = SIMD4<Float>

/// Stored pixels to working pixels and back.
struct WorkingSpace {
  private let light: Light
  private let eight: TransferCurve
  /// The larger tables are made only where something has 16 bits.
  private let sixteen: TransferCurve?

  init(light: Light, uses16Bits: Bool) {
    self.light = light
    eight = TransferCurve(light: light, depth: .eight)
    sixteen = uses16Bits ? TransferCurve(light: light, depth: .sixteen) : nil
  }

  private func curve(_ depth: PixelFormat.Depth) -> TransferCurve {
    depth == .eight ? eight : sixteen!
  }

  func pixel(_ colour: Colour) -> WorkingPixel {
    func decode(_ channel: Double) -> Float { Float(TransferCurve.decode(channel, light)) }
    return WorkingPixel(decode(colour.red), decode(colour.green), decode(colour.blue), 1)
      * Float(colour.alpha)
  }

  // MARK: Decoding

  /// Brings `count` pixels of one row, from `column` on, to working pixels.
  func decode(
    _ row: UnsafeRawPointer, format: PixelFormat, column: Int, count: Int,
    into out: UnsafeMutablePointer<WorkingPixel>
  ) {
    let start = row + column * format.bytesPerPixel
    let table = curve(format.depth).decoded
    table.withUnsafeBufferPointer { table in
      switch format.depth {
      case .eight:
        Self.decode(
          start.assumingMemoryBound(to: UInt8.self), format.channels, table, count: count, into: out)
      case .sixteen:
        Self.decode(
          start.assumingMemoryBound(to: UInt16.self), format.channels, table, count: count, into: out)
      }
    }
  }

  @inline(__always)
  private static func decode<Sample: BinaryInteger>(
    _ samples: UnsafePointer<Sample>, _ channels: PixelFormat.Channels,
    _ table: UnsafeBufferPointer<Float>, count: Int, into out: UnsafeMutablePointer<WorkingPixel>
  ) {
    let full = Float(table.count - 1)
    switch channels {
    case .gray:
      for i in 0..<count {
        let v = table[Int(samples[i])]
        out[i] = WorkingPixel(v, v, v, 1)
      }
    case .grayAlpha:
      for i in 0..<count {
        let v = table[Int(samples[2 * i])]
        out[i] = WorkingPixel(v, v, v, 1) * (Float(Int(samples[2 * i + 1])) / full)
      }
    case .rgb:
      for i in 0..<count {
        out[i] = WorkingPixel(
          table[Int(samples[3 * i])], table[Int(samples[3 * i + 1])], table[Int(samples[3 * i + 2])], 1)
      }
    case .rgba:
      for i in 0..<count {
        let rgb = WorkingPixel(
          table[Int(samples[4 * i])], table[Int(samples[4 * i + 1])], table[Int(samples[4 * i + 2])], 1)
        out[i] = rgb * (Float(Int(samples[4 * i + 3])) / full)
      }
    }
  }

  // MARK: Encoding

  /// Brings working pixels to stored ones.
  func encode(
    _ pixels: UnsafePointer<WorkingPixel>, count: Int, format: PixelFormat, into out: UnsafeMutableRawPointer
  ) {
    switch format.depth {
    case .eight:
      encode(pixels, count: count, format.channels, curve(.eight), out.assumingMemoryBound(to: UInt8.self))
    case .sixteen:
      encode(
        pixels, count: count, format.channels, curve(.sixteen), out.assumingMemoryBound(to: UInt16.self))
    }
  }

  @inline(__always)
  private func encode<Sample: FixedWidthInteger>(
    _ pixels: UnsafePointer<WorkingPixel>, count: Int, _ channels: PixelFormat.Channels,
    _ curve: TransferCurve, _ out: UnsafeMutablePointer<Sample>
  ) {
    let colours = channels.isGray ? 1 : 3
    let stride = channels.rawValue
    for i in 0..<count {
      let pixel = pixels[i]
      // Where there is no light to divide, there is no colour to keep.
      let colour = !channels.hasAlpha || pixel.w <= 0 ? pixel : pixel / pixel.w
      for c in 0..<colours { out[i * stride + c] = Sample(truncatingIfNeeded: curve.encode(colour[c])) }
      if channels.hasAlpha {
        let code = Int((min(max(pixel.w, 0), 1) * Float(curve.maximum)).rounded())
        out[i * stride + colours] = Sample(truncatingIfNeeded: code)
        // Fully transparent pixels carry no colour, so that equal pictures have equal bytes.
        if code == 0 { for c in 0..<colours { out[i * stride + c] = 0 } }
      }
    }
  }
}
