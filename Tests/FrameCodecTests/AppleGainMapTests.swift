import Foundation
import FrameImage
import TestSupport
import Testing

@testable import FrameCodec

/// Gain maps in Apple's form: their samples, and where their headroom is.
@Suite struct AppleGainMapTests {
  /// Returns EXIF with Apple's maker note, whose numbers are fractions.
  private static func exif(
    _ numbers: [(tag: Int, above: Int, below: Int)], little: Bool = false, name: String = "Apple iOS\0"
  ) -> [UInt8] {
    // The maker note has its own byte order, and offsets from its first byte.
    var note = Array(name.utf8) + [0, 1, 0x4D, 0x4D]
    let big = Tiff(little: false)
    note += big.encoded(numbers.count, 2)
    for (index, number) in numbers.enumerated() {
      note += big.encoded(number.tag, 2) + big.encoded(10, 2) + big.encoded(1, 4)
      note += big.encoded(14 + 2 + 12 * numbers.count + 4 + 8 * index, 4)
    }
    note += [0, 0, 0, 0] + numbers.flatMap { big.encoded($0.above, 4) + big.encoded($0.below, 4) }
    var tiff = Tiff(little: little)
    let (places, _) = tiff.addDirectory([(0x0112, .short(1)), (0x8769, .directory("exif"))])
    tiff.put(tiff.bytes.count, at: places["exif"]!)
    _ = tiff.addDirectory([(0x927C, .undefined(note)), (0xA002, .short(4000))])
    return tiff.bytes
  }

  private static func packet(_ headroom: String) -> XMPPacket {
    XMPPacket(
      nodes: "<rdf:Description xmlns:HDRGainMap=\"http://ns.apple.com/HDRGainMap/1.0/\">"
        + "<HDRGainMap:HDRGainMapHeadroom>\(headroom)</HDRGainMap:HDRGainMapHeadroom></rdf:Description>")
  }

  private static func stops(_ exif: [UInt8], _ packet: XMPPacket? = nil) -> Double? {
    let parameters = GainMapParameters(apple: packet, exif: ExifBlock(exif))
    if let parameters { expectTrue(parameters.areValid) }
    return parameters?.alternateHeadroom
  }

  @Test(
    "The maker note has the headroom in two numbers, with four cases",
    arguments: [
      (0, 0, 1.8), (999, 10, 1.6), (999, 11, 1.601 - 0.001111), (1000, 5, 2.65), (1000, 10, 2.3),
      (2000, 11, 2.303 - 0.003333), (2000, 2303, 2.303 - 0.697809), (-5000, -20, 2.2),
    ], [true, false])
  func makerNote(_ numbers: (Int, Int, Double), little: Bool) throws {
    let exif = Self.exif([(33, numbers.0, 1000), (48, numbers.1, 1000)], little: little)
    let stops = try #require(Self.stops(exif))
    expectTrue(abs(stops - numbers.2) < 1e-9, "\(stops)")
  }

  @Test("The headroom of the map's XMP comes first, if it is a usable number")
  func statedHeadroom() {
    let exif = Self.exif([(33, 1, 1), (48, 0, 1)])
    expectEqual(Self.stops(exif, Self.packet("4")).map { abs($0 - 2) < 1e-12 }, true)
    expectEqual(Self.stops([], Self.packet("1.5")).map { abs($0 - log2(1.5)) < 1e-12 }, true)
    for text in ["nan", "inf", "0", "0.99", "-3", "", "4,5"] {
      expectTrue(
        Self.stops(exif, Self.packet(text)) == 3 && Self.stops([], Self.packet(text)) == nil, "\(text)")
    }
    for text in ["1", "1e30"] { expectTrue(Self.stops(exif, Self.packet(text)) == nil, "\(text)") }
  }

