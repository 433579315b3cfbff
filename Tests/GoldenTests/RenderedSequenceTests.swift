import FrameCodec
import FrameGeometry
import FrameImage
import FrameEngine
import FrameKit
import FrameScene
import FrameScript
import FrameTesting
import PNGCodec
import Testing

/// Edits that are rendered as frames, from a script to bytes.
@Suite struct RenderedSequenceTests {
  private let editor = Editor(codecs: CodecList([PNGCodec()]))

  private func prepare(
    _ text: String, _ files: [[UInt8]] = [], rate: String? = "10", numbered: Bool = false,
    limits: Limits? = nil
  ) throws -> PreparedEdit {
    var editor = editor
    if let limits { editor.limits = limits }
    let script = try editor.parse(text, name: "script.txt")
    let request = try rate.map {
      FrameSequenceRequest(rate: try #require(FrameRate($0)), isNumbered: numbered, jobs: 2)
    }
    return try editor.prepare(
      ScriptScene(script), images: SourceHost(sources: files.map(ImageSource.bytes)),
      output: OutputRequest(frames: request))
  }

  /// Returns the pixels and the duration of each frame of a PNG.
  private func frames(_ bytes: [UInt8]) throws -> [(pixels: Bitmap, milliseconds: Int)] {
    let input = ByteInput(bytes: bytes)
    let header = try PNGCodec().open(input, limits: Limits()).header
    var decoder = try PNGCodec().decoder(input, DecodeRequest())
    return try (0..<header.frames).map { frame in
      let time = try decoder.beginFrame(frame)
      var pixels = Bitmap(size: decoder.size, format: decoder.format)
      try decoder.forEachBand { pixels.write($0) }
      return (pixels, time)
    }
  }

  private func sequence(_ text: String, _ files: [[UInt8]] = [], rate: String = "10", jobs: Int = 1) throws
    -> [UInt8]
  {
    let output = ByteOutput()
    _ = try prepare(text, files, rate: rate).render(into: output, options: .init(jobs: jobs))
    return output.bytes
  }

  /// Returns the rendering of a sequence with a file for each frame.
  private func numberedRendering(
    _ text: String, _ files: [[UInt8]] = [], rate: String = "10"
  ) throws -> SequenceRendering {
    let edit = try prepare(text, files, rate: rate, numbered: true)
    let rendering: SequenceRendering? =
      if case .sequence(let rendering) = edit.rendering { rendering } else { nil }
    return try #require(rendering)
  }

  private func numbered(_ text: String, _ files: [[UInt8]] = [], rate: String = "10", jobs: Int = 1) throws
    -> [[UInt8]]
  {
    let rendering = try numberedRendering(text, files, rate: rate)
    let written = Collected()
    _ = try rendering.encodeEachFrame(.init(jobs: jobs)) { frame, bytes in
      #expect(frame == written.frames.count)
      written.frames.append(bytes)
      return true
    }
    return written.frames
  }

  /// Unchecked: only one thread at a time writes.
  private final class Collected: @unchecked Sendable {
    var frames: [[UInt8]] = []
  }

  private func still(_ text: String, _ files: [[UInt8]] = []) throws -> Bitmap {
    let output = ByteOutput()
    _ = try prepare(text, files, rate: nil).render(into: output)
    return try #require(try frames(output.bytes).first).pixels
  }

  /// Returns whether two bitmaps show the same. One may store alpha for an opaque image, or color for a gray one.
  /// Colors of transparent pixels do not count.
  private func isSame(_ a: Bitmap, _ b: Bitmap) -> Bool {
    guard a.size == b.size else { return false }
    func samples(_ bitmap: Bitmap, _ x: Int, _ y: Int) -> [Int] {
      let all = (0..<bitmap.format.channels.rawValue).map { bitmap[x, y, $0] }
      let alpha = bitmap.format.channels.hasAlpha ? all[all.count - 1] : bitmap.format.depth.maximum
      let colors = bitmap.format.channels.isGray ? [all[0], all[0], all[0]] : Array(all[..<3])
      return alpha == 0 ? [0, 0, 0, 0] : colors + [alpha]
    }
    for y in 0..<a.size.height {
      for x in 0..<a.size.width where samples(a, x, y) != samples(b, x, y) { return false }
    }
    return true
  }

  /// Returns a PNG with pseudorandom pixels.
  private func photo(_ width: Int = 60, _ height: Int = 40) throws -> [UInt8] {
    let size = try #require(PixelSize(width: width, height: height))
    let bytes = (0..<3 * size.area).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 7) }
    let output = ByteOutput()
    var encoder = try PNGCodec().encoder(output, EncodeRequest(size: size, pixels: .rgb8))
    try encoder.write(bytes.span)
    try encoder.finish()
    return output.bytes
  }

  static let scripts = [
    "pan 12,7 over 500ms\ntwist 20deg over 300ms",
    "pinch 1.4\nanimate photo opacity from 0 to 0.8 over 200ms",
    "canvas fit\nrotate 30deg\nanimate photo scale from 0.1 to 0.7 over 400ms ease out",
    "background white\nanimate photo rotate to 90deg over 300ms",
    """
    layer dot ellipse 20,10 20,20 fill red stroke blue 3
    animate dot trim from 0..0 to 0..1 over 300ms
    animate dot fill to #0f08 over 200ms after 300ms
    """,
    "recognize tap\non tap { animate photo opacity to 0.3 over 200ms }\ntap 30,20\nwait 100ms\nhide\nwait 100ms\nshow",
    "light srgb\nfilter linear\ngroup g { layer photo image at 5,5 size 20,20 }\nanimate g move from 0,0 to 20,10 over 300ms",
  ]

  @Test("The last frame equals the still image pixel for pixel", arguments: scripts)
  func lastIsStill(script: String) throws {
    let photo = try photo()
    let last = try #require(try frames(sequence(script, [photo])).last).pixels
    #expect(isSame(last, try still(script, [photo])))
    let files = try numbered(script, [photo])
    #expect(isSame(try #require(try frames(files[files.count - 1]).first).pixels, last))
  }

  @Test("The output does not depend on the number of threads", arguments: scripts)
  func threads(script: String) throws {
    let photo = try photo()
    let one = try sequence(script, [photo], rate: "30")
    let files = try numbered(script, [photo], rate: "30")
    for jobs in [2, 3, 8] {
      #expect(try sequence(script, [photo], rate: "30", jobs: jobs) == one)
      #expect(try numbered(script, [photo], rate: "30", jobs: jobs) == files)
    }
  }

  @Test("A file for each frame shows the same as the animation", arguments: scripts)
  func numberedAreFrames(script: String) throws {
    let photo = try photo()
    let rate = try #require(FrameRate("10"))
    let shown = try frames(sequence(script, [photo])).flatMap { frame in
      (0..<frame.milliseconds / rate.milliseconds(of: 0..<1)).map { _ in frame.pixels }
    }
    let files = try numbered(script, [photo])
    #expect(shown.count == files.count)
    for (pixels, bytes) in zip(shown, files) {
      #expect(isSame(pixels, try #require(try frames(bytes).first).pixels))
    }
  }

  @Test("Delays follow the frame rate, and unchanged frames become one frame")
  func delays() throws {
    let move =
      "canvas 30,10\nbackground white\nlayer a rect 0,0 2,10 fill red\nanimate a move to 28,0 over 2s ease linear"
    let animated = try frames(sequence(move, rate: "30"))
    #expect(animated.count == 61)
    #expect(animated.dropLast().map(\.milliseconds).reduce(0, +) == 2000)
    #expect(Set(animated.map(\.milliseconds)) == [33, 34])
    let still = try frames(
      sequence("canvas 9,9\nlayer a rect 0,0 2,2\nwait 1s\nselect a\nmove 4,4\nwait 500ms", rate: "30"))
    #expect(still.map(\.milliseconds) == [1000, 533])
  }

  @Test("A layer without area is not drawn, and the first frame is empty")
  func growing() throws {
    let text =
      "canvas 20,20\nbackground white\nlayer a rect 5,5 10,10 fill red\nanimate a scale from 0 to 1 over 200ms"
    let shown = try frames(sequence(text)).map(\.pixels)
    #expect(shown.count == 3)
    #expect((0..<20).allSatisfy { shown[0][$0, 10, 1] == 255 })
    #expect(shown[1][10, 10, 1] == 0 && shown[1][6, 10, 1] == 255 && shown[2][6, 10, 1] == 0)
  }

  @Test("All frames have a pixel format that suits every one of them")
  func formats() throws {
    let shown = try frames(
      sequence(
        "canvas 8,8\nbackground white\nlayer a rect 0,0 4,4 fill gray\nanimate a fill to red over 200ms")
    ).map(\.pixels)
    #expect(Set(shown.map(\.format)) == [.rgb8])
  }

  @Test("An animated image shows the frame for each time and repeats; --frame shows a single frame")
  func movingImages() throws {
    // Black for 200 ms, gray for 300, white for 100.
    let size = try #require(PixelSize(width: 4, height: 4))
    var request = EncodeRequest(size: size, pixels: .gray8)
    request.animation = Animation(frames: 3)
    let output = ByteOutput()
    var encoder = try PNGCodec().encoder(output, request)
    for (value, time) in [(0, 200), (128, 300), (255, 100)] {
      try encoder.beginFrame(milliseconds: time)
      try encoder.write([UInt8](repeating: UInt8(value), count: size.area).span)
    }
    try encoder.finish()
    let script = "canvas 4,4\nwait 1s"
    let shown = try numbered(script, [output.bytes], jobs: 3).map { try frames($0)[0].pixels[0, 0, 0] }
    #expect(shown == [0, 0, 128, 128, 128, 255, 0, 0, 128, 128, 128])
    var editor = editor
    editor.frames = .one(1)
    let edit = try editor.prepare(
      ScriptScene(try editor.parse(script, name: "")),
      images: SourceHost(sources: [output.bytes].map(ImageSource.bytes)),
      output: OutputRequest(frames: FrameSequenceRequest(rate: try #require(FrameRate("10")))))
    let still = ByteOutput()
    _ = try edit.render(into: still)
    let stood = try frames(still.bytes).map(\.pixels)
    #expect(stood.count == 1 && stood[0][0, 0, 0] == 128)
  }

  @Test("A script in which no time passes renders one frame and gives a notice")
  func noTime() throws {
    let edit = try prepare("canvas 5,5\nlayer a rect 0,0 2,2")
    #expect(edit.sequence?.frames == 1 && edit.notices.contains(.noTimePasses))
    #expect(try frames(sequence("canvas 5,5\nlayer a rect 0,0 2,2")).count == 1)
    #expect(try !prepare("canvas 5,5\nwait 1s\nlayer a rect 0,0 2,2").notices.contains(.noTimePasses))
  }

  @Test("An error in one frame is reported before any frame is drawn")
  func wrongInTheMiddle() throws {
    let text = "canvas 20,20\nlayer a rect 5,5 10,10\nanimate a scale from 1e9 to 1 over 1s"
    let error = #expect(throws: EditFailure.self) { try prepare(text) }
    guard case .script(let errors, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(errors.map(\.problem) == [.scene(.excessiveScale(layer: "a"))] && errors[0].position.line == 3)
    #expect(throws: Never.self) { try prepare(text, rate: nil) }
  }

  @Test("A caller ends rendering after the frames that it wants")
  func endedEarly() throws {
    for jobs in [1, 2, 5] {
      let rendering = try numberedRendering(
        "canvas 9,9\nlayer a rect 0,0 2,2\nanimate a move to 5,5 over 2s")
      let written = Collected()
      let result = try rendering.encodeEachFrame(.init(jobs: jobs)) { frame, bytes in
        if frame == 7 { return false }
        written.frames.append(bytes)
        return true
      }
      #expect(result == nil && written.frames.count == 7)
    }
  }

  @Test("Little memory means fewer threads, and too little memory is an error")
  func memory() throws {
    let text = "canvas 200,200\nlayer a rect 0,0 20,20\nanimate a move to 50,50 over 300ms"
    var limits = Limits()
    let edit = try prepare(text)
    limits.memory = edit.heldBytes
    let output = ByteOutput()
    _ = try prepare(text, limits: limits).render(into: output, options: .init(jobs: 4))
    #expect(output.bytes == (try sequence(text)))
    limits.memory = edit.heldBytes - 1
    #expect(throws: EditFailure.self) { try prepare(text, limits: limits).render(into: ByteOutput()) }
  }

  @Test("The frames of a drawing match goldens that were checked by eye")
  func goldens() throws {
    let text = """
      canvas 120,80
      background white
      layer dot ellipse 20,20 40,40 fill #0a84ff
      layer ring arc 80,40 25 from -90deg to 270deg stroke crimson 6 cap round
      group pair { layer a rect 50,5 20,8 fill green ; layer b rect 50,67 20,8 stroke black 2 }
      animate ring trim from 0..0 to 0.1..0.9 over 600ms
      animate dot fill to orange over 400ms ease out after 200ms
      animate dot scale from 0 to 1,0.8 about 40,60 over 300ms
      animate pair rotate to 90deg about 60,40 over 500ms ease 0.3,1.4 0.6,1
      animate pair opacity from 0.2 to 1 over 300ms
      """
    let shown = try frames(sequence(text)).map(\.pixels)
    #expect(shown.count == 7)
    for frame in [0, 2, 4, 6] { expectImage(shown[frame], matches: "drawing-\(frame)") }
  }
}
