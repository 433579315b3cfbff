import FrameCodec
import FrameGeometry
import FrameImage
import JPEGCodec
import TestSupport
import Testing

/// Gain maps and other data after the image.
@Suite struct GainMapTests {
  private static let parameters = GainMapParameters(
    channels: [.init(minimum: 0, maximum: 2.5)], baseHeadroom: 0, alternateHeadroom: 2.5)

  private static func map() throws -> [UInt8] { try encode(sample(width: 16, height: 8, .gray8)) }

  /// Returns a photo with a gain map.
  private static func photo(
    _ parameters: GainMapParameters = parameters, metadata: ImageMetadata = ImageMetadata()
  ) throws -> [UInt8] {
    let bitmap = try sample(width: 64, height: 32)
    var request = EncodeRequest(size: bitmap.size, pixels: .rgb8, metadata: metadata)
    request.gainMap = EncodedGainMap(parameters, file: try map())
    let output = ByteOutput()
    var encoder = try JPEGCodec().encoder(output, request)
    try encoder.write(bitmap.bytes.span)
    try encoder.finish()
    return output.bytes
  }

  /// Returns the pixels of the gain map that a header names.
  private static func mapPixels(_ bytes: [UInt8]) throws -> Bitmap {
    let range = try #require(try probe(bytes).gainMap?.range)
    return try decode(Array(bytes[range])).bitmap
  }

  private static func whole(_ bytes: [UInt8]) throws -> PixelRect {
    PixelRect(x: 0, y: 0, size: try probe(bytes).size)
  }

  /// Returns the bytes with a part replaced by one of the same length.
  private static func replacing(_ old: String, by new: String, in bytes: [UInt8]) throws -> [UInt8] {
    var bytes = bytes
    let start = try #require(bytes.indices.first { bytes[$0...].starts(with: old.utf8) })
    bytes.replaceSubrange(start..<start + old.utf8.count, with: new.utf8)
    return bytes
  }

  @Test("A gain map is written after the image and found again")
  func roundTrip() throws {
    let bytes = try Self.photo()
    let header = try probe(bytes)
    let map = try #require(header.gainMap)
    expectTrue(map.parameters == Self.parameters && map.range?.upperBound == bytes.count)
    try expectEqual(Self.mapPixels(bytes), decode(Self.map()).bitmap)
    expectTrue(header.notices == [] && header.attachments == [])
    try expectEqual(decode(bytes).bitmap, decode(encode(sample(width: 64, height: 32))).bitmap)
  }

  @Test("The colors of a gain map are those of the image, or of the map's own profile")
  func profile() throws {
    var profile = [UInt8](repeating: 7, count: 200)
    profile.replaceSubrange(0..<4, with: [0, 0, 0, 200])
    profile.replaceSubrange(36..<40, with: "acsp".utf8)
    profile.replaceSubrange(16..<20, with: "RGB ".utf8)
    var parameters = Self.parameters
    parameters.colors = .profile(profile)
    try expectEqual(probe(Self.photo(parameters)).gainMap?.parameters, parameters)
  }

  @Test("Metadata that an image has beside its gain map stays, even XMP that needs several segments")
  func metadata() throws {
    let text = String(repeating: "long ", count: 20_000)
    let xmp = XMPPacket(
      nodes: "<rdf:Description xmlns:dc=\"http://purl.org/dc/elements/1.1/\" dc:title=\"\(text)\"/>")
    let bytes = try Self.photo(metadata: ImageMetadata(blocks: [MetadataBlock(.xmp, xmp.bytes)]))
    let header = try probe(bytes)
    expectTrue(header.gainMap?.parameters == Self.parameters && header.notices == [])
    let packet = try #require(header.metadata.blocks.first(.xmp))
    expectTrue(String(decoding: packet.bytes, as: UTF8.self).contains(text))
    expectEqual(XMPPacket(packet.bytes).containerItems.count, 2)
  }

