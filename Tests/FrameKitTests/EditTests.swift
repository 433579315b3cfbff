import Foundation
import FrameEngine
import FrameKit
import TestSupport
import Testing

/// Edits of scripts, as a user of the library writes them.
@Suite struct EditTests {
  private let photo: Bitmap

  init() throws { photo = try .pattern(60, 40) }

  @Test("An edit without statements returns the pixels of its image", arguments: pixelFormats)
  func identity(format: PixelFormat) throws {
    let image = try Bitmap.pattern(17, 9, format)
    let result = try Edit(script: "").apply(to: .bitmap(image)).render()
    expectEqual(result.pixels, image)
    expectTrue(result.frames.count == 1 && result.notices.isEmpty && result.profile == nil)
  }

  static let pixelFormats: [PixelFormat] = [.gray8, .rgb8, .rgba8, .gray16, .rgb16, .rgba16]

  @Test("A file, its bytes and its pixels give the same result") func sources() throws {
    let folder = try TemporaryFolder()
    let edit = try Edit(script: "canvas 50,50; rotate 20deg; scale 1.2")
    let original = try Edit(script: "").apply(to: .bitmap(photo)).render()
    try original.write(to: folder["photo.png"])
    let expected = try edit.apply(to: .bitmap(photo)).render().pixels
    try expectEqual(edit.apply(to: .file(folder["photo.png"])).render().pixels, expected)
    try expectEqual(edit.apply(to: .bytes(original.encoded(as: .png))).render().pixels, expected)
    try expectEqual(edit.apply(to: .rendered(original)).render().pixels, expected)
  }

  @Test("A script can read the names and sizes of all images") func allImages() throws {
    let folder = try TemporaryFolder()
    let edit = try Edit(
      script: """
        canvas ($width[0]+$width[1]),$height ; expect $stem[1] "b" ; expect $format[1] "png"
        repeat $count as i { layer p$i image $inputs[$i] at ($i*$width),0 }
        """)
    try Edit(script: "").apply(to: .bitmap(photo)).render().write(to: folder["b.png"])
    let result = try edit.apply(to: [.bitmap(photo), .file(folder["b.png"])]).render()
    expectEqual(result.size, PixelSize(width: 120, height: 40))
  }

  @Test("Lossless formats return the pixels that they store", arguments: ["png", "qoi", "pam"])
  func losslessFormats(format: String) throws {
    let image = try Bitmap.pattern(23, 11, .rgba8)
    let bytes = try Edit(script: "").apply(to: .bitmap(image)).encoded(
      as: Encoding(ImageFileType(rawValue: format)))
    try expectEqual(Edit(script: "").apply(to: .bytes(bytes)).render().pixels, image)
  }

  @Test("Rendering and then encoding is the same as encoding at once", arguments: ["png", "jpeg", "ppm"])
  func encoding(format: String) throws {
    let edit = try Edit(script: "canvas 50,50; rotate 20deg; background teal")
    let rendered = try edit.apply(to: .bitmap(photo)).render()
    let direct = try edit.apply(to: .bitmap(photo)).encoded(as: Encoding(ImageFileType(rawValue: format)))
    let identity = try Edit(script: "")
    try expectEqual(rendered.encoded(as: Encoding(ImageFileType(rawValue: format))), direct)
    try expectEqual(identity.apply(to: .bytes(direct)).render().size, PixelSize(width: 50, height: 50))
  }

  @Test("The number of threads does not change a pixel") func threads() throws {
    var edit = try Edit(script: "canvas 300,200; rotate 20deg; scale 5")
    let one = try edit.apply(to: .bitmap(photo)).render().pixels
    edit.options.threads = 4
    try expectEqual(edit.apply(to: .bitmap(photo)).render().pixels, one)
  }

  @Test("An edit is rendered over time as frames, in memory and in a file") func frames() throws {
    var edit = try Edit(script: "canvas 20,20\nlayer a rect 0,0 5,5\nanimate a move to 15,15 over 1s")
    let end = try edit.render()
    edit.options.frameRate = FrameRate(10)
    let result = try edit.render()
    expectTrue(result.frames.count > 8 && result.frames.last?.pixels == end.pixels)
    expectTrue(result.frames.reduce(.zero) { $0 + $1.duration } >= .seconds(1))
    expectEqual(Set(result.frames.map(\.pixels)).count, result.frames.count)
    let file = try Edit(script: "").apply(to: .bytes(edit.encoded(as: .png))).render()
    expectEqual(file.frames, result.frames)
    let error = try #require(throws: EditError.self) { try edit.encoded(as: .jpeg()) }
    expectEqual(error.code, .frames)
  }

