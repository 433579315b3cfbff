import CLittleCMS
import FrameImage

/// An ICC profile (ICC.1:2022), opened with Little CMS.
///
/// `@unchecked`, because the compiler cannot know that an open profile is only read. Little CMS protects its
/// internal caches with its own lock.
package final class ColorProfile: @unchecked Sendable {
  /// The raw value is the number of channels.
  package enum Space: Int, Equatable, Sendable {
    case gray = 1
    case rgb = 3
    case cmyk = 4
  }

  package let space: Space
  let handle: cmsHPROFILE

  /// Opens a profile.
  ///
  /// - Parameter bytes: An ICC profile.
  /// - Returns: nil if the profile is damaged, or describes colors other than gray, RGB and CMYK.
  package init?(_ bytes: [UInt8]) {
    guard let count = UInt32(exactly: bytes.count), let handle = cmsOpenProfileFromMem(bytes, count) else {
      return nil
    }
    guard let space = Space(cmsGetColorSpace(handle)), Self.isUsable(handle) else {
      cmsCloseProfile(handle)
      return nil
    }
    (self.handle, self.space) = (handle, space)
  }

  init(taking handle: cmsHPROFILE, _ space: Space) {
    (self.handle, self.space) = (handle, space)
  }

  deinit { cmsCloseProfile(handle) }

  /// Returns the profile of sRGB (IEC 61966-2-1).
  package static func sRGB() -> ColorProfile { ColorProfile(taking: cmsCreate_sRGBProfile(), .rgb) }

  /// Returns a gray profile with the transfer function of sRGB.
  package static func sRGBGray() -> ColorProfile { ColorProfile(.bt709, .sRGB, gray: true)! }

  /// The description inside the profile, such as "Display P3".
  package var name: String {
    var text = [CChar](repeating: 0, count: 256)
    let count = cmsGetProfileInfoASCII(handle, cmsInfoDescription, "en", "US", &text, UInt32(text.count))
    guard count > 0 else { return "" }
    return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// True if the profile has the colors of sRGB.
  package var isSRGB: Bool { isEquivalent(to: space == .gray ? .sRGBGray() : .sRGB()) }

  /// Returns whether conversion to another profile changes no color of a test grid by more than one 8-bit level.
  package func isEquivalent(to other: ColorProfile) -> Bool {
    let grid: [UInt8]
    let samples: ColorSamples
    switch (space, other.space) {
    case (.gray, .gray):
      grid = Array(0...255)
      samples = ColorSamples(colors: 1, hasAlpha: false, depth: .eight)
    case (.rgb, .rgb):
      let levels = stride(from: 0, through: 255, by: 51).map { UInt8($0) }
      grid = levels.flatMap { r in levels.flatMap { g in levels.flatMap { b in [r, g, b] } } }
      samples = .rgb8Samples
    default: return false
    }
    guard let transform = ColorTransform(from: self, to: other, samples) else { return false }
    var out = grid
    transform.apply(to: &out, count: grid.count / space.rawValue)
    return zip(grid, out).allSatisfy { abs(Int($0) - Int($1)) <= 1 }
  }

  /// Returns whether colors can be converted from the profile. This holds for profiles of devices and color
  /// spaces, but not for device links and named colors.
  private static func isUsable(_ handle: cmsHPROFILE) -> Bool {
    switch cmsGetDeviceClass(handle) {
    case cmsSigInputClass, cmsSigDisplayClass, cmsSigOutputClass, cmsSigColorSpaceClass: true
    default: false
    }
  }
}

extension ColorProfile.Space {
  fileprivate init?(_ signature: cmsColorSpaceSignature) {
    switch signature {
    case cmsSigGrayData: self = .gray
    case cmsSigRgbData: self = .rgb
    case cmsSigCmykData: self = .cmyk
    default: return nil
    }
  }
}

/// The white point and the three primaries, as CIE 1931 x and y.
package struct Chromaticities: Equatable, Sendable {
  package var white: (x: Double, y: Double) { (numbers[0], numbers[1]) }
  private let numbers: [Double]

  /// - Parameter numbers: Eight numbers: x and y of white, red, green and blue.
  package init?(_ numbers: [Double]) {
    guard numbers.count == 8, numbers.allSatisfy({ $0 >= 0 && $0 <= 1 }) else { return nil }
    self.numbers = numbers
  }

  /// ITU-R BT.709 and sRGB.
  package static let bt709 = Chromaticities([0.3127, 0.3290, 0.64, 0.33, 0.30, 0.60, 0.15, 0.06])!
  package static let bt2020 = Chromaticities([0.3127, 0.3290, 0.708, 0.292, 0.170, 0.797, 0.131, 0.046])!
  /// The primaries of P3 with the white point of sRGB (SMPTE EG 432-1).
  package static let displayP3 = Chromaticities([0.3127, 0.3290, 0.680, 0.320, 0.265, 0.690, 0.150, 0.060])!

  fileprivate var cmsWhite: cmsCIExyY { point(0) }
  fileprivate var cmsPrimaries: cmsCIExyYTRIPLE {
    cmsCIExyYTRIPLE(Red: point(1), Green: point(2), Blue: point(3))
  }

  private func point(_ index: Int) -> cmsCIExyY {
    cmsCIExyY(x: numbers[2 * index], y: numbers[2 * index + 1], Y: 1)
  }
}

extension ColorProfile {
  /// Creates a profile from chromaticities and a tone curve.
  ///
  /// - Returns: nil if the primaries do not span a color space.
  package convenience init?(_ chromaticities: Chromaticities, _ curve: ToneCurve, gray: Bool) {
    guard let tone = curve.cms else { return nil }
    defer { cmsFreeToneCurve(tone) }
    var (white, primaries) = (chromaticities.cmsWhite, chromaticities.cmsPrimaries)
    var curves: [OpaquePointer?] = [tone, tone, tone]
    let handle =
      gray ? cmsCreateGrayProfile(&white, tone) : cmsCreateRGBProfile(&white, &primaries, &curves)
    guard let handle else { return nil }
    self.init(taking: handle, gray ? .gray : .rgb)
  }

  /// The encoded profile, without its creation time, so that it is always the same.
  package var iccData: [UInt8]? {
    var count: UInt32 = 0
    guard cmsSaveProfileToMem(handle, nil, &count) != 0 else { return nil }
    var bytes = [UInt8](repeating: 0, count: Int(count))
    guard cmsSaveProfileToMem(handle, &bytes, &count) != 0 else { return nil }
    // ICC.1:2022, 7.2.8: twelve bytes of date and time. 1 January 1900 replaces the creation time.
    let date: [UInt8] = [0x07, 0x6C, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0]
    bytes.replaceSubrange(24..<36, with: date)
    return bytes
  }

  /// The tone curve of the profile; nil if one invertible curve cannot describe it, for example if tables map
  /// all channels together.
  ///
  /// For RGB this is the curve of green, which contributes most to luminance. In nearly all profiles the
  /// three curves are equal.
  package var toneCurve: ToneCurve? {
    let tag = space == .gray ? cmsSigGrayTRCTag : cmsSigGreenTRCTag
    guard space != .cmyk, let cmsCurve = cmsReadTag(handle, tag) else { return nil }
    let curve = ToneCurve(OpaquePointer(cmsCurve))
    guard let curve, curve.rises else { return nil }
    return curve.isSRGB ? .sRGB : curve
  }

  /// The XYZ of full red, green and blue, adapted to the white of D50 (ICC.1:2022, 9.2.4, 9.2.31 and 9.2.47).
  ///
  /// nil for a profile that is not RGB, or that maps colors by tables, which conversions prefer to colorants.
  package var colorants: [SIMD3<Double>]? {
    let tables = [cmsSigAToB0Tag, cmsSigAToB1Tag, cmsSigDToB1Tag]
    guard space == .rgb, !tables.contains(where: { cmsIsTag(handle, $0) != 0 }) else { return nil }
    let tags = [cmsSigRedColorantTag, cmsSigGreenColorantTag, cmsSigBlueColorantTag]
    let colorants = tags.compactMap { tag in
      cmsReadTag(handle, tag).map {
        let color = $0.assumingMemoryBound(to: cmsCIEXYZ.self).pointee
        return SIMD3(color.X, color.Y, color.Z)
      }
    }
    return colorants.count == 3 ? colorants : nil
  }
}

extension ToneCurve {
  /// Parametric curves are taken by their parameters, so that this program computes them, equally on every
  /// machine.
  fileprivate init?(_ curve: OpaquePointer) {
    let type = cmsGetToneCurveParametricType(curve)
    if type == 0 {
      let count = Int(cmsGetToneCurveEstimatedTableEntries(curve))
      guard count >= 2, let entries = cmsGetToneCurveEstimatedTable(curve) else { return nil }
      self = .table(Array(UnsafeBufferPointer(start: entries, count: count)))
      return
    }
    guard let numbers = cmsGetToneCurveParams(curve) else { return nil }
    self = .formula(Formula(type: Int(type), numbers))
    guard (1...5).contains(type) else { return nil }
  }

  /// Returns the curve for Little CMS. The caller frees it.
  var cms: OpaquePointer? {
    switch self {
    case .sRGB: cmsBuildParametricToneCurve(nil, 4, [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045])
    case .formula(let f): cmsBuildParametricToneCurve(nil, 5, [f.exponent, f.a, f.b, f.c, f.d, f.e, f.f])
    case .table(let samples): cmsBuildTabulatedToneCurve16(nil, UInt32(samples.count), samples)
    }
  }
}

extension ToneCurve.Formula {
  /// Creates a formula from the parameters of Little CMS's types 1 to 5, which are the ICC function types 0
  /// to 4 (ICC.1:2022, table 68).
  fileprivate init(type: Int, _ numbers: UnsafePointer<Double>) {
    self.init(exponent: numbers[0])
    if type > 1 { (a, b) = (numbers[1], numbers[2]) }
    switch type {
    case 2: d = -b / a
    case 3: (d, e, f) = (-b / a, numbers[3], numbers[3])
    case 4: (c, d) = (numbers[3], numbers[4])
    case 5: (c, d, e, f) = (numbers[3], numbers[4], numbers[5], numbers[6])
    default: break
    }
  }
}

/// The header of a color profile (ICC.1:2022, 7.2).
package struct ICCProfile: Equatable, Sendable {
  /// The whole profile, with the size given in its header.
  package let bytes: [UInt8]

  /// The length of a header in bytes.
  package static let headerLength = 128

  /// Returns the size that a profile's first bytes announce (7.2.2); nil if they are not a profile's (7.2.9).
  package static func announcedSize(_ start: [UInt8]) -> Int? {
    guard start.count >= headerLength, start[36..<40].elementsEqual("acsp".utf8) else { return nil }
    let size = Int(bigEndianBytes: start[0..<4])
    return size >= headerLength ? size : nil
  }

  /// - Parameter bytes: the profile; bytes beyond its own size are cut off.
  /// - Returns: nil if this is not a complete profile.
  package init?(_ bytes: [UInt8]) {
    guard let size = Self.announcedSize(bytes), size <= bytes.count else { return nil }
    self.bytes = Array(bytes.prefix(size))
  }

  /// Returns whether it is for pixels of this kind, gray or color (7.2.6).
  package func describes(_ channels: PixelFormat.Channels) -> Bool {
    isFor(channels.isGray ? "GRAY" : "RGB ")
  }

  /// True if it is for CMYK.
  package var describesCMYK: Bool { isFor("CMYK") }

  private func isFor(_ space: String) -> Bool { bytes[16..<20].elementsEqual(space.utf8) }
}