  @Test("A gain map is found by the index, by the list in XMP, or behind the end of the image")
  func places() throws {
    let bytes = try Self.photo()
    let range = try #require(try probe(bytes).gainMap?.range)
    let noIndex = try Self.replacing("MPF\0", by: "mpf\0", in: bytes)
    let noList = try Self.replacing("Item:Length", by: "Item:length", in: bytes)
    let neither = try Self.replacing("Item:Length", by: "Item:length", in: noIndex)
    for file in [noIndex, noList, neither] { try expectEqual(probe(file).gainMap?.range, range) }
    // The list counts from the end of the file, so that bytes in between do not matter.
    let padded = Array(noIndex[..<range.lowerBound]) + [0, 0, 0] + noIndex[range.lowerBound...]
    try expectEqual(probe(padded).gainMap?.range, range.lowerBound + 3..<range.upperBound + 3)
  }

  @Test("Parameters are read from ISO 21496-1, and without it from XMP, that of the map or of the image")
  func forms() throws {
    let bytes = try Self.photo()
    let range = try #require(try probe(bytes).gainMap?.range)
    let name = "urn:iso:std:iso:ts:21496:-1"
    let base = try Self.replacing(
      name, by: "urn:iso:std:iso:ts:00000:-1", in: Array(bytes[..<range.lowerBound]))
    let map = try Self.replacing(name, by: "urn:iso:std:iso:ts:00000:-1", in: Array(bytes[range]))
    try expectEqual(probe(base + map).gainMap?.parameters, Self.parameters)
    let broken = try Self.replacing("GainMapMax=\"2.5\"", by: "GainMapMax=\"2,5\"", in: map)
    try expectTrue(probe(base + broken).gainMap == nil)
    try expectEqual(probe(base + broken).notices, [.gainMapUnreadable])
  }

  @Test("An index or a list that leads astray is ignored, and nothing outside of the file is read")
  func hostileIndex() throws {
    let bytes = try Self.photo()
    let start = try #require(bytes.indices.first { bytes[$0...].starts(with: "MPF\0".utf8) }) + 4
    let range = try #require(try probe(bytes).gainMap?.range)
    // The directory, its count, the fields of the entries, and every number of the entries.
    let numbers = [4, 8] + stride(from: 10, to: 46, by: 2) + stride(from: 50, to: 82, by: 2)
    for at in numbers {
      for value: [UInt8] in [[0, 0], [0xFF, 0xFF], [0x7F, 0xFF], [0, 1], [0x80, 0]] {
        var file = bytes
        file.replaceSubrange(start + at..<start + at + 2, with: value)
        let header = try probe(file)
        if let range = header.gainMap?.range {
          expectTrue(range.lowerBound > 2 && range.upperBound <= file.count, "\(at) \(value)")
          expectTrue(file[range].starts(with: [0xFF, 0xD8, 0xFF]))
        }
        expectTrue(header.attachments.allSatisfy { $0.bytes <= file.count })
      }
    }
    for length in ["0", "1", "-5", "99999999999999999999", "9223372036854775807", "\(bytes.count)", "x"] {
      let lists = XMPPacket.containerNode(gainMap: 777, hasParameters: true)
        .split(separator: "777", omittingEmptySubsequences: false).joined(separator: length)
      let xmp = HandmadeJPEG.segment(
        0xE1, Array("http://ns.adobe.com/xap/1.0/\0".utf8) + XMPPacket(nodes: lists).bytes)
      let file = HandmadeJPEG(segments: xmp).bytes + bytes[range]
      try expectEqual(probe(file).gainMap?.range?.count, range.count, "\(length)")
      let alone = try probe(HandmadeJPEG(segments: xmp).bytes)
      expectTrue(alone.gainMap == nil && alone.notices == [.gainMapUnreadable], "\(length)")
    }
    // Truncated anywhere, the map is whole or missing.
    for end in stride(from: range.lowerBound, to: bytes.count, by: 7) {
      let header = try probe(Array(bytes[..<end]))
      expectTrue((header.gainMap?.range).map { $0.upperBound <= end } ?? true)
    }
  }

