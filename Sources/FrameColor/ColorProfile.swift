import CLittleCMS

/// A description of what samples mean (ICC.1:2022), read by Little CMS.
///
/// Unchecked, as the compiler does not know that the profile is only read once it is open: Little CMS guards
/// what it keeps of a profile by a lock of its own.
public final class ColorProfile: @unchecked Sendable {
  public enum Space: Hashable, Sendable {
    case gray, rgb, cmyk
  }

  public let space: Space
  let handle: cmsHPROFILE

  /// - Parameter bytes: of an ICC profile.
  /// - Returns: nil for one that is damaged, or for other colors than gray, RGB and CMYK.
  public init?(_ bytes: [UInt8]) {
    guard let count = UInt32(exactly: bytes.count), let handle = cmsOpenProfileFromMem(bytes, count) else {
      return nil
    }
    guard let space = Space(cmsGetColorSpace(handle)), Self.isUsable(handle) else {
      cmsCloseProfile(handle)
      return nil
    }
    (self.handle, self.space) = (handle, space)
  }

  init(own handle: cmsHPROFILE, _ space: Space) {
    (self.handle, self.space) = (handle, space)
  }

  deinit { cmsCloseProfile(handle) }

  /// IEC 61966-2-1.
  public static func sRGB() -> ColorProfile { ColorProfile(own: cmsCreate_sRGBProfile(), .rgb) }

  /// Its grays alone.
  public static func sRGBGray() -> ColorProfile { ColorProfile(.bt709, .sRGB, gray: true)! }

  /// What it calls itself: "Display P3".
  public var name: String {
    var text = [CChar](repeating: 0, count: 256)
    let count = cmsGetProfileInfoASCII(handle, cmsInfoDescription, "en", "US", &text, UInt32(text.count))
    guard count > 0 else { return "" }
    return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Whether every color of a grid comes out as the same code of 8 bits in sRGB, or the next one.
  public var isSRGB: Bool {
    if space == .gray { return isSRGBGray }
    guard space == .rgb, let transform = ColorTransform(from: self, to: .sRGB(), .rgb8Samples) else {
      return false
    }
    let levels = stride(from: 0, through: 255, by: 51).map { UInt8($0) }
    let grid = levels.flatMap { r in levels.flatMap { g in levels.flatMap { b in [r, g, b] } } }
    var out = grid
    transform.apply(to: &out, count: grid.count / 3)
    return zip(grid, out).allSatisfy { abs(Int($0) - Int($1)) <= 1 }
  }

  private var isSRGBGray: Bool {
    let samples = ColorSamples(colors: 1, hasAlpha: false, depth: .eight)
    guard let transform = ColorTransform(from: self, to: .sRGBGray(), samples) else { return false }
    let levels = (0...255).map { UInt8($0) }
    var out = levels
    transform.apply(to: &out, count: levels.count)
    return zip(levels, out).allSatisfy { abs(Int($0) - Int($1)) <= 1 }
  }

  /// Profiles of devices and of color spaces can be converted from; links and names cannot.
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