  @Test(
    "A blur that ends at 0, and squares that end below 1, leave a copy of the picture",
    arguments: ["blur from 6 to 0", "pixelate from 9 to 0.9", "sharpen from 2 3 to 0 3"])
  func effectsThatEnd(animation: String) throws {
    let photo = try Bitmap.pattern(40, 30)
    var edit = try Edit(script: "layer a image; animate a \(animation) over 1s")
    edit.options.frameRate = FrameRate(5)
    let frames = try edit.apply(to: .bitmap(photo)).render().frames
    expectTrue(frames.count == 6 && frames.last?.pixels == photo)
    let start = animation.split(separator: " to ")[0].replacing(" from", with: "")
    let first = try Edit(script: "layer a image \(start)").apply(to: .bitmap(photo)).render().pixels
    expectTrue(frames[0].pixels == first && first != photo)
  }

  @Test("Progress grows to 1 for a still image, an animation and a frame sequence")
  func progress() throws {
    let shown = Parts()
    var edit = try Edit(script: "canvas 400,300; rotate 20deg; scale 5")
    edit.options.progress = { shown.add($0) }
    edit.options.threads = 2
    _ = try edit.apply(to: .bitmap(photo)).render()
    expectTrue(shown.take().isWhole)
    edit = try Edit(script: "canvas 20,20\nlayer a rect 0,0 5,5\nanimate a move to 15,15 over 1s")
    edit.options.frameRate = FrameRate(10)
    let animation = ImageSource.bytes(try edit.encoded(as: .png))
    edit.options.progress = { shown.add($0) }
    _ = try edit.render()
    expectTrue(shown.take().isWhole)
    var copy = try Edit(script: "")
    copy.options.progress = { shown.add($0) }
    _ = try copy.apply(to: animation).render()
    expectTrue(shown.take().isWhole)
  }

  @Test("A turned JPEG is planned as lossless, and turning it back restores its bytes") func lossless() throws
  {
    let jpeg = try Edit(script: "").apply(to: .bitmap(try .pattern(64, 32))).encoded(as: .jpeg(quality: 90))
    let plan = try Edit(script: "canvas 32,64; rotate 90deg").apply(to: .bytes(jpeg)).plan()
    expectTrue(!plan.isLossless)
    let turn = try Edit(script: "canvas fit; rotate 90deg")
    try expectTrue(turn.apply(to: .bytes(jpeg)).plan().isLossless)
    let turned = try turn.apply(to: .bytes(jpeg)).encoded(as: .jpeg())
    let back = try Edit(script: "canvas fit; rotate -90deg").apply(to: .bytes(turned)).encoded(as: .jpeg())
    try expectEqual(ImageSource.bytes(back).pixelHash(), ImageSource.bytes(jpeg).pixelHash())
    try expectTrue(ImageSource.bytes(turned).pixelHash() != ImageSource.bytes(jpeg).pixelHash())
  }

  @Test("A plan tells the size, and equal edits have equal plans") func plans() throws {
    let plan = try Edit(script: "canvas inside 30,30").apply(to: .bitmap(photo)).plan(as: .png)
    expectTrue(plan.size == PixelSize(width: 30, height: 20) && plan.format == .png && !plan.isCopy)
    expectTrue(plan.description.contains("30 x 20 png"))
    try expectEqual(Edit(script: "canvas inside 30,30").apply(to: .bitmap(photo)).plan(as: .png), plan)
    try expectTrue(Edit(script: "canvas inside 31,30").apply(to: .bitmap(photo)).plan(as: .png) != plan)
    try expectTrue(Edit(script: "").apply(to: .bitmap(photo)).plan(as: .png).isCopy)
  }

