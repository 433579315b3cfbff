import FrameGeometry
import FrameImage
import TestSupport
import Testing

@testable import FramePlan
@testable import FrameRender

@Suite struct OutOfMemoryTests {
  @Test("Allocating more memory than the machine has fails", arguments: [1 << 60, Int.max - 200, Int.max])
  func tooMuch(bytes: Int) {
    #expect(throws: LimitExceeded.outOfMemory) { try Memory(byteCount: bytes) }
  }

  @Test("Memory is aligned to a cache line, even if it is empty", arguments: [0, 1, 64, 1000])
  func aligned(bytes: Int) throws {
    let memory = try Memory(byteCount: bytes)
    expectEqual(Int(bitPattern: memory.start) % 64, 0)
    expectEqual(memory.byteCount, bytes)
  }

  /// The largest possible image. All of its rows would take 800 TB.
  private struct Endless: PixelSource {
    let size = PixelSize(width: PixelSize.maximumSide, height: PixelSize.maximumSide)!
    let format = PixelFormat.rgb8
    func read(from row: Int, into band: inout MutableSpan<UInt8>) {}
    func finish() {}
  }

  @Test(
    "An image whose rows do not fit into memory is an error, with any number of threads", arguments: [1, 2])
  func rows(jobs: Int) {
    let source = Endless()
    let canvas = size(16, 16)
    let draw = RenderPlan.ImageDraw(
      layer: "photo", image: 0,
      map: .affine(
        .scaled(1e-6, 1e-6),
        visible: Rect(origin: .zero, size: Size(source.size))),
      opacity: 1)
    let plan = RenderPlan(
      canvas: canvas, window: PixelRect(x: 0, y: 0, size: canvas), filter: .nearest,
      images: [SourceImage(id: 0, name: "endless", size: source.size, pixels: source.format)],
      items: [.image(draw)], output: .rgba8)
    var sink = Bitmap(size: canvas, format: .rgba8)
    #expect(throws: LimitExceeded.self) { try Renderer(plan, jobs: jobs).render([source], into: &sink) }
  }
}
