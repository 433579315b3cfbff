import FrameGeometry
import FrameImage
import FramePlan

/// The conversion of a picture and its gain map to one image, row by row: the picture as a screen with a certain headroom shows
/// it, or the same compressed to the range of SDR.
package struct HDRConversion {
  /// The format of the picture: 16 bits, RGB or RGB and alpha.
  private let picture: PixelFormat
  package let output: PixelFormat
  /// The gain map at the size of the picture: 16 bits, gray or RGB.
  private let map: Bitmap
  /// The light of each sample of the picture.
  private let light: [Float]
  /// The factor of each sample of the map, for each of its channels.
  private let gains: [[Float]]
  private let baseOffset, alternateOffset: SIMD3<Float>
  /// From the primaries of the picture to those of the gain, and from there to those of the output.
  private let toGain, toOutput: Primaries
  private let encoding: Encoding
  private var row = 0

  /// The light of an output.
  package enum Output {
    case pq
    case hlg
    /// Compressed to the range of SDR, with the tone curve and the primaries of the picture.
    case sdr
  }

  private enum Encoding {
    case pq(LightTable)
    /// The inverse of the screen's gamma of 1.2, as a factor for a luminance, and the function of the scene's light.
    case hlg(LightTable, LightTable)
    /// The compression of the largest channel, as a factor, and the curve of the picture.
    case sdr(LightTable, LightTable)
  }

  /// - Parameters:
  ///   - headroom: the binary logarithm of the screen's headroom; nil to apply the whole gain.
  ///   - curve: the tone curve of the picture.
  ///   - primaries: the map from light in the picture's primaries to light in sRGB's.
  ///   - gainPrimaries: the same for the primaries in which the gain is applied.
  package init(
    _ map: Bitmap, _ parameters: GainMapParameters, headroom: Double?, to light: Output,
    picture: PixelFormat, output: PixelFormat, curve: ToneCurve, primaries: ColorMatrix,
    gainPrimaries: ColorMatrix
  ) {
    (self.map, self.picture, self.output) = (map, picture, output)
    self.light = (0...65535).map { Float(curve.light(Double($0) / 65535)) }
    let headroom = headroom ?? max(parameters.alternateHeadroom, parameters.baseHeadroom)
    let weight = parameters.weight(headroom: headroom)
    gains = parameters.channels.map { channel in
      (0...65535).map { Float(Exponentials.power(2, weight * channel.gain(Double($0) / 65535))) }
    }
    func offset(_ number: KeyPath<GainMapParameters.Channel, Double>) -> SIMD3<Float> {
      SIMD3((0..<3).map { Float(parameters.channel($0)[keyPath: number]) })
    }
    (baseOffset, alternateOffset) = (offset(\.baseOffset), offset(\.alternateOffset))
    toGain = Primaries(gainPrimaries.inverse.after(primaries))
    toOutput = Primaries((light == .sdr ? primaries : Self.bt2020).inverse.after(gainPrimaries))
    encoding =
      switch light {
      case .pq: .pq(LightTable(HDRCurve.pq))
      case .hlg: .hlg(LightTable(Self.sceneFactor), LightTable(HDRCurve.hlg))
      case .sdr: .sdr(LightTable(Self.compression(headroom: headroom)), LightTable(curve.encoded))
      }
  }

  /// The map from light in BT.2020's primaries to light in sRGB's (ITU-R BT.2087-0, the inverse of its matrix M2).
  private static let bt2020 = ColorMatrix(
    rows: [0.6274039, 0.3292830, 0.0433131], [0.0690973, 0.9195404, 0.0113623],
    [0.0163914, 0.0880133, 0.8955953]
  ).inverse

  /// Returns the factor from light on a screen of 1,000 nits to light of the scene, for a luminance in which SDR white is 1: the
  /// screen raises the luminance to the power of 1.2 (BT.2100-2, table 5).
  private static func sceneFactor(_ luminance: Double) -> Double {
    let screen = luminance * HDRCurve.white / 1000
    return HDRCurve.white / 1000 * (screen > 0 ? Exponentials.power(screen, -0.2 / 1.2) : 0)
  }

  /// Returns the function that gives the factor for the largest channel of a color. Light up to 0.6 stays; from there on, an
  /// extended Reinhard curve with the same slope leads to 1 for the headroom.
  private static func compression(headroom: Double) -> (Double) -> Double {
    let knee = 0.6
    let most = (max(1, Exponentials.power(2, headroom)) - knee) / (1 - knee)
    return { light in
      guard light > knee else { return 1 }
      let above = (light - knee) / (1 - knee)
      let compressed = min(1, above * (1 + above / (most * most)) / (1 + above))
      return (knee + (1 - knee) * compressed) / light
    }
  }

  /// Converts the next rows of the picture.
  package mutating func converted(_ band: Span<UInt8>) -> [UInt8] {
    let width = map.size.width
    let rows = band.count / picture.rowBytes(width: width)
    let hasAlpha = picture.channels.hasAlpha
    let (step, mapStep) = (hasAlpha ? 4 : 3, map.format.channels.isGray ? 1 : 3)
    var result = [UInt8](repeating: 0, count: rows * output.rowBytes(width: width))
    let maximum = Float(output.depth.maximum)
    band.withUnsafeBytes { band in
      map.bytes.withUnsafeBytes { map in
        result.withUnsafeMutableBytes { result in
          let samples = band.bindMemory(to: UInt16.self)
          let gainSamples = map.bindMemory(to: UInt16.self)
          for pixel in 0..<rows * width {
            let at = pixel * step
            let place = (row * width + pixel) * mapStep
            let base = SIMD3(
              light[Int(samples[at])], light[Int(samples[at + 1])], light[Int(samples[at + 2])])
            let gain = self.gain(gainSamples, place, mapStep)
            let color = encoded(toOutput((toGain(base) + baseOffset) * gain - alternateOffset))
            let codes = (color * maximum + 0.5).clamped(
              lowerBound: SIMD3(repeating: 0), upperBound: SIMD3(repeating: maximum))
            for channel in 0..<3 { result.store(codes[channel], at + channel, output.depth) }
            if hasAlpha {
              result.store(Float(samples[at + 3]) / 65535 * maximum + 0.5, at + 3, output.depth)
            }
          }
        }
      }
    }
    row += rows
    return result
  }

  private func gain(_ samples: UnsafeBufferPointer<UInt16>, _ place: Int, _ step: Int) -> SIMD3<Float> {
    func factor(_ channel: Int) -> Float {
      gains[min(channel, gains.count - 1)][Int(samples[place + (step == 1 ? 0 : channel)])]
    }
    if step == 1, gains.count == 1 { return SIMD3(repeating: factor(0)) }
    return SIMD3(factor(0), factor(1), factor(2))
  }

  private func encoded(_ color: SIMD3<Float>) -> SIMD3<Float> {
    switch encoding {
    case .pq(let table): return SIMD3(table(color.x), table(color.y), table(color.z))
    case .hlg(let factor, let table):
      let luminance = (color * SIMD3(0.2627, 0.6780, 0.0593)).sum()
      let scene = color * factor(luminance)
      return SIMD3(table(scene.x), table(scene.y), table(scene.z))
    case .sdr(let factor, let curve):
      let light = color * factor(color.max())
      return SIMD3(curve(light.x), curve(light.y), curve(light.z))
    }
  }

  /// A linear map of light.
  private struct Primaries {
    private let red, green, blue: SIMD3<Float>

    init(_ matrix: ColorMatrix) {
      (red, green, blue) = (SIMD3(matrix.red), SIMD3(matrix.green), SIMD3(matrix.blue))
    }

    func callAsFunction(_ color: SIMD3<Float>) -> SIMD3<Float> {
      red * color.x + green * color.y + blue * color.z
    }
  }
}

