@testable import FramePlan
import FrameGeometry
import FrameImage
import FrameRender
import TestSupport
import Testing

/// Rendering on several threads: the output and the errors are the same for any number.
@Suite(.timeLimit(.minutes(3))) struct PipelineTests {
  struct Scene: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var plan: RenderPlan
    var images: [Bitmap]

    init(_ name: String, _ images: [Bitmap], canvas: PixelSize, _ items: [RenderPlan.Item]) {
      testDescription = name
      self.images = images
      plan = RenderPlan(images, canvas: canvas, items, filter: .linear, output: .rgba8)
    }
  }

  private static let tall = Images.noise(4, 400, .rgb8)
  private static let small = Images.noise(6, 6, .rgba8, seed: 2)

  static let scenes = [
    Scene(
      "turned a little", [tall], canvas: size(9, 400),
      [.draw(tall, by: AffineTransform.turned(2).centered(tall.size, in: size(9, 400)))]),
    Scene(
      "turned round", [tall], canvas: tall.size,
      [.draw(tall, by: AffineTransform.turned(180).centered(tall.size, in: tall.size))]),
    Scene("a copy", [tall], canvas: size(3, 350), [.draw(tall, by: .moved(-1, -40))]),
    Scene(
      "several", [small, tall, small], canvas: size(8, 500),
      [
        .draw(small, 0, by: .moved(0.5, 0.5)), .draw(tall, 1, by: .scaled(0.5, 1.1)),
        .draw(small, 2, by: AffineTransform.turned(10).then(.moved(1, 450))),
        .draw(small, 0, by: .moved(2, 200.25), opacity: 0.5),
      ]),
    Scene("nothing of it", [tall, small], canvas: size(9, 200), [.draw(tall, by: .moved(500, 0))]),
    Scene("no image", [], canvas: size(9, 200), [.card(Rect(x: 1, y: 2, width: 5, height: 150), .white)]),
    Scene("wide and flat", [tall], canvas: size(3000, 2), [.draw(tall, by: .scaled(750, 0.01))]),
    Scene("high and narrow", [tall], canvas: size(1, 4000), [.draw(tall, by: .scaled(0.5, 10))]),
  ]

  @Test("Cancellation ends the work with any number of threads", arguments: [1, 3])
  func cancelled(jobs: Int) throws {
    let scene = Self.scenes[3]
    let cancellation = Cancellation()
    let renderer = Renderer(scene.plan, jobs: jobs, cancellation: cancellation)
    var sink = Bitmap(size: scene.plan.window.size, format: scene.plan.output)
    try renderer.render(scene.images, into: &sink)
    cancellation.cancel()
    #expect(throws: LimitExceeded.cancelled) { try renderer.render(scene.images, into: &sink) }
  }

  @Test("The output is the same with any number of threads", arguments: scenes)
  func jobs(scene: Scene) throws {
    let whole = try scene.plan.rendered(scene.images)
    for jobs in [2, 3, 16] {
      for _ in 0..<(jobs == 16 ? 5 : 2) {
        let sources = scene.images.map(CheckedSource.init)
        var sink: any PixelSink = Bitmap(size: whole.size, format: whole.format)
        try Renderer(scene.plan, jobs: jobs).render(sources, into: &sink)
        expectEqual(sink as? Bitmap, whole)
        for source in sources {
          expectTrue(source.complaints == [] && source.isFinished)
        }
      }
    }
  }

  @Test("Very many images are drawn, from memory and row by row", arguments: [1, 3])
  func manyImages(jobs: Int) throws {
    let images = (0..<300).map { Images.noise(3, 2, .rgb8, seed: UInt64($0 + 1)) }
    let items = images.indices.map { i in
      RenderPlan.Item.draw(images[i], i, by: .moved(Double(i % 20 * 3), Double(i / 20 * 2)))
    }
    let plan = RenderPlan(images, canvas: size(60, 30), items, output: .rgb8)
    for sources in [images, images.map(CheckedSource.init)] as [[any PixelSource]] {
      var result = Bitmap(size: plan.window.size, format: plan.output)
      try Renderer(plan, jobs: jobs).render(sources, into: &result)
      for (i, image) in images.enumerated() {
        expectEqual(result.cut(i % 20 * 3, i / 20 * 2, image.size), image)
      }
    }
  }

  @Test("Rows that are not needed are not decoded")
  func unneeded() throws {
    let scene = Self.scenes[2]
    let source = CheckedSource(Self.tall)
    var sink: any PixelSink = RecordingSink()
    try Renderer(scene.plan).render([source], into: &sink)
    expectTrue(source.rowsRead == 350 && source.isFinished && source.complaints == [])
  }

  @Test("An image that fails at any row ends the work with its error", arguments: [1, 2, 16])
  func damage(jobs: Int) throws {
    for scene in Self.scenes where !scene.images.isEmpty {
      for row in [0, 1, 64, 200, 399, 400] {
        // The last image fails. If the first image fails too, after its last row, its error is reported.
        var sources: [any PixelSource] = scene.images
        let last = scene.images.count - 1
        let bad = scene.images[last]
        sources[last] = FailingSource(image: bad, name: "last", badRow: min(row, bad.size.height))
        try expectEqual(failure(scene, sources, jobs: jobs), "last")
        guard last > 0 else { continue }
        sources[0] = FailingSource(
          image: scene.images[0], name: "first", badRow: scene.images[0].size.height)
        try expectEqual(failure(scene, sources, jobs: jobs), "first")
      }
    }
  }

  private func failure(_ scene: Scene, _ sources: [any PixelSource], jobs: Int) throws -> String {
    var sink: any PixelSink = RecordingSink()
    let damage = #expect(throws: FailingSource.Damage.self) {
      try Renderer(scene.plan, jobs: jobs).render(sources, into: &sink)
    }
    expectEqual((sink as? RecordingSink)?.isFinished, false)
    return try #require(damage).name
  }

  @Test("A sink that fails at any band ends the work with its error", arguments: [1, 2, 16])
  func fullSink(jobs: Int) throws {
    for scene in Self.scenes {
      for room in [0, 1, 2, 4, -1] {
        var sink: any PixelSink = FailingSink(room: room)
        #expect(throws: FailingSink.Full.self) {
          try Renderer(scene.plan, jobs: jobs).render(scene.images, into: &sink)
        }
        guard let last = scene.images.indices.last else { continue }
        // The error of an image takes precedence over an error of the output.
        var sources: [any PixelSource] = scene.images
        let bad = scene.images[last]
        sources[last] = FailingSource(image: bad, name: "last", badRow: bad.size.height)
        sink = FailingSink(room: room)
        #expect(throws: FailingSource.Damage.self) {
          try Renderer(scene.plan, jobs: jobs).render(sources, into: &sink)
        }
      }
    }
  }
}
