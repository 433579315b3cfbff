import CLittleCMS
import FrameModel

/// Where white and the three primaries lie, as CIE 1931 x and y.
public struct Chromaticities: Hashable, Sendable {
  public var white: (x: Double, y: Double) { (numbers[0], numbers[1]) }
  private let numbers: [Double]

  /// - Parameter numbers: x and y of white, red, green and blue: eight.
  public init?(_ numbers: [Double]) {
    guard numbers.count == 8, numbers.allSatisfy({ $0 >= 0 && $0 <= 1 }) else { return nil }
    self.numbers = numbers
  }

  /// ITU-R BT.709 and sRGB.
  public static let bt709 = Chromaticities([0.3127, 0.3290, 0.64, 0.33, 0.30, 0.60, 0.15, 0.06])!
  public static let bt2020 = Chromaticities([0.3127, 0.3290, 0.708, 0.292, 0.170, 0.797, 0.131, 0.046])!
  /// P3's, with the white of sRGB (SMPTE EG 432-1).
  public static let displayP3 = Chromaticities([0.3127, 0.3290, 0.680, 0.320, 0.265, 0.690, 0.150, 0.060])!

  fileprivate var cmsWhite: cmsCIExyY { point(0) }
  fileprivate var cmsPrimaries: cmsCIExyYTRIPLE {
    cmsCIExyYTRIPLE(Red: point(1), Green: point(2), Blue: point(3))
  }

  private func point(_ index: Int) -> cmsCIExyY {
    cmsCIExyY(x: numbers[2 * index], y: numbers[2 * index + 1], Y: 1)
  }
}

extension ColorProfile {
  /// A profile of what a file says in numbers.
  ///
  /// - Returns: nil where no colors can be made of the primaries.
  public convenience init?(_ chromaticities: Chromaticities, _ curve: ToneCurve, gray: Bool) {
    guard let tone = curve.cms else { return nil }
    defer { cmsFreeToneCurve(tone) }
    var (white, primaries) = (chromaticities.cmsWhite, chromaticities.cmsPrimaries)
    var tones: [OpaquePointer?] = [tone, tone, tone]
    let made =
      gray ? cmsCreateGrayProfile(&white, tone) : cmsCreateRGBProfile(&white, &primaries, &tones)
    guard let made else { return nil }
    self.init(own: made, gray ? .gray : .rgb)
  }

  /// The profile as a file, always the same: without the time at which it was made.
  public var file: [UInt8]? {
    var count: UInt32 = 0
    guard cmsSaveProfileToMem(handle, nil, &count) != 0 else { return nil }
    var bytes = [UInt8](repeating: 0, count: Int(count))
    guard cmsSaveProfileToMem(handle, &bytes, &count) != 0 else { return nil }
    // ICC.1:2022, 7.2.8: twelve bytes of date and time, of which 1 January 1900 is as good as any.
    let date: [UInt8] = [0x07, 0x6C, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0]
    bytes.replaceSubrange(24..<36, with: date)
    return bytes
  }
}