  @Test("Without both numbers, or with numbers that are no fractions, there is no headroom")
  func missing() {
    expectTrue(Self.stops([]) == nil && Self.stops(CameraExif().bytes) == nil)
    for numbers in [
      [], [(33, 1, 1)], [(48, 1, 1)], [(33, 1, 0), (48, 1, 1)], [(33, 1, 1), (48, 1, 0)],
      [(33, 1, 1), (49, 1, 1)],
      // 20 million stops, and less than none.
      [(33, 0, 1), (48, -1_000_000, 1)], [(33, 0, 1), (48, 1000, 1)],
    ] as [[(tag: Int, above: Int, below: Int)]] {
      expectTrue(Self.stops(Self.exif(numbers)) == nil, "\(numbers)")
    }
    expectTrue(Self.stops(Self.exif([(33, 1, 1), (48, 0, 1)], name: "Apple OS\0\0")) == nil)
  }

  @Test("Truncated and changed EXIF gives a valid headroom or none")
  func hostile() {
    let whole = Self.exif([(33, 3, 2), (48, 1, 2)])
    expectTrue(Self.stops(whole) != nil)
    for count in whole.indices { _ = Self.stops(Array(whole.prefix(count))) }
    for at in whole.indices {
      for byte: UInt8 in [0, 1, 0x7F, 0x80, 0xFF] {
        var bytes = whole
        bytes[at] = byte
        _ = Self.stops(bytes)
      }
    }
    var noise = Noise(48)
    for _ in 0..<5_000 { _ = Self.stops(noise.mutated(whole)) }
  }

  @Test("Each sample becomes the nearest ordinary one of the same gain", arguments: [0.3, 1, 2.3, 4])
  func table(_ stops: Double) throws {
    let parameters = GainMapParameters(
      channels: [.init(minimum: 0, maximum: stops, baseOffset: 0, alternateOffset: 0)], baseHeadroom: 0,
      alternateHeadroom: stops)
    let table = AppleGainMap.table(to: parameters)
    expectTrue(table.count == 256 && table[0] == 0 && table[255] == 255)
    for (sample, converted) in table.enumerated() {
      let value = Double(sample) / 255
      // The inverse of L^0.45 * 1.099 - 0.099, and of 4.5 L below a light of 0.018.
      let light = value < 0.081 ? value / 4.5 : pow((value + 0.099) / 1.099, 1 / 0.45)
      let wanted = log2(1 + (pow(2, stops) - 1) * light)
      expectTrue(abs(Double(converted) / 255 * stops - wanted) <= stops / 510 + 1e-9, "\(sample)")
    }
  }

  @Test("Where a map is, and in which form, survives in the contract")
  func contract() throws {
    let parameters = try #require(GainMapParameters(apple: Self.packet("4"), exif: nil))
    let size = try #require(PixelSize(width: 3, height: 2))
    var header = ImageHeader(size: size, pixels: .gray8)
    for samples in [StoredGainMap.Samples.ordinary, .apple] {
      header.gainMap = StoredGainMap(parameters, at: .file(100..<300), samples: samples)
      expectEqual([ContractBlock](header).storedGainMap(in: 300), header.gainMap)
      expectTrue([ContractBlock](header).storedGainMap(in: 299) == nil)
    }
    let named = [
      ContractBlock(.gainMap, Array(AppleGainMap.auxiliaryType.utf8)),
      ContractBlock(.gainMapXMP, Self.packet("4").bytes),
    ]
    expectTrue(named.namesGainMap && named.storedGainMap(in: 300) == nil)
    expectEqual(named.namedGainMap(nil), StoredGainMap(parameters, at: .image, samples: .apple))
    let exif = MetadataBlock(.exif, Self.exif([(33, 1, 1), (48, 0, 1)]))
    expectEqual([named[0]].namedGainMap(exif)?.parameters.alternateHeadroom, 3)
    expectTrue([named[0]].namedGainMap(nil) == nil && [named[1]].namedGainMap(exif) == nil)
    expectTrue([ContractBlock(.gainMap, [1])].namedGainMap(exif) == nil)
  }
}