  @Test("A map in Apple's form is read if its XMP or the maker note of the image has the headroom")
  func applesForm() throws {
    let form = AppleForm(size: (64, 32), base: try sample(width: 64, height: 32), gain: 200)
    let noted = try form.photo(headroom: nil, numbers: (1.5, 0.5))
    let map = try #require(try probe(noted).gainMap)
    expectTrue(map.samples == .apple && abs(map.parameters.alternateHeadroom - 2.1515) < 1e-6)
    expectEqual(
      map.parameters.channels,
      [
        .init(minimum: 0, maximum: map.parameters.alternateHeadroom, baseOffset: 0, alternateOffset: 0)
      ])
    expectEqual(map.range?.upperBound, noted.count)
    try expectEqual(Self.mapPixels(noted)[3, 3, 0], 200)
    let stated = try form.photo(headroom: "8", numbers: (1.5, 0.5))
    try expectEqual(probe(stated).gainMap.map { abs($0.parameters.alternateHeadroom - 3) < 1e-9 }, true)
    try expectTrue(probe(stated).notices == [] && probe(stated).attachments == [])
    for headroom in ["nan", "inf", "-1", "0.5", "1e400", "1e300", "x", ""] {
      let header = try probe(form.photo(headroom: headroom, numbers: nil))
      expectTrue(header.gainMap == nil && header.notices == [.pictureDropped(.gainMap)], "\(headroom)")
    }
  }

  @Test("A map in Apple's form without a headroom is reported as dropped")
  func applesFormWithoutHeadroom() throws {
    let bytes = try Self.photo()
    let range = try #require(try probe(bytes).gainMap?.range)
    let space = "http://ns.apple.com/HDRGainMap/1.0/"
    let node = "<rdf:Description xmlns:HDRGainMap=\"\(space)\" HDRGainMap:HDRGainMapVersion=\"65536\"/>"
    let xmp = HandmadeJPEG.segment(
      0xE1, Array("http://ns.adobe.com/xap/1.0/\0".utf8) + XMPPacket(nodes: node).bytes)
    let map = HandmadeJPEG(segments: xmp).bytes
    let padded = map + [UInt8](repeating: 0, count: range.count - map.count)
    try expectEqual(probe(Array(bytes[..<range.lowerBound]) + padded).notices, [.pictureDropped(.gainMap)])
  }

  @Test("Other images and the video of a motion photo are attachments")
  func attachments() throws {
    let bytes = try Self.photo()
    let range = try #require(try probe(bytes).gainMap?.range)
    // Without its own segments, the second image is no gain map.
    let plain = try encode(sample(width: 8, height: 8))
    let second = plain + [UInt8](repeating: 0, count: range.count - plain.count)
    let stereo = try probe(
      Self.replacing(
        "urn:iso:std:iso:ts:21496:-1", by: "urn:iso:std:iso:ts:00000:-1",
        in: Self.replacing("hdr-gain-map", by: "xdr-gain-map", in: Array(bytes[..<range.lowerBound])))
        + second)
    expectTrue(stereo.gainMap == nil && stereo.notices == [.oneOfSeveral(of: nil)])
    expectEqual(stereo.attachments, [Attachment(.image, bytes: second.count)])
    let camera = "xmlns:Camera=\"http://ns.google.com/photos/1.0/camera/\""
    for node in [
      "<rdf:Description \(camera) Camera:MicroVideo=\"1\" Camera:MicroVideoOffset=\"500\"/>",
      XMPPacket.containerNode(gainMap: 500, hasParameters: false)
        .split(separator: "GainMap\" Item:Mime=\"image/jpeg").joined(
          separator: "MotionPhoto\" Item:Mime=\"video/mp4"),
    ] {
      let xmp = HandmadeJPEG.segment(
        0xE1, Array("http://ns.adobe.com/xap/1.0/\0".utf8) + XMPPacket(nodes: node).bytes)
      let header = try probe(HandmadeJPEG(segments: xmp).bytes + [UInt8](repeating: 1, count: 500))
      expectEqual(header.attachments, [Attachment(.video, bytes: 500)])
    }
  }

