import CKernels
import FrameImage
import FramePlan

/// A working pixel: red, green, blue and alpha in one light, premultiplied.
typealias WorkingPixel = SIMD4<Float>

/// Conversion between stored and working pixels.
struct WorkingSpace: Sendable {
  let kernels: InstructionSet
  let light: Light
  let uses16Bits: Bool
  private let curve: ToneCurve
  private let eight: TransferCurve
  /// The larger tables are made only if something has 16 bits.
  private let sixteen: TransferCurve?
  /// For 8-bit samples where integers are exact enough; else nil.
  let levels: LevelTable?
  /// The same for kernels: there are many rows, and retaining an object for each costs time.
  nonisolated(unsafe) private let tables: (eight: frameit_curve, sixteen: frameit_curve)

  /// - Parameters:
  ///   - curve: the tone curve that defines linear light.
  ///   - keepsColors: nothing increases differences between samples.
  init(
    light: Light, curve: ToneCurve = .sRGB, uses16Bits: Bool, keepsColors: Bool = false,
    kernels: InstructionSet
  ) {
    (self.light, self.uses16Bits) = (light, uses16Bits)
    self.curve = curve
    self.kernels = kernels
    eight = .shared(light: light, curve: curve, depth: .eight)
    sixteen = uses16Bits ? .shared(light: light, curve: curve, depth: .sixteen) : nil
    levels = keepsColors && !uses16Bits ? .forReductions(eight) : nil
    tables = (eight.tables, sixteen?.tables ?? eight.tables)
  }

  /// Returns integers for 8-bit samples of linear light; nil if they are not exact enough.
  func makeLevelCurve() -> LevelCurve? { .shared(eight) }

  func pixel(_ color: Color) -> WorkingPixel {
    func decode(_ channel: Double) -> Float { Float(curve.working(channel, in: light)) }
    return WorkingPixel(decode(color.red), decode(color.green), decode(color.blue), 1)
      * Float(color.alpha)
  }

  /// Returns a color function between working pixels; nil if it changes nothing.
  func colors(_ function: ColorFunction) -> WorkingColors? {
    function.isIdentity ? nil : WorkingColors(function, light: light, curve: curve, kernels: kernels)
  }

  /// Returns the conversion of working colors by one step of a tone function; nil if working samples are encoded.
  func toneConversion(_ step: ToneFunction.Step) -> WorkingColors? {
    guard light == .linear else { return nil }
    return WorkingColors(stages: [.curves(.all(ToneFunction(step)))], curve: curve, kernels: kernels)
  }

  // MARK: Decoding

  /// Converts `count` pixels of a row, from `column` on, to working pixels.
  func decode(
    _ row: UnsafeRawPointer, format: PixelFormat, column: Int, count: Int,
    into out: UnsafeMutablePointer<WorkingPixel>
  ) {
    let start = row + column * format.bytesPerPixel
    if let kernels = kernels.table {
      var tables = format.depth == .eight ? tables.eight : tables.sixteen
      kernels.pointee.decode(start, Int32(format.channels.rawValue), &tables, Int32(count), out.floats)
    } else if format.depth == .eight {
      Self.decode(start.assumingMemoryBound(to: UInt8.self), format.channels, eight, count: count, into: out)
    } else {
      Self.decode(
        start.assumingMemoryBound(to: UInt16.self), format.channels, sixteen!, count: count, into: out)
    }
  }

  @inline(__always)
  private static func decode<Sample: BinaryInteger>(
    _ samples: UnsafePointer<Sample>, _ channels: PixelFormat.Channels, _ curve: TransferCurve, count: Int,
    into out: UnsafeMutablePointer<WorkingPixel>
  ) {
    let stride = channels.rawValue
    let (green, blue) = channels.isGray ? (0, 0) : (1, 2)
    let unit = 1 / Float(curve.maximum)
    for i in 0..<count {
      let s = samples + i * stride
      let color = WorkingPixel(
        curve.decode(Int(s[0])), curve.decode(Int(s[green])), curve.decode(Int(s[blue])), 1)
      out[i] = channels.hasAlpha ? color * (Float(Int(s[stride - 1])) * unit) : color
    }
  }

  // MARK: Encoding

  /// Converts working pixels to stored ones.
  func encode(
    _ pixels: UnsafePointer<WorkingPixel>, count: Int, format: PixelFormat, into out: UnsafeMutableRawPointer
  ) {
    if let kernels = kernels.table {
      var tables = format.depth == .eight ? tables.eight : tables.sixteen
      kernels.pointee.encode(pixels.floats, Int32(format.channels.rawValue), &tables, Int32(count), out)
    } else if format.depth == .eight {
      Self.encode(pixels, count: count, format.channels, eight, out.assumingMemoryBound(to: UInt8.self))
    } else {
      Self.encode(pixels, count: count, format.channels, sixteen!, out.assumingMemoryBound(to: UInt16.self))
    }
  }

  @inline(__always)
  private static func encode<Sample: FixedWidthInteger>(
    _ pixels: UnsafePointer<WorkingPixel>, count: Int, _ channels: PixelFormat.Channels,
    _ curve: TransferCurve, _ out: UnsafeMutablePointer<Sample>
  ) {
    let colors = channels.isGray ? 1 : 3
    let stride = channels.rawValue
    for i in 0..<count {
      let pixel = pixels[i]
      // Without alpha there is nothing to divide by, and no color to keep.
      let color = !channels.hasAlpha || pixel.w <= 0 ? pixel : pixel / pixel.w
      for c in 0..<colors { out[i * stride + c] = Sample(truncatingIfNeeded: curve.encode(color[c])) }
      if channels.hasAlpha {
        let code = Int(min(max(pixel.w, 0), 1) * Float(curve.maximum) + 0.5)
        out[i * stride + colors] = Sample(truncatingIfNeeded: code)
        // Fully transparent pixels have no color, so that equal images have equal bytes.
        if code == 0 { for c in 0..<colors { out[i * stride + c] = 0 } }
      }
    }
  }
}

/// The working spaces of a plan, one for each use of a light.
struct WorkingSpaces: Sendable {
  private let resampling, blending: WorkingSpace
  /// Converts resampled pixels to those that are blended; nil if both are in the same light.
  let conversion: LightConversion?

  /// - Parameters: as of `WorkingSpace`, and the depth of the output.
  init(
    _ lights: Lights, curve: ToneCurve, uses16Bits: Bool, output: PixelFormat.Depth,
    keepsColors: Bool = false,
    kernels: InstructionSet
  ) {
    func space(_ light: Light) -> WorkingSpace {
      WorkingSpace(
        light: light, curve: curve, uses16Bits: uses16Bits, keepsColors: keepsColors, kernels: kernels)
    }
    self.init(both: space(lights.blending))
    guard lights.resampling != lights.blending else { return }
    let resampling = space(lights.resampling)
    self.init(resampling, blending, LightConversion(from: resampling, to: blending, output: output))
  }

  init(both space: WorkingSpace) { self.init(space, space, nil) }

  private init(_ resampling: WorkingSpace, _ blending: WorkingSpace, _ conversion: LightConversion?) {
    (self.resampling, self.blending, self.conversion) = (resampling, blending, conversion)
  }

  subscript(use: RenderPlan.LightUse) -> WorkingSpace {
    switch use {
    case .resampling: resampling
    case .blending: blending
    }
  }
}
