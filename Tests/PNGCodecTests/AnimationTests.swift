import FrameCodec
import FrameImage
import PNGCodec
import TestSupport
import Testing

/// Animations as APNG (PNG specification, third edition, 11.3.6).
@Suite struct AnimationTests {
  private func animated(_ frames: [Bitmap], delays: [Int], band: Int) throws -> [UInt8] {
    let output = ByteOutput()
    var request = EncodeRequest(size: frames[0].size, pixels: frames[0].format)
    request.animation = Animation(frames: delays.count, loopCount: 3)
    var encoder = try PNGCodec().encoder(output, request)
    let step = band * frames[0].rowBytes
    for (index, frame) in frames.enumerated() {
      try encoder.beginFrame(milliseconds: delays.indices.contains(index) ? delays[index] : 0)
      for start in stride(from: 0, to: frame.bytes.count, by: step) {
        let rows = Array(frame.bytes[start..<min(start + step, frame.bytes.count)])
        try encoder.write(rows.span)
      }
    }
    try encoder.finish()
    return output.bytes
  }

  /// Returns a frame in which every sample differs.
  private func inverted(_ frame: Bitmap) -> Bitmap {
    Bitmap(size: frame.size, format: frame.format, bytes: frame.bytes.map { ~$0 })!
  }

  @Test("An animated PNG has the chunks, sequence numbers and delays of its frames in order")
  func animationChunks() throws {
    let frames = try [noise(9, 7, .rgb8), noise(9, 7, .rgb8), noise(9, 7, .rgb8)]
    let png = try animated(frames, delays: [500, 40, 100_000], band: 5)
    try expectEqual(animated(frames, delays: [500, 40, 100_000], band: 21), png)
    let parts = chunks(png)
    expectEqual(parts.map(\.type), ["IHDR", "acTL", "fcTL", "IDAT", "fcTL", "fdAT", "fcTL", "fdAT", "IEND"])
    expectEqual(parts[1].data, [0, 0, 0, 3, 0, 0, 0, 3])
    let sequence = parts.filter { ["fcTL", "fdAT"].contains($0.type) }.map { Int($0.data[3]) }
    expectEqual(sequence, [0, 1, 2, 3, 4])
    let delays = parts.filter { $0.type == "fcTL" }.map { Array($0.data[20..<24]) }
    expectEqual(delays, [[1, 244, 3, 232], [0, 40, 3, 232], [39, 16, 0, 100]])
    try expectEqual(probe(png).frames, 3)
    try expectEqual(probe(png).loopCount, 3)
    try expectEqual(probe(png).notices, [.oneOfSeveral(of: 3)])
  }

  @Test("The data of each frame form a valid PNG of their own")
  func frameData() throws {
    let frame = try noise(9, 7, .rgba8)
    let frames = [frame, inverted(frame)]
    let parts = chunks(try animated(frames, delays: [10, 10], band: 3))
    let header = try #require(parts.first).data
    for (frame, type) in zip(frames, ["IDAT", "fdAT"]) {
      let data = try #require(parts.first { $0.type == type }).data
      let alone =
        signature + chunk("IHDR", header) + chunk("IDAT", Array(data.dropFirst(type == "fdAT" ? 4 : 0)))
        + chunk("IEND", [])
      try expectEqual(decode(alone).bytes, frame.bytes)
    }
  }

  @Test("Encoding fewer or more frames than announced is an error")
  func frameCount() throws {
    let frame = try noise(3, 2, .gray8)
    #expect(throws: CodecError.self) { try animated([frame], delays: [10, 10], band: 2) }
    #expect(throws: CodecError.self) { try animated([frame, frame, frame], delays: [10, 10], band: 2) }
  }

