import FrameImage
import TestSupport
import Testing

@testable import FrameCodec

/// The parameters of gain maps, in both forms.
@Suite struct GainMapParametersTests {
  typealias Channel = GainMapParameters.Channel

  static let one = GainMapParameters(
    channels: [Channel(minimum: -0.5, maximum: 2.3, gamma: 0.8, baseOffset: 0.015625, alternateOffset: 0.25)],
    baseHeadroom: 0, alternateHeadroom: 2.3)
  static let three = GainMapParameters(
    channels: [
      Channel(minimum: 0, maximum: 1), Channel(minimum: -1.25, maximum: 3.5, gamma: 1.0 / 3),
      Channel(minimum: 0.1, maximum: 5.622376441955566, baseOffset: 0, alternateOffset: -1.0 / 64),
    ], baseHeadroom: 0.1, alternateHeadroom: 5.622376441955566, colors: .profile([1, 2, 3]))
  static let backward = GainMapParameters(
    channels: [Channel(minimum: -2, maximum: 0)], baseHeadroom: 2, alternateHeadroom: 0)

  @Test("The binary form keeps every number", arguments: [one, three, backward])
  func binary(_ parameters: GainMapParameters) {
    let profile: [UInt8]? = parameters.colors == .base ? nil : [1, 2, 3]
    expectEqual(GainMapParameters(iso: parameters.isoBytes, profile: profile), parameters)
  }

  @Test("The binary form is that of ISO 21496-1")
  func binaryForm() {
    let parameters = GainMapParameters(
      channels: [Channel(minimum: 0, maximum: 2.5, baseOffset: 1.0 / 64, alternateOffset: -0.25)],
      baseHeadroom: 0, alternateHeadroom: 2.5)
    let versions: [UInt8] = [0, 0, 0, 0]
    let fractions: [UInt8] =
      [0, 0, 0, 0, 0, 0, 0, 1] + [0, 0, 0, 5, 0, 0, 0, 2]  // headrooms
      + [0, 0, 0, 0, 0, 0, 0, 1] + [0, 0, 0, 5, 0, 0, 0, 2] + [0, 0, 0, 1, 0, 0, 0, 1]
      + [0, 0, 0, 1, 0, 0, 0, 64] + [0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 4]
    expectEqual(parameters.isoBytes, versions + [0x40] + fractions)
  }