extension UnsafeMutableRawBufferPointer {
  /// Stores a sample, rounded down.
  fileprivate func store(_ sample: Float, _ index: Int, _ depth: PixelFormat.Depth) {
    switch depth {
    case .eight: self[index] = UInt8(sample)
    case .sixteen: bindMemory(to: UInt16.self)[index] = UInt16(sample)
    }
  }
}

extension ToneCurve {
  /// Returns the encoded sample of light from 0 to 1, within 2⁻²¹.
  fileprivate func encoded(_ light: Double) -> Double {
    var (low, high) = (0.0, 1.0)
    for _ in 0..<20 {
      let middle = (low + high) / 2
      if self.light(middle) < light { low = middle } else { high = middle }
    }
    return (low + high) / 2
  }
}

/// The samples, 0 to 1, of light in which SDR white is 1.
private enum HDRCurve {
  /// The light of SDR white, in nits (ITU-R BT.2408-7, 2.1).
  static let white = 203.0

  /// SMPTE ST 2084.
  static func pq(_ light: Double) -> Double {
    let (m1, m2) = (2610.0 / 16384, 2523.0 / 4096 * 128)
    let (c1, c2, c3) = (3424.0 / 4096, 2413.0 / 4096 * 32, 2392.0 / 4096 * 32)
    let power = Exponentials.power(min(1, light * white / 10_000), m1)
    return Exponentials.power((c1 + c2 * power) / (1 + c3 * power), m2)
  }

  /// ITU-R BT.2100-2, for light of the scene. SDR white has the sample 0.75 (BT.2408-7, table 1).
  static func hlg(_ light: Double) -> Double {
    let (a, b) = (0.17883277, 1 - 4 * 0.17883277)
    let c = 0.5 - a * Exponentials.logarithm(4 * a)
    let scene = min(1, light)
    return scene <= 1.0 / 12 ? (3 * scene).squareRoot() : a * Exponentials.logarithm(12 * scene - b) + c
  }
}

/// A function of light from 0 up, by lines between 256 values in each octave. It is computed like the curves of pictures:
/// equally on every machine.
struct LightTable {
  private let values: [Float]

  /// The exponents of the octaves: from below the least 16-bit sample of any curve to above the brightest screen.
  private static let (least, most) = (-30, 7)
  private static let stepBits = 8
  private static let shift = UInt32(23 - stepBits)
  private static let first = Float(sign: .plus, exponent: least, significand: 1).bitPattern >> shift

  /// - Parameter function: finite for 0 and for light up to 128.
  init(_ function: (Double) -> Double) {
    let steps = (Self.most - Self.least) << Self.stepBits
    values =
      [Float(function(0))]
      + (0...steps).map { step in
        Float(function(Double(Float(bitPattern: (Self.first + UInt32(step)) << Self.shift))))
      }
  }

  /// - Parameter light: any number; below 0 it is 0, and it is limited to 128.
  func callAsFunction(_ light: Float) -> Float {
    guard light > 0 else { return values[0] }
    let bits = light.bitPattern
    let step = Int(bits >> Self.shift) - Int(Self.first)
    guard step >= 0 else {
      // Below the first octave, the function is nearly straight.
      return values[0] + (values[1] - values[0])
        * (light * Float(sign: .plus, exponent: -Self.least, significand: 1))
    }
    guard step + 2 < values.count else { return values[values.count - 1] }
    let rest =
      Float(bits & (1 << Self.shift - 1)) * Float(sign: .plus, exponent: -Int(Self.shift), significand: 1)
    let value = values[step + 1]
    return value + (values[step + 2] - value) * rest
  }
}
