import FrameCodec
import FrameModel
import PNGCodec
import Testing

/// Animations are written as APNG; PNG specification, third edition, 11.3.6.
@Suite struct AnimationTests {
  private func animated(_ frames: [Bitmap], delays: [Int], band: Int) throws -> [UInt8] {
    let output = ByteOutput()
    var request = EncodeRequest(size: frames[0].size, pixels: frames[0].format)
    request.animation = Animation(delays: delays, plays: 3)
    var encoder = try PNGCodec().encoder(output, request)
    let all = frames.flatMap(\.bytes)
    let step = band * frames[0].rowBytes
    for start in stride(from: 0, to: all.count, by: step) {
      let rows = Array(all[start..<min(start + step, all.count)])
      try encoder.write(rows.span)
    }
    try encoder.finish()
    return output.bytes
  }

  @Test func framesFollowEachOther() throws {
    let frames = try [noise(9, 7, .rgb8), noise(9, 7, .rgb8), noise(9, 7, .rgb8)]
    let png = try animated(frames, delays: [500, 40, 100_000], band: 5)
    #expect(try animated(frames, delays: [500, 40, 100_000], band: 21) == png)
    let parts = chunks(png)
    #expect(
      parts.map(\.type) == ["IHDR", "acTL", "fcTL", "IDAT", "fcTL", "fdAT", "fcTL", "fdAT", "IEND"])
    #expect(parts[1].data == [0, 0, 0, 3, 0, 0, 0, 3])
    let sequence = parts.filter { ["fcTL", "fdAT"].contains($0.type) }.map { Int($0.data[3]) }
    #expect(sequence == [0, 1, 2, 3, 4])
    let delays = parts.filter { $0.type == "fcTL" }.map { Array($0.data[20..<24]) }
    #expect(delays == [[1, 244, 3, 232], [0, 40, 3, 232], [39, 16, 0, 100]])
    #expect(try probe(png).frames == 3)
  }

  @Test func eachFrameIsAPictureOfItsOwn() throws {
    let frames = try [noise(9, 7, .rgba8), noise(9, 7, .rgba8)]
    let parts = chunks(try animated(frames, delays: [10, 10], band: 3))
    let header = try #require(parts.first).data
    for (frame, type) in zip(frames, ["IDAT", "fdAT"]) {
      let data = try #require(parts.first { $0.type == type }).data
      let alone =
        signature + chunk("IHDR", header) + chunk("IDAT", Array(data.dropFirst(type == "fdAT" ? 4 : 0)))
        + chunk("IEND", [])
      #expect(try decode(alone).bytes == frame.bytes)
    }
  }

  @Test func tooFewAndTooManyFramesAreMisuse() throws {
    let frame = try noise(3, 2, .gray8)
    #expect(throws: CodecError.self) { try animated([frame], delays: [10, 10], band: 2) }
    #expect(throws: CodecError.self) { try animated([frame, frame, frame], delays: [10, 10], band: 2) }
  }
}