  @Test("Fractions with one denominator are read")
  func commonDenominator() {
    func number(_ number: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) } }
    let bytes =
      [0, 0, 0, 0, 0x48] + number(10) + number(0) + number(25) + [-5, 25, 10, 1, 2].flatMap(number)
    let parameters = GainMapParameters(iso: bytes, profile: nil)
    expectEqual(parameters?.alternateHeadroom, 2.5)
    expectEqual(
      parameters?.channels,
      [
        Channel(minimum: -0.5, maximum: 2.5, gamma: 1, baseOffset: 0.1, alternateOffset: 0.2)
      ])
  }

  @Test("Invalid bytes are refused: every shorter one, zero denominators, later versions, unusable numbers")
  func invalid() {
    let bytes = Self.one.isoBytes
    for count in bytes.indices { expectTrue(GainMapParameters(iso: bytes[..<count], profile: nil) == nil) }
    func changed(_ change: (inout GainMapParameters) -> Void) -> GainMapParameters? {
      var parameters = Self.one
      change(&parameters)
      return GainMapParameters(iso: parameters.isoBytes, profile: nil)
    }
    expectTrue(changed { _ in } != nil)
    expectTrue(changed { $0.channels[0].minimum = 3 } == nil)
    expectTrue(changed { $0.channels[0].gamma = 0 } == nil)
    expectTrue(changed { $0.channels[0].maximum = 100 } == nil)
    expectTrue(changed { $0.alternateHeadroom = 0 } == nil)
    for (index, value) in [(1, 1), (4, 0x44), (12, 0), (28, 0)] {
      var other = bytes
      other[index] = UInt8(value)
      if index > 4 { other.replaceSubrange(index - 3...index, with: [0, 0, 0, 0]) }
      expectTrue(GainMapParameters(iso: other, profile: nil) == nil, "byte \(index)")
    }
  }

  @Test("XMP keeps nine decimals of every number", arguments: [one, three])
  func xmp(_ parameters: GainMapParameters) throws {
    let packet = XMPPacket(nodes: try #require(parameters.xmpNode))
    let read = try #require(GainMapParameters(xmp: packet))
    expectEqual(read.channels.count, parameters.channels.count)
    func numbers(_ p: GainMapParameters) -> [Double] {
      p.channels.flatMap { [$0.minimum, $0.maximum, $0.gamma, $0.baseOffset, $0.alternateOffset] }
        + [p.baseHeadroom, p.alternateHeadroom]
    }
    expectTrue(zip(numbers(read), numbers(parameters)).allSatisfy { abs($0 - $1) < 1e-9 })
    // Adobe's form has no map that leads from an HDR image to an SDR image.
    expectTrue(Self.backward.xmpNode == nil)
  }

  @Test("XMP without optional numbers has Adobe's defaults; an HDR base image is not understood")
  func xmpDefaults() {
    func packet(_ attributes: String) -> XMPPacket {
      XMPPacket(
        nodes: "<rdf:Description xmlns:hdrgm=\"http://ns.adobe.com/hdr-gain-map/1.0/\" \(attributes)/>")
    }
    let parameters = GainMapParameters(xmp: packet("hdrgm:Version=\"1.0\" hdrgm:GainMapMax=\"2\""))
    expectEqual(
      parameters,
      GainMapParameters(
        channels: [Channel(minimum: 0, maximum: 2)], baseHeadroom: 0, alternateHeadroom: 2))
    for attributes in [
      "hdrgm:GainMapMax=\"2\"", "hdrgm:Version=\"1.0\"", "hdrgm:Version=\"1.0\" hdrgm:GainMapMax=\"two\"",
      "hdrgm:Version=\"1.0\" hdrgm:GainMapMax=\"2\" hdrgm:BaseRenditionIsHDR=\"True\"",
      "hdrgm:Version=\"1.0\" hdrgm:GainMapMax=\"nan\"", "hdrgm:Version=\"1.0\" hdrgm:GainMapMax=\"1e300\"",
    ] {
      expectTrue(GainMapParameters(xmp: packet(attributes)) == nil, "\(attributes)")
    }
  }

  @Test("The list of files is added to a packet and read from it")
  func container() {
    let own = XMPPacket(
      Array(
        """
        <x:xmpmeta xmlns:x="adobe:ns:meta/"><r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\
        <r:Description xmlns:dc="http://purl.org/dc/elements/1.1/" dc:title="mine"/></r:RDF></x:xmpmeta>
        """.utf8))
    let packet = own.adding(XMPPacket.containerNode(gainMap: 1234, hasParameters: true))
    expectEqual(
      packet.containerItems,
      [
        ContainerItem(semantic: "Primary", mediaType: "image/jpeg", length: 0, padding: 0),
        ContainerItem(semantic: "GainMap", mediaType: "image/jpeg", length: 1234, padding: 0),
      ])
    expectTrue(packet.namesGainMap && String(decoding: packet.bytes, as: UTF8.self).contains("mine"))
    // A description of the old files in the packet goes before the new one is added.
    expectEqual(packet.edited(XMPEdit())?.packet?.containerItems, [])
    expectEqual(
      XMPPacket(Array("<broken".utf8)).adding(XMPPacket.containerNode(gainMap: 5, hasParameters: false))
        .containerItems.count, 2)
  }

  @Test("A sample without gain is neutral, and tables convert gains between maps")
  func samples() {
    let channel = Self.one.channels[0]
    expectTrue(abs(channel.gain(channel.neutral)) < 1e-12)
    expectTrue(channel.gain(0) == -0.5 && abs(channel.gain(1) - 2.3) < 1e-12)
    for gain in stride(from: -0.5, through: 2.3, by: 0.1) {
      expectTrue(abs(channel.gain(channel.sample(gain)) - gain) < 1e-9)
    }
    expectTrue(Self.one.table(to: Self.one) == nil)
    var wider = Self.one
    (wider.channels[0].minimum, wider.channels[0].maximum, wider.channels[0].gamma) = (-1, 3, 1)
    let table = Self.one.table(to: wider)?[0] ?? []
    for sample in table.indices {
      let (before, after) = (
        channel.gain(Double(sample) / 255), wider.channels[0].gain(Double(table[sample]) / 255)
      )
      expectTrue(abs(before - after) <= 4.0 / 255 / 2 + 1e-9)
    }
  }

  @Test(
    "Equal maps keep their parameters; others get a range with all gains, and with none where it is needed")
  func combining() {
    expectEqual(GainMapParameters.combining([Self.one, Self.one], needsNeutral: true), Self.one)
    expectEqual(GainMapParameters.combining([Self.three], needsNeutral: false), Self.three)
    let widened = GainMapParameters.combining([Self.three], needsNeutral: true)
    expectEqual(widened.channels.map(\.minimum), [0, -1.25, 0])
    expectEqual(widened.channels.map(\.gamma), Self.three.channels.map(\.gamma))
    let both = GainMapParameters.combining([Self.one, Self.three], needsNeutral: true)
    expectEqual(both.channels.map(\.minimum), [-0.5, -1.25, -0.5])
    expectEqual(both.channels.map(\.maximum), [2.3, 3.5, 5.622376441955566])
    expectTrue(both.channels.allSatisfy { $0.gamma == 1 })
    expectTrue(both.baseHeadroom == 0 && both.alternateHeadroom == 5.622376441955566)
  }

  @Test("The weight rises from the base's headroom to the alternate's, in either direction")
  func weights() {
    expectEqual([-1, 0, 1.15, 2.3, 9].map { Self.one.weight(headroom: $0) }, [0, 0, 0.5, 1, 1])
    expectEqual([3, 2, 1, 0].map { Self.backward.weight(headroom: $0) }, [0, 0, 0.5, 1])
  }
}