  @Test("Several images are taken in order") func severalImages() throws {
    let edit = try Edit(
      script: "canvas 20,10; layer a image $1 size 10,10; layer b image $2 at 10,0 size 10,10")
    let (left, right) = (try Bitmap.pattern(10, 10), try Bitmap.pattern(10, 10, .gray8))
    let result = try edit.apply(to: [.bitmap(left), .bitmap(right)]).render().pixels
    expectTrue((0..<3).allSatisfy { result[3, 4, $0] == left[3, 4, $0] })
    expectEqual(result[13, 4, 0], right[3, 4, 0])
  }

  @Test("Parameters, the seed and the name of the first file reach the script") func context() throws {
    let folder = try TemporaryFolder()
    try Edit(script: "").apply(to: .bitmap(photo)).render().write(to: folder["a.b.png"])
    var edit = try Edit(
      script: "param side = 10; canvas $side,$side; let x = random(0,1000000); say \"$stem $x\"")
    edit.options.parameters = ["side": "25"]
    let replay = try edit.apply(to: .file(folder["a.b.png"])).replay()
    try expectEqual(edit.apply(to: .bitmap(photo)).render().size, PixelSize(width: 25, height: 25))
    expectTrue(replay.messages.count == 1 && replay.messages[0].hasPrefix("a.b "))
    edit.options.seed = 1
    try expectTrue(edit.apply(to: .file(folder["a.b.png"])).replay().messages != replay.messages)
  }

  @Test("One edit can be used from many threads at the same time") func concurrency() async throws {
    let edit = try Edit(script: "canvas 50,50; rotate 20deg")
    let photo = photo
    let expected = try await edit.apply(to: .bitmap(photo)).render().pixels
    try await withThrowingTaskGroup(of: Bitmap.self) { group in
      for _ in 0..<8 { group.addTask { try await edit.apply(to: .bitmap(photo)).render().pixels } }
      for try await pixels in group { expectEqual(pixels, expected) }
    }
  }
  @Test("Asynchronous calls give what synchronous ones give") func asynchronous() async throws {
    let folder = try TemporaryFolder()
    let edit = try Edit(script: "canvas 50,50; rotate 20deg; pinch 1.2")
    let image = ImageSource.bitmap(photo)
    let rendered = try await edit.apply(to: image).render()
    #expect(try await rendered.pixels == sync({ try edit.apply(to: image).render().pixels }))
    #expect(try await edit.apply(to: [image]).render().pixels == rendered.pixels)
    #expect(try await edit.apply(to: image).plan().size == rendered.size)
    #expect(
      try await edit.apply(to: image).encoded(as: .png)
        == sync({ try edit.apply(to: image).encoded(as: .png) }))
    #expect(try await rendered.encoded(as: .qoi) == sync({ try rendered.encoded(as: .qoi) }))
    #expect(
      try await edit.apply(to: image).replay().layers.count
        == sync({ try edit.apply(to: image).replay().layers.count }))
    try await edit.apply(to: image).write(to: folder["a.png"])
    try await rendered.write(to: folder["b.png"])
    let (a, b) = (ImageSource.file(folder["a.png"]), ImageSource.file(folder["b.png"]))
    #expect(try await ImageComparison(expected: a, actual: b).run().isSame)
    #expect(try await a.pixelHash() == sync({ try b.pixelHash() }))
    let canvas = Canvas(width: 9, height: 9, background: .white, layers: [Layer.image(image)])
    #expect(try await canvas.render().pixels == sync({ try canvas.render().pixels }))
    #expect(try await canvas.encoded(as: .png) == sync({ try canvas.encoded(as: .png) }))
    #expect(try await canvas.replay().layers.count == 1)
  }

  /// Calls a synchronous form, which Swift does not choose in an asynchronous function.
  private func sync<R>(_ body: () throws -> R) rethrows -> R { try body() }
}

/// The parts of an output that were reported as done.
private final class Parts: @unchecked Sendable {
  private let lock = NSLock()
  private var parts: [Double] = []

  func add(_ part: Double) { lock.withLock { parts.append(part) } }

  func take() -> [Double] {
    lock.withLock {
      defer { parts = [] }
      return parts
    }
  }
}

extension [Double] {
  /// True if the parts grow, several of them, to 1.
  fileprivate var isWhole: Bool { count > 2 && last == 1 && self == sorted() && (first ?? -1) > 0 }
}