  private func frames(_ png: [UInt8]) throws -> [(pixels: Bitmap, milliseconds: Int)] {
    let header = try probe(png)
    var decoder = try PNGCodec().decoder(ByteInput(bytes: png), DecodeRequest())
    return try (0..<header.frames).map { index in
      let time = try decoder.beginFrame(index)
      var image = Bitmap(size: decoder.size, format: decoder.format)
      try decoder.forEachBand { image.write($0) }
      return (image, time)
    }
  }

  @Test(
    "Frames and delays of an animated PNG survive writing and reading",
    arguments: [PixelFormat.gray8, .rgb8, .rgba8, .rgba16, .gray16])
  func framesRoundTrip(_ format: PixelFormat) throws {
    let frame = try noise(9, 7, format)
    let drawn = [frame, inverted(frame), frame]
    let found = try frames(try animated(drawn, delays: [500, 40, 100_000], band: 5))
    expectEqual(found.map(\.pixels), drawn)
    expectEqual(found.map(\.milliseconds), [500, 40, 100_000])
  }

  /// Returns the area of each frame: x, y, width, height.
  private func areas(_ png: [UInt8]) -> [[Int]] {
    chunks(png).filter { $0.type == "fcTL" }.map { control in
      [12, 16, 4, 8].map { at in control.data[at..<at + 4].reduce(0) { $0 << 8 | Int($1) } }
    }
  }

  /// Moves a square of 3 x 3 pixels over a noisy background, with bands of different heights.
  @Test(
    "Only the bounding box of the changed pixels of a frame is written",
    arguments: [PixelFormat.gray8, .rgb8, .rgba16], [1, 7, 100])
  func changedArea(_ format: PixelFormat, _ band: Int) throws {
    let ground = try noise(40, 30, format)
    let drawn = (0..<5).map { step in
      var frame = ground
      for y in 0..<3 {
        for x in 0..<3 {
          for channel in 0..<format.channels.rawValue {
            let at = (4 + 6 * step + x, 20 - 4 * step + y)
            frame[at.0, at.1, channel] = format.depth.maximum - ground[at.0, at.1, channel]
          }
        }
      }
      return frame
    }
    let delays = [Int](repeating: 40, count: drawn.count)
    let png = try animated(drawn, delays: delays, band: band)
    try expectEqual(frames(png).map(\.pixels), drawn)
    expectEqual(areas(png), [[0, 0, 40, 30]] + (0..<4).map { [4 + 6 * $0, 16 - 4 * $0, 9, 7] })
    try expectTrue(png.count < 3 * animated([ground], delays: [40], band: band).count / 2)
  }

  @Test("A frame that repeats the one before it is written as one pixel")
  func repeatedFrame() throws {
    let frame = try noise(9, 7, .rgba8)
    let other = inverted(frame)
    let drawn = [frame, frame, other, other, frame]
    let png = try animated(drawn, delays: [10, 20, 30, 40, 50], band: 4)
    let whole = [0, 0, 9, 7], pixel = [0, 0, 1, 1]
    expectEqual(areas(png), [whole, pixel, whole, pixel, whole])
    try expectEqual(frames(png).map(\.pixels), drawn)
  }

