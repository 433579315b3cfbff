import CLittleCMS
import TestSupport
import Testing

@testable import FrameCodec

/// Tests of converting CMYK to sRGB.
@Suite struct CMYKTests {
  /// CMYK values as shares of 255, and the colors they become without a profile.
  static let plain: [(ink: [UInt8], rgb: [UInt8])] = [
    ([0, 0, 0, 0], [255, 255, 255]), ([0, 0, 0, 255], [0, 0, 0]), ([255, 0, 0, 0], [0, 255, 255]),
    ([0, 255, 255, 0], [255, 0, 0]), ([0, 255, 255, 55], [200, 0, 0]),
    ([100, 50, 0, 51], [124, 164, 204]),
  ]

  @Test(
    "Without a profile, CMYK is converted by the formula", arguments: plain.indices)
  func formula(_ i: Int) {
    let (ink, rgb) = Self.plain[i]
    var out: [UInt8] = [0, 0, 0]
    out.withUnsafeMutableBytes {
      CMYKConversion.withoutProfile(depth: .eight).apply(ink, into: $0.baseAddress!, count: 1)
    }
    expectEqual(out, rgb)
    var deep: [UInt16] = [0, 0, 0]
    deep.withUnsafeMutableBytes {
      CMYKConversion.withoutProfile(depth: .sixteen).apply(
        ink.map { UInt16($0) * 257 }, into: $0.baseAddress!, count: 1)
    }
    expectTrue(zip(deep, rgb).allSatisfy { abs(Int($0) - Int($1) * 257) <= 128 }, "\(deep)")
  }

  @Test("A profile replaces the formula for converting CMYK")
  func byProfile() throws {
    let bytes = try #require(PressProfile.bytes)
    let transform = try #require(CMYKConversion.usingProfile(bytes, depth: .eight))
    let cmyk: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 255]
    var out = [UInt8](repeating: 0, count: 6)
    out.withUnsafeMutableBytes { transform.apply(cmyk, into: $0.baseAddress!, count: 2) }
    expectEqual(out, [255, 255, 255, 0, 0, 0])
    // In this profile half of full black is L* 50, which is gray 119 in sRGB.
    let half: [UInt8] = [0, 0, 0, 128]
    var gray = [UInt8](repeating: 0, count: 3)
    gray.withUnsafeMutableBytes { transform.apply(half, into: $0.baseAddress!, count: 1) }
    expectTrue(gray.allSatisfy { abs(Int($0) - 119) <= 2 }, "\(gray)")
    expectTrue(CMYKConversion.usingProfile(try #require(LinearProfile.bytes), depth: .eight) == nil)
    expectTrue(CMYKConversion.usingProfile([1, 2, 3], depth: .eight) == nil)
  }
}

/// A press profile, made with Little CMS. L* falls linearly with the total amount of ink, and all colors are gray.
enum PressProfile {
  static var bytes: [UInt8]? {
    guard let profile = cmsCreateProfilePlaceholder(nil) else { return nil }
    defer { cmsCloseProfile(profile) }
    cmsSetProfileVersion(profile, 2.1)
    cmsSetDeviceClass(profile, cmsSigOutputClass)
    cmsSetColorSpace(profile, cmsSigCmykData)
    cmsSetPCS(profile, cmsSigLabData)
    guard let table = cmsStageAllocCLut16bit(nil, 2, 4, 3, nil) else { return nil }
    let sampler: cmsSAMPLER16 = { cmyk, lab, _ in
      let ink = (0..<4).reduce(0) { $0 + Int(cmyk![$1]) }
      // ICC version 2 encodes L* 100 as FF00, and zero for a* and b* as 8000 (ICC.1:2001-04, 6.5.10).
      lab![0] = UInt16(max(0, 65535 - ink) * 0xFF00 / 0xFFFF)
      (lab![1], lab![2]) = (0x8000, 0x8000)
      return 1
    }
    guard cmsStageSampleCLut16bit(table, sampler, nil, 0) != 0 else { return nil }
    let pipeline = cmsPipelineAlloc(nil, 4, 3)
    defer { cmsPipelineFree(pipeline) }
    guard cmsPipelineInsertStage(pipeline, cmsAT_END, table) != 0 else { return nil }
    guard cmsWriteTag(profile, cmsSigAToB0Tag, UnsafeRawPointer(pipeline)) != 0 else { return nil }
    var count: UInt32 = 0
    guard cmsSaveProfileToMem(profile, nil, &count) != 0 else { return nil }
    var bytes = [UInt8](repeating: 0, count: Int(count))
    return cmsSaveProfileToMem(profile, &bytes, &count) != 0 ? bytes : nil
  }
}
