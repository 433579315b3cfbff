import FrameCodec
import FrameKit
import FrameModel
import PNGCodec
import Testing

/// Profiles in edits: kept, converted, brought together.
@Suite struct EditTests {
  private struct Host: PictureHost {
    let files: [[UInt8]]

    var inputCount: Int { files.count }

    func input(_ number: Int) -> NamedInput? {
      files.indices.contains(number - 1)
        ? NamedInput(name: "\(number).png", bytes: ByteInput(bytes: files[number - 1])) : nil
    }

    func file(_ path: String) throws -> NamedInput { throw CodecError.empty }

    func folder(_ path: String) throws -> [String] { throw CodecError.empty }
  }

  private func png(_ pixel: [UInt8], _ format: PixelFormat = .rgb8, profile: [UInt8]? = nil) throws -> [UInt8]
  {
    let size = try #require(PixelSize(width: 4, height: 4))
    let output = ByteOutput()
    var request = EncodeRequest(size: size, pixels: format)
    request.metadata.profile = profile
    var encoder = try PNGCodec().encoder(output, request)
    let rows = (0..<16).flatMap { _ in pixel }
    try encoder.write(rows.span)
    try encoder.finish()
    return output.bytes
  }

  private func edit(
    _ text: String, _ files: [[UInt8]], to target: ColourTarget = .first
  ) throws -> (pixel: (Int, Int) -> [Int], profile: [UInt8]?, notices: [EditNotice]) {
    let editor = Editor(codecs: CodecList([PNGCodec()]), colours: target)
    let edit = try editor.prepare(try editor.parse(text, name: "t"), pictures: Host(files: files))
    let output = ByteOutput()
    _ = try edit.render(into: output)
    let input = ByteInput(bytes: output.bytes)
    let header = try PNGCodec().probe(input, limits: Limits())
    var decoder = try PNGCodec().decoder(input, DecodeRequest())
    var picture = Bitmap(size: decoder.size, format: decoder.format)
    try decoder.forEachBand { picture.write($0) }
    return (
      { x, y in (0..<3).map { picture[x, y, $0] } }, header.metadata.profile, edit.notices
    )
  }

  @Test func aProfileIsKeptWithItsSamples() throws {
    let linear = try #require(LinearProfile.bytes)
    let result = try edit("", [png([128, 128, 128], profile: linear)])
    #expect(result.pixel(0, 0) == [128, 128, 128] && result.profile == linear && result.notices == [])
  }

  @Test func toSRGBConvertsAndLeavesTheProfileOut() throws {
    let linear = try #require(LinearProfile.bytes)
    let result = try edit("", [png([128, 128, 128], profile: linear)], to: .srgb)
    #expect(result.pixel(0, 0) == [188, 188, 188] && result.profile == nil && result.notices == [])
    let plain = try edit("", [png([128, 128, 128])], to: .srgb)
    #expect(plain.pixel(0, 0) == [128, 128, 128])
  }

  @Test func layersAreBroughtToTheFirstOnesProfile() throws {
    let linear = try #require(LinearProfile.bytes)
    let script = "canvas 8,4; layer a image $1 at 0,0 size 4,4; layer b image $2 at 4,0 size 4,4"
    let (bright, plain) = (try png([128, 128, 128], profile: linear), try png([188, 188, 188]))
    // The same light, written in two ways.
    let first = try edit(script, [bright, plain])
    #expect(first.profile == linear && first.notices == [])
    #expect(first.pixel(1, 1) == [128, 128, 128] && abs(first.pixel(6, 1)[0] - 128) <= 1)
    let other = try edit(script, [plain, bright])
    #expect(other.profile == nil)
    #expect(other.pixel(1, 1) == [188, 188, 188] && other.pixel(6, 1) == [188, 188, 188])
  }

  @Test func whatCannotBeBroughtTogetherIsTold() throws {
    let linear = try #require(LinearProfile.bytes)
    let script = "canvas 8,4; layer a image $1 at 0,0 size 4,4; layer b image $2 at 4,0 size 4,4"
    let result = try edit(script, [png([9, 9, 9], profile: linear), png([7], .gray8)])
    #expect(result.notices == [.coloursTakenForOthers("2.png")])
  }
}