  @Test("The frame that the encoder of an animation holds counts toward the memory limit")
  func heldFrameMemory() throws {
    var request = EncodeRequest(size: try #require(PixelSize(width: 100, height: 10)), pixels: .rgb8)
    request.limits.memory = 2999
    _ = try PNGCodec().encoder(ByteOutput(), request)
    request.animation = Animation(frames: 2)
    #expect(throws: CodecError.self) { try PNGCodec().encoder(ByteOutput(), request) }
    request.limits.memory = 3000
    _ = try PNGCodec().encoder(ByteOutput(), request)
  }

  /// Draws a 2 x 2 frame at 1,0 on a 4 x 2 image with each disposal and blend operation, and then another frame.
  @Test(
    "Frames are composited by their disposal and blend operations", arguments: [0, 1, 2], [0, 1])
  func frameCompositing(_ disposal: UInt8, _ blend: UInt8) throws {
    func control(
      _ number: UInt32, _ width: UInt32, _ height: UInt32, _ x: UInt32, _ disposal: UInt8, _ blend: UInt8
    )
      -> (String, [UInt8])
    {
      ("fcTL", [number, width, height, x, 0].flatMap(bigEndian) + [0, 10, 0, 0, disposal, blend])
    }
    func data(_ width: Int, _ height: Int, _ pixel: [UInt8]) -> [UInt8] {
      storedZlib((0..<height).flatMap { _ in [0] + (0..<width).flatMap { _ in pixel } })
    }
    let (red, half, green): ([UInt8], [UInt8], [UInt8]) = (
      [255, 0, 0, 255], [0, 0, 255, 128], [0, 255, 0, 255]
    )
    let parts: [(String, [UInt8])] = [
      ("IHDR", bigEndian(4) + bigEndian(2) + [8, 6, 0, 0, 0]), ("acTL", bigEndian(3) + bigEndian(0)),
      control(0, 4, 2, 0, 0, 0), ("IDAT", data(4, 2, red)),
      control(1, 2, 2, 1, disposal, blend), ("fdAT", bigEndian(2) + data(2, 2, half)),
      control(3, 1, 1, 0, 0, 0), ("fdAT", bigEndian(4) + data(1, 1, green)), ("IEND", []),
    ]
    let found = try frames(signature + parts.flatMap { chunk($0.0, $0.1) })
    func pixel(_ frame: Int, _ x: Int) -> [Int] { (0..<4).map { found[frame].pixels[x, 1, $0] } }
    expectEqual(found.map(\.milliseconds), [100, 100, 100])
    expectEqual(pixel(0, 1), [255, 0, 0, 255])
    let laid = blend == 0 ? [0, 0, 255, 128] : [127, 0, 128, 255]
    expectTrue(pixel(1, 1) == laid && pixel(1, 3) == [255, 0, 0, 255])
    expectEqual(pixel(2, 1), [laid, [0, 0, 0, 0], [255, 0, 0, 255]][Int(disposal)])
    expectEqual((0..<4).map { found[2].pixels[0, 0, $0] }, [0, 255, 0, 255])
  }

  /// Returns two frames of one row, the second one pixel narrower. The chunks `after` follow the first frame's data.
  private func twoFrames(
    announced: UInt32 = 2, depth: UInt8 = 8, colorType: UInt8 = 2, before: [(String, [UInt8])] = [],
    after: [(String, [UInt8])] = [], end: [(String, [UInt8])] = [("IEND", [])],
    delay: [UInt8] = [0, 10, 0, 0]
  ) -> [UInt8] {
    let samples = [0: 1, 2: 3, 3: 1, 4: 2, 6: 4][Int(colorType)] ?? 1
    func row(_ width: Int) -> [UInt8] {
      storedZlib([0] + [UInt8](repeating: 0, count: (width * samples * Int(depth) + 7) / 8))
    }
    func control(_ number: UInt32, _ width: UInt32) -> (String, [UInt8]) {
      ("fcTL", [number, width, 1, 0, 0].flatMap(bigEndian) + delay + [1, 0])
    }
    var parts: [(String, [UInt8])] = [
      ("IHDR", bigEndian(2) + bigEndian(1) + [depth, colorType, 0, 0, 0]),
      ("acTL", bigEndian(announced) + bigEndian(0)),
    ]
    if colorType == 3 { parts.append(("PLTE", [1, 2, 3])) }
    parts += before + [control(0, 2), ("IDAT", row(2))] + after
    parts += [control(1, 1), ("fdAT", bigEndian(2) + row(1))] + end
    return signature + parts.flatMap { chunk($0.0, $0.1) }
  }

  /// Reads all frames and returns the first error, or the notices if there is none.
  private func outcome(_ png: [UInt8], _ policy: DamagePolicy) throws -> (
    error: CodecError?, notices: [CodecNotice]
  ) {
    do {
      var decoder = try PNGCodec().decoder(ByteInput(bytes: png), DecodeRequest(onDamage: policy))
      for index in 0..<(try probe(png).frames) {
        try decoder.beginFrame(index)
        try decoder.forEachBand { _ in }
      }
      return (nil, decoder.notices)
    } catch let error as CodecError {
      return (error, [])
    }
  }

  @Test("A default image that is not a frame is reported as dropped, also beside one frame")
  func stillImage() throws {
    let still = chunk("IDAT", storedZlib([0] + [UInt8](repeating: 9, count: 6)))
    let control = chunk("fcTL", [0, 2, 1, 0, 0].flatMap(bigEndian) + [0, 10, 0, 0, 1, 0])
    let frame = chunk("fdAT", bigEndian(1) + storedZlib([0] + [UInt8](repeating: 7, count: 6)))
    let start = signature + chunk("IHDR", bigEndian(2) + bigEndian(1) + [8, 2, 0, 0, 0])
    let animation = chunk("acTL", bigEndian(1) + bigEndian(0))
    let single = start + animation + still + control + frame + chunk("IEND", [])
    try expectEqual(probe(single).notices, [.pictureDropped(.stillImage)])
    try expectEqual(frames(single).map { $0.pixels[0, 0, 0] }, [7])
    try expectEqual(probe(twoFrames()).notices, [.oneOfSeveral(of: 2)])
  }

  @Test("All frames are shown if there are more than acTL announces", arguments: [0, 1, 2])
  func moreFramesThanAnnounced(_ announced: UInt32) throws {
    let png = twoFrames(announced: announced)
    let header = try probe(png)
    let decoder = try PNGCodec().decoder(ByteInput(bytes: png), DecodeRequest())
    expectTrue(header.frames == 2 && header.pixels == .rgba8 && decoder.format == header.pixels)
    try expectEqual(frames(png).count, 2)
    try expectEqual(outcome(png, .fail).notices.isEmpty, (announced == 2))
  }

  @Test("The ends of frames are rounded to milliseconds")
  func roundedDelays() throws {
    let delays: [([UInt8], [Int])] = [
      ([0, 1, 0, 60], [17, 16]), ([0, 1, 0, 30], [33, 34]), ([0, 1, 0, 0], [10, 10]),
      ([0, 0, 0, 60], [0, 0]),
      ([0, 1, 255, 255], [0, 0]), ([255, 255, 0, 1], [65_535_000, 65_535_000]),
    ]
    for (delay, expected) in delays {
      try expectEqual(frames(twoFrames(delay: delay)).map(\.milliseconds), expected, "\(delay)")
    }
  }

  @Test("Fewer frames than acTL announces are damage")
  func fewerFramesThanAnnounced() throws {
    let png = twoFrames(announced: 99)
    try expectEqual(outcome(png, .fail).error?.damageDetail?.contains("2 of the 99 frames"), true)
    try expectEqual(outcome(png, .salvage).notices.count, 1)
  }

  static let pixelFormats: [(depth: UInt8, colorType: UInt8)] = [
    (1, 0), (8, 0), (16, 0), (8, 2), (16, 2), (8, 3), (8, 4), (16, 4), (8, 6), (16, 6),
  ]

  @Test("A second IHDR is damage, not a new header", arguments: pixelFormats.indices, pixelFormats.indices)
  func secondHeader(_ first: Int, _ second: Int) throws {
    let (first, second) = (Self.pixelFormats[first], Self.pixelFormats[second])
    let other = ("IHDR", bigEndian(2) + bigEndian(1) + [second.depth, second.colorType, 0, 0, 0])
    let png = twoFrames(depth: first.depth, colorType: first.colorType, after: [other])
    let plain = try frames(twoFrames(depth: first.depth, colorType: first.colorType))
    try expectEqual(outcome(png, .fail).error?.damageDetail?.hasPrefix("IHDR"), true)
    let salvaged = try outcome(png, .salvage)
    expectTrue(salvaged.error == nil && salvaged.notices.count == 1)
    try expectEqual(probe(png).pixels, plain[0].pixels.format)
  }

  @Test("A palette or transparency after the image data is damage", arguments: ["PLTE", "tRNS"])
  func latePalette(_ type: String) throws {
    for colorType in [0, 2, 3] as [UInt8] {
      let png = twoFrames(colorType: colorType, after: [(type, [9, 9, 9, 9, 9, 9])])
      try expectEqual(outcome(png, .fail).error?.damageDetail?.hasPrefix(type), true)
      let expected = try frames(twoFrames(colorType: colorType)).map(\.pixels)
      var decoder = try PNGCodec().decoder(ByteInput(bytes: png), DecodeRequest(onDamage: .salvage))
      for (index, frame) in expected.enumerated() {
        try decoder.beginFrame(index)
        var image = Bitmap(size: decoder.size, format: decoder.format)
        try decoder.forEachBand { image.write($0) }
        expectEqual(image, frame)
      }
    }
  }

  @Test("An animation that ends after its last frame is complete, and one that ends before it is not")
  func cutAfterTheLastFrame() throws {
    guard case .truncated = try outcome(twoFrames(end: []), .fail).error else {
      Issue.record("not truncated")
      return
    }
    for policy in [DamagePolicy.warn, .salvage] {
      let complete = try outcome(twoFrames(end: []), policy)
      expectTrue(complete.error == nil && complete.notices.count == 1, "\(policy)")
    }
    // Without the twelve bytes of IEND, the checksum of the last frame, and its last bytes.
    let cut = Array(twoFrames().dropLast(26))
    guard case .truncated = try outcome(cut, .warn).error else {
      Issue.record("not truncated")
      return
    }
    try expectEqual(outcome(cut, .salvage).notices.count, 1)
  }

  @Test("A wrong CRC of a later frame's data is damage")
  func wrongChecksum() throws {
    var png = twoFrames()
    // The CRC of fdAT precedes the twelve bytes of IEND.
    png[png.count - 13] ^= 1
    try expectEqual(outcome(png, .fail).error?.damageDetail?.contains("CRC"), true)
    try expectEqual(outcome(png, .warn).notices.count, 1)
  }

  @Test("An animation whose chunks break the rules is reported as a still image")
  func unreadableAnimation() throws {
    let outside = ("fcTL", [1, 9, 9, 0, 0].flatMap(bigEndian) + [0, 10, 0, 0, 0, 0])
    let header = try probe(twoFrames(after: [outside]))
    expectTrue(header.frames == 1 && header.notices == [.oneOfSeveral(of: nil)])
  }

  @Test("The compressed data of a frame count toward the memory limit")
  func longFrame() throws {
    let png = twoFrames(after: [("IDAT", [UInt8](repeating: 0, count: 40_000))])
    var limits = Limits()
    limits.memory = 100_000
    let request = DecodeRequest(onDamage: .salvage, limits: limits)
    let error = try failure { try PNGCodec().decoder(ByteInput(bytes: png), request) }
    guard case .limit(let limit) = error else {
      Issue.record("\(error)")
      return
    }
    expectTrue(limit.kind == .memory && limit.needed > 120_000)
  }

  @Test("Too many chunks exceed a limit, so no frame after them is lost")
  func tooManyChunks() throws {
    let empty = chunk("teSt", [])
    let png = twoFrames()
    let flooded = png.dropLast(12) + (0..<101_000).flatMap { _ in empty } + png.suffix(12)
    guard case .limit(let limit) = try failure({ try probe(Array(flooded)) }) else {
      Issue.record("no limit")
      return
    }
    expectEqual(limit.kind, .parts("chunks"))
  }
}
