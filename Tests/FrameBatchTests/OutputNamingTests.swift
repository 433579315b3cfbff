import FrameCodec
import FrameImage
import FrameFiles
import TestSupport
import Testing

@testable import FrameBatch

/// Where the output of a job goes, before and after its plan.
@Suite struct OutputNamingTests {
  private static let codecs = CodecList(CodecList.builtIn)
  private let size = PixelSize(width: 30, height: 20)!

  /// The naming of a call, and one job of it.
  private struct Place {
    let naming: OutputNaming
    let job: Job

    var key: [UInt8]? { get throws { try naming.key(of: job) } }
    var codec: String? { get throws { try naming.codec(for: job)?.format.name } }

    func destination(
      _ format: ImageFormat, _ size: PixelSize?, isOneOfSeveral: Bool = false, frames: Int = 1
    ) throws(BatchError) -> Destination {
      try naming.destination(of: job, format, size, isOneOfSeveral: isOneOfSeveral, frames: frames)
    }
  }

  private func place(
    _ rule: OutputNaming.Rule, format: String? = nil, of input: String? = "in/photo.PNG",
    isSequence: Bool = false, script: InputSource? = nil
  ) throws(BatchError) -> Place {
    let naming = try OutputNaming(
      rule, format: format, isSequence: isSequence, codecs: Self.codecs, script: script)
    let inputs = input.map { [Input(source: $0 == "-" ? .stdin : .file($0))] } ?? []
    let place = Place(naming: naming, job: Job(index: 7, inputs: inputs[...]))
    _ = try naming.codec(for: place.job)
    return place
  }

  private let png = codecs.codec(named: "png")!.format
  private let jpeg = codecs.codec(named: "jpeg")!.format

  @Test(
    "A template gives a path, and its extension a format",
    arguments: [
      (nil, "photo.framed.PNG", nil, false), ("{stem}.{ext}", "photo.PNG", nil, false),
      ("{stem}.png", "photo.png", "png", false), ("{stem}-{width}.{ext}", "photo-30.PNG", nil, true),
      ("{width}x{height}.png", "30x20.png", "png", true),
      ("{index:03}.{ext}.png", "007.PNG.png", "png", false),
      ("{stem}.{width}", "photo.30", nil, true), ("{stem}", "photo", nil, false),
      ("a.xyz", "a.xyz", nil, false),
    ] as [(String?, String, String?, Bool)])
  func template(text: String?, path: String, codec: String?, needsSize: Bool) throws {
    let place = try place(.named(try text.map { try NameTemplate($0) }, in: nil))
    try expectTrue(place.codec == codec && place.naming.needsSize == needsSize)
    try expectEqual(place.destination(png, size), .file(path))
  }

  @Test("The extension of the input is kept only for its own format")
  func extensions() throws {
    let place = try place(.named(nil, in: nil))
    try expectEqual(place.destination(jpeg, nil), .file("photo.framed.jpg"))
    try expectEqual(place.destination(png, nil), .file("photo.framed.PNG"))
  }

  @Test("An output folder mirrors the folders of inputs")
  func folder() throws {
    let folder = try OutputFolder("out", base: nil)
    let place = try place(.named(nil, in: folder))
    try expectEqual(place.destination(png, nil).path?.hasPrefix("out/"), true)
  }

  @Test("One of several sizes has the width in its name, once")
  func widths() throws {
    let named = try place(.named(nil, in: nil)).destination(png, size, isOneOfSeveral: true)
    expectEqual(named, .file("photo.framed-30.PNG"))
    let width = try place(.named(try NameTemplate("{width}.{ext}"), in: nil))
    try expectEqual(width.destination(png, size, isOneOfSeveral: true), .file("30.PNG"))
    let file = try place(.file("a/b.png"))
    try expectEqual(file.destination(png, size, isOneOfSeveral: true), .file("a/b-30.png"))
    try expectEqual(file.destination(png, size), .file("a/b.png"))
  }

  @Test("The output of stdin goes to stdout unless there is an output folder")
  func stdin() throws {
    let place = try place(.named(nil, in: nil), of: "-")
    try expectTrue(place.key == nil && place.destination(png, nil) == .stdout)
    let folder = try OutputFolder("out", base: nil)
    let file = try self.place(.named(nil, in: folder), of: "-").destination(png, nil)
    expectEqual(file.path?.hasSuffix("stdin.png"), true)
    let stdout = try self.place(.file("-"))
    try expectTrue(stdout.key == nil)
    let answer = try self.place(.answer).destination(png, nil)
    expectEqual(answer, .answer)
  }

  @Test("An edit in place needs a file")
  func inPlace() throws {
    let destination = try place(.inPlace, of: "missing.png").destination(png, nil)
    expectEqual(destination, .input("missing.png"))
    #expect(throws: BatchError.self) { try place(.inPlace, of: "-").key }
    #expect(throws: BatchError.self) { try place(.inPlace, of: nil).key }
  }

  @Test("Without inputs, the output is named after the script")
  func script() throws {
    let place = try place(.named(nil, in: nil), of: nil, script: .file("edit.txt"))
    try expectEqual(place.destination(png, nil), .file("edit.framed.png"))
    #expect(throws: BatchError.self) { try self.place(.named(nil, in: nil), of: nil) }
  }

  @Test("Numbered frames are files of their own, and a percent sign of the input is no field")
  func frames() throws {
    let place = try place(
      .named(try NameTemplate("{stem}-%03d.{ext}"), in: nil), of: "50%d.png", isSequence: true)
    let destination = try place.destination(png, nil, frames: 2)
    expectEqual(destination.files, ["50%d-000.png", "50%d-001.png"])
  }

  @Test("An extension that contradicts the requested format is an error that shows the name")
  func contradiction() throws {
    let error = #expect(throws: BatchError.self) {
      try place(.named(try NameTemplate("{stem}-{width}.png"), in: nil), format: "jpeg")
    }
    expectEqual(error?.name, "photo-{width}.png")
  }

  @Test("Names that could be equal have the same key")
  func keys() throws {
    func key(_ text: String, _ input: String) throws -> [UInt8]? {
      try place(.named(try NameTemplate(text), in: nil), of: input).key
    }
    let same = try key("{stem}.{ext}", "in/a.png")
    try expectEqual(key("{stem}.{ext}", "in/a.jpg"), same)
    try expectTrue(key("{stem}.{ext}", "in/b.png") != same)
    let index = try key("{index}.png", "in/a.png")
    try expectEqual(key("{index}.png", "in/b.png"), index)
  }
}