  @Test(
    "A copy with another orientation keeps its gain map, and its index stays right", arguments: [false, true])
  func taggedCopy(_ hasExif: Bool) throws {
    let exif = MetadataBlock(.exif, ExifBlock(orientation: .up).bytes)
    let bytes = try Self.photo(metadata: ImageMetadata(blocks: hasExif ? [exif] : []))
    let tagged = try move(bytes, LosslessTransform(.tagged, .right, source: Self.whole(bytes)))
    try expectEqual(probe(tagged).orientation, .right)
    let range = try #require(try probe(tagged).gainMap?.range)
    expectEqual(range.upperBound, tagged.count)
    try expectEqual(Array(tagged[range]), Array(bytes[#require(probe(bytes).gainMap?.range)]))
    // The index alone finds it, too.
    let unlisted = try Self.replacing("Item:Length", by: "Item:length", in: tagged)
    try expectEqual(probe(unlisted).gainMap?.range, range)
  }

  @Test("Blocks that move get the gain map of the request, and without one no trace of it is left")
  func movedBlocks() throws {
    let bytes = try Self.photo()
    let turned = try encode(sample(width: 8, height: 16, .gray8))
    var request = TransformRequest(
      LosslessTransform(.exact, .right, source: try Self.whole(bytes)),
      metadata: .replaced(
        ImageMetadata(), keepsUnknown: true, gainMap: EncodedGainMap(Self.parameters, file: turned)))
    for isProgressive in [false, true] {
      request.isProgressive = isProgressive
      let output = ByteOutput()
      try expectEqual(transform(bytes, into: output, request), [])
      let header = try probe(output.bytes)
      expectTrue(header.size == PixelSize(width: 32, height: 64) && header.notices == [])
      expectEqual(header.gainMap?.parameters, Self.parameters)
      try expectEqual(Self.mapPixels(output.bytes), decode(turned).bitmap)
    }
    for move in [
      LosslessTransform(.exact, .right, source: try Self.whole(bytes)),
      LosslessTransform(.exact, .up, source: try Self.whole(bytes)),
    ] {
      for isProgressive in [false, true] {
        var request = TransformRequest(move, metadata: .replaced(ImageMetadata(), keepsUnknown: true))
        request.isProgressive = isProgressive
        let output = ByteOutput()
        try expectEqual(transform(bytes, into: output, request), [])
        let header = try probe(output.bytes)
        expectTrue(header.gainMap == nil && header.notices == [] && header.attachments == [])
        expectEqual(output.bytes.suffix(2), [0xFF, 0xD9])
      }
    }
  }

  @Test("A gain map for an image that stays in place is replaced, whatever follows the image")
  func replacedInPlace() throws {
    let bytes = try Self.photo() + [UInt8](repeating: 9, count: 400)
    let other = try encode(sample(width: 24, height: 8, .gray8))
    let request = TransformRequest(
      LosslessTransform(.exact, .up, source: try Self.whole(bytes)),
      metadata: .replaced(
        ImageMetadata(), keepsUnknown: false, gainMap: EncodedGainMap(Self.parameters, file: other)))
    let output = ByteOutput()
    try expectEqual(transform(bytes, into: output, request), [.trailingDataIgnored(bytes: 400)])
    try expectEqual(Self.mapPixels(output.bytes), decode(other).bitmap)
    try expectEqual(decode(output.bytes).bitmap, decode(bytes).bitmap)
  }
}
