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
    let result = try Edit(script: "").render(.bitmap(image))
    expectEqual(result.pixels, image)
    expectTrue(result.frames.count == 1 && result.notices.isEmpty && result.profile == nil)
  }

  static let pixelFormats: [PixelFormat] = [.gray8, .rgb8, .rgba8, .gray16, .rgb16, .rgba16]

  @Test("A file, its bytes and its pixels give the same result") func sources() throws {
    let folder = try TemporaryFolder()
    let edit = try Edit(script: "canvas 50,50; rotate 20deg; scale 1.2")
    let original = try Edit(script: "").render(.bitmap(photo))
    try original.write(to: folder["photo.png"])
    let expected = try edit.render(.bitmap(photo)).pixels
    try expectEqual(edit.render(.file(folder["photo.png"])).pixels, expected)
    try expectEqual(edit.render(.bytes(original.encoded(as: "png"))).pixels, expected)
    try expectEqual(edit.render(.rendered(original)).pixels, expected)
  }

  @Test("A script can read the names and sizes of all images") func allImages() throws {
    let folder = try TemporaryFolder()
    let edit = try Edit(
      script: """
        canvas ($width[0]+$width[1]),$height ; expect $stem[1] "b" ; expect $format[1] "png"
        repeat $count as i { layer p$i image $inputs[$i] at ($i*$width),0 }
        """)
    try Edit(script: "").render(.bitmap(photo)).write(to: folder["b.png"])
    let result = try edit.render(.bitmap(photo), .file(folder["b.png"]))
    expectEqual(result.size, PixelSize(width: 120, height: 40))
  }

  @Test("Lossless formats return the pixels that they store", arguments: ["png", "qoi", "pam"])
  func losslessFormats(format: String) throws {
    let image = try Bitmap.pattern(23, 11, .rgba8)
    let bytes = try Edit(script: "").encode(.bitmap(image), as: format)
    try expectEqual(Edit(script: "").render(.bytes(bytes)).pixels, image)
  }

  @Test("Rendering and then encoding is the same as encoding at once", arguments: ["png", "jpeg", "ppm"])
  func encoding(format: String) throws {
    let edit = try Edit(script: "canvas 50,50; rotate 20deg; background teal")
    let rendered = try edit.render(.bitmap(photo))
    let direct = try edit.encode(.bitmap(photo), as: format)
    let identity = try Edit(script: "")
    try expectEqual(rendered.encoded(as: format), direct)
    try expectEqual(identity.render(.bytes(direct)).size, PixelSize(width: 50, height: 50))
  }

  @Test("The number of threads does not change a pixel") func threads() throws {
    var edit = try Edit(script: "canvas 300,200; rotate 20deg; scale 5")
    let one = try edit.render(.bitmap(photo)).pixels
    edit.options.threads = 4
    try expectEqual(edit.render(.bitmap(photo)).pixels, one)
  }

  @Test("An edit is rendered over time as frames, in memory and in a file") func frames() throws {
    var edit = try Edit(script: "canvas 20,20\nlayer a rect 0,0 5,5\nanimate a move to 15,15 over 1s")
    let end = try edit.render()
    edit.options.frameRate = FrameRate(10)
    let result = try edit.render()
    expectTrue(result.frames.count > 8 && result.frames.last?.pixels == end.pixels)
    expectTrue(result.frames.reduce(0) { $0 + $1.milliseconds } >= 1000)
    expectEqual(Set(result.frames.map(\.pixels)).count, result.frames.count)
    let file = try Edit(script: "").render(.bytes(edit.encode(as: "png")))
    expectEqual(file.frames, result.frames)
    let error = try #require(throws: EditError.self) { try edit.encode(as: "jpeg") }
    guard case .frames = error.cause else { throw error }
  }

  @Test(
    "A blur that ends at 0, and squares that end below 1, leave a copy of the picture",
    arguments: ["blur from 6 to 0", "pixelate from 9 to 0.9", "sharpen from 2 3 to 0 3"])
  func effectsThatEnd(animation: String) throws {
    let photo = try Bitmap.pattern(40, 30)
    var edit = try Edit(script: "layer a image; animate a \(animation) over 1s")
    edit.options.frameRate = FrameRate(5)
    let frames = try edit.render(.bitmap(photo)).frames
    expectTrue(frames.count == 6 && frames.last?.pixels == photo)
    let start = animation.split(separator: " to ")[0].replacing(" from", with: "")
    let first = try Edit(script: "layer a image \(start)").render(.bitmap(photo)).pixels
    expectTrue(frames[0].pixels == first && first != photo)
  }

  @Test("Progress grows to 1 for a still image, an animation and a frame sequence")
  func progress() throws {
    let shown = Parts()
    var edit = try Edit(script: "canvas 400,300; rotate 20deg; scale 5")
    edit.options.progress = { shown.add($0) }
    edit.options.threads = 2
    _ = try edit.render(.bitmap(photo))
    expectTrue(shown.take().isWhole)
    edit = try Edit(script: "canvas 20,20\nlayer a rect 0,0 5,5\nanimate a move to 15,15 over 1s")
    edit.options.frameRate = FrameRate(10)
    let animation = ImageSource.bytes(try edit.encode(as: "png"))
    edit.options.progress = { shown.add($0) }
    _ = try edit.render()
    expectTrue(shown.take().isWhole)
    var copy = try Edit(script: "")
    copy.options.progress = { shown.add($0) }
    _ = try copy.render(animation)
    expectTrue(shown.take().isWhole)
  }

  @Test("A turned JPEG is planned as lossless, and turning it back restores its bytes") func lossless() throws
  {
    let jpeg = try Edit(script: "").encode(.bitmap(try .pattern(64, 32)), as: "jpeg", quality: 90)
    let plan = try Edit(script: "canvas 32,64; rotate 90deg").plan(for: .bytes(jpeg))
    expectTrue(!plan.isLossless)
    let turn = try Edit(script: "canvas fit; rotate 90deg")
    try expectTrue(turn.plan(for: .bytes(jpeg)).isLossless)
    let turned = try turn.encode(.bytes(jpeg), as: "jpeg")
    let back = try Edit(script: "canvas fit; rotate -90deg").encode(.bytes(turned), as: "jpeg")
    try expectEqual(pixelHash(of: .bytes(back)), pixelHash(of: .bytes(jpeg)))
    try expectTrue(pixelHash(of: .bytes(turned)) != pixelHash(of: .bytes(jpeg)))
  }

  @Test("A plan tells the size, and equal edits have equal plans") func plans() throws {
    let plan = try Edit(script: "canvas inside 30,30").plan(for: .bitmap(photo), as: "png")
    expectTrue(plan.size == PixelSize(width: 30, height: 20) && plan.format == "png" && !plan.isCopy)
    expectTrue(plan.description.contains("30 x 20 png"))
    try expectEqual(Edit(script: "canvas inside 30,30").plan(for: .bitmap(photo), as: "png"), plan)
    try expectTrue(Edit(script: "canvas inside 31,30").plan(for: .bitmap(photo), as: "png") != plan)
    try expectTrue(Edit(script: "").plan(for: .bitmap(photo), as: "png").isCopy)
  }

  @Test("Several images are taken in order") func severalImages() throws {
    let edit = try Edit(
      script: "canvas 20,10; layer a image $1 size 10,10; layer b image $2 at 10,0 size 10,10")
    let (left, right) = (try Bitmap.pattern(10, 10), try Bitmap.pattern(10, 10, .gray8))
    let result = try edit.render(.bitmap(left), .bitmap(right)).pixels
    expectTrue((0..<3).allSatisfy { result[3, 4, $0] == left[3, 4, $0] })
    expectEqual(result[13, 4, 0], right[3, 4, 0])
  }

  @Test("Parameters, the seed and the name of the first file reach the script") func context() throws {
    let folder = try TemporaryFolder()
    try Edit(script: "").render(.bitmap(photo)).write(to: folder["a.b.png"])
    var edit = try Edit(
      script: "param side = 10; canvas $side,$side; let x = random(0,1000000); say \"$stem $x\"")
    edit.options.parameters = ["side": "25"]
    let replay = try edit.replay(.file(folder["a.b.png"]))
    try expectEqual(edit.render(.bitmap(photo)).size, PixelSize(width: 25, height: 25))
    expectTrue(replay.messages.count == 1 && replay.messages[0].hasPrefix("a.b "))
    edit.options.seed = 1
    try expectTrue(edit.replay(.file(folder["a.b.png"])).messages != replay.messages)
  }

  @Test("One edit can be used from many threads at the same time") func concurrency() async throws {
    let edit = try Edit(script: "canvas 50,50; rotate 20deg")
    let photo = photo
    let expected = try await edit.render(.bitmap(photo)).pixels
    try await withThrowingTaskGroup(of: Bitmap.self) { group in
      for _ in 0..<8 { group.addTask { try await edit.render(.bitmap(photo)).pixels } }
      for try await pixels in group { expectEqual(pixels, expected) }
    }
  }
  @Test("Asynchronous calls give what synchronous ones give") func asynchronous() async throws {
    let folder = try TemporaryFolder()
    let edit = try Edit(script: "canvas 50,50; rotate 20deg; pinch 1.2")
    let image = ImageSource.bitmap(photo)
    let rendered = try await edit.render(image)
    #expect(try await rendered.pixels == sync({ try edit.render(image).pixels }))
    #expect(try await edit.render([image]).pixels == rendered.pixels)
    #expect(try await edit.plan(for: image).size == rendered.size)
    #expect(try await edit.encode(image, as: "png") == sync({ try edit.encode(image, as: "png") }))
    #expect(try await rendered.encoded(as: "qoi") == sync({ try rendered.encoded(as: "qoi") }))
    #expect(try await edit.replay(image).layers.count == sync({ try edit.replay(image).layers.count }))
    try await edit.write(image, to: folder["a.png"])
    try await rendered.write(to: folder["b.png"])
    let (a, b) = (ImageSource.file(folder["a.png"]), ImageSource.file(folder["b.png"]))
    #expect(try await compare(a, b).isSame)
    #expect(try await pixelHash(of: a) == sync({ try pixelHash(of: b) }))
    let canvas = Canvas(width: 9, height: 9, background: .white, layers: [Layer(image)])
    #expect(try await canvas.render().pixels == sync({ try canvas.render().pixels }))
    #expect(try await canvas.encode(as: "png") == sync({ try canvas.encode(as: "png") }))
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
