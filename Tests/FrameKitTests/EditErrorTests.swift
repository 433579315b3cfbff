import FrameKit
import Platform
import TestSupport
import Testing

/// Whatever a caller passes ends in a result or in one `EditError`.
@Suite struct EditErrorTests {
  private let photo: ImageSource

  init() throws { photo = .bitmap(try .pattern(60, 40)) }

  /// Returns the error of a call that must fail.
  private func error(
    location: SourceLocation = #_sourceLocation, _ body: () throws(EditError) -> Void
  ) throws -> EditError {
    do throws(EditError) {
      try body()
    } catch {
      return error
    }
    return try #require(nil as EditError?, "no error was thrown", sourceLocation: location)
  }

  private func code(_ body: () throws(EditError) -> Void) throws -> EditError.Code { try error(body).code }

  @Test("A script with several errors reports all of them with their places") func script() throws {
    let failure = try error { () throws(EditError) in
      _ = try Edit(script: "rotate 30\nfoo\nscale x", name: "turn.txt")
    }
    guard case .issues(let issues) = failure.details else { throw failure }
    expectEqual(failure.stage, .parse)
    expectEqual(issues.map { [$0.line, $0.column] }, [[1, 8], [2, 1], [3, 7]])
    expectTrue(failure.description.hasPrefix("turn.txt:1:8: the angle has no unit\nturn.txt:2:1: "))
  }

  @Test("A failed expectation is an error, and its edit has no result") func expectations() throws {
    let edit = try Edit(script: "rotate 3deg; expect transform 1 0 0 1 0 0")
    for failure in [
      try error { () throws(EditError) in _ = try edit.apply(to: photo).render() },
      try error { () throws(EditError) in _ = try edit.apply(to: photo).plan() },
      try error { () throws(EditError) in _ = try edit.apply(to: photo).replay() },
    ] {
      guard case .issues(let issues) = failure.details else { throw failure }
      expectTrue(issues.count == 1 && failure.stage == .plan)
    }
  }

  @Test("Unusable sources are errors about the image") func sources() throws {
    let edit = try Edit(script: "")
    let cases: [(ImageSource, EditError.Code, EditError.Details, String)] = [
      (.bytes([]), .empty, .none, "image 1: the file is empty"),
      (.bytes([1, 2, 3]), .unknownFormat, .none, "image 1: unknown image format"),
      (
        .file("/nowhere/a.png"), .system, .system(ENOENT), "/nowhere/a.png: no such file or directory"
      ), (.file("/tmp"), .system, .system(EISDIR), "/tmp: the file is a folder, not an image"),
      (.file("/dev/null"), .system, .system(EINVAL), "/dev/null: the file is a device, not a file"),
    ]
    for (source, code, details, text) in cases {
      let failure = try error { () throws(EditError) in _ = try edit.apply(to: source).render() }
      expectTrue(failure.stage == .open && failure.code == code && failure.details == details)
      expectEqual(failure.description, text)
      let comparison = ImageComparison(expected: photo, actual: source)
      try expectEqual(self.code { () throws(EditError) in _ = try comparison.run() }, code)
      try expectEqual(self.code { () throws(EditError) in _ = try source.pixelHash() }, code)
      try expectEqual(self.code { () throws(EditError) in _ = try source.info() }, code)
    }
  }

  @Test("A truncated file is an error, unless the edit salvages it") func damage() throws {
    let png = try Edit(script: "").apply(to: photo).encoded(as: .png)
    let part = ImageSource.bytes(Array(png.prefix(png.count - 20)))
    var edit = try Edit(script: "")
    try expectEqual(code { () throws(EditError) in _ = try edit.apply(to: part).render() }, .truncated)
    edit.options.onDamage = .salvage
    try expectEqual(edit.apply(to: part).render().notices.count, 1)
  }

  @Test("More images than the edit takes are an error") func imageCount() throws {
    let edit = try Edit(script: "rotate 3deg")
    let two = edit.apply(to: [photo, photo])
    for error in [
      try error { () throws(EditError) in _ = try two.render() },
      try error { () throws(EditError) in _ = try two.replay() },
    ] {
      expectTrue(error.code == .imageCount && error.details == .imageCount(used: 1, given: 2))
    }
  }

  @Test("A script in a string cannot open files") func filesOfScripts() throws {
    for text in ["layer a image \"/etc/hostname\"", "layer a text \"x\" at 0,0 font \"/etc/hostname\""] {
      let edit = try Edit(script: "canvas 100,100; \(text)")
      let error = try error { () throws(EditError) in _ = try edit.render() }
      guard case .issues(let issues) = error.details else { throw error }
      expectTrue(issues.count == 1 && issues[0].column > 1)
    }
    try expectEqual(
      code { () throws(EditError) in _ = try Edit(script: "include \"/etc/hostname\"") }, .script)
  }

  @Test("Limits end an edit before it allocates") func limits() throws {
    var edit = try Edit(script: "canvas 10000,10000")
    edit.options.limits.pixels = 1_000_000
    let error = try error { () throws(EditError) in _ = try edit.apply(to: photo).render() }
    guard case .limit(let exceeded) = error.details else { throw error }
    expectTrue(exceeded.kind == .pixels && exceeded.allowed == 1_000_000)
    expectEqual(error.hint, "raise limits.pixels to 100000000")
    edit = try Edit(script: "canvas 3000,3000")
    edit.options.limits.memory = 1 << 20
    try expectEqual(code { () throws(EditError) in _ = try edit.apply(to: photo).render() }, .limit)
  }

  @Test("A canceled edit ends, and so does one whose task is canceled") func cancellation() async throws {
    var edit = try Edit(script: "canvas 8000,8000; rotate 3deg")
    let photo = photo
    let unlimited = edit
    let task = Task { try await unlimited.apply(to: photo).render() }
    task.cancel()
    await #expect { try await task.value } throws: { ($0 as? EditError)?.code == .cancelled }
    let cancellation = Cancellation()
    cancellation.cancel()
    edit.options.cancellation = cancellation
    try expectEqual(code { () throws(EditError) in _ = try edit.apply(to: photo).render() }, .cancelled)
    try expectEqual(
      code { () throws(EditError) in _ = try edit.apply(to: photo).encoded(as: .png) }, .cancelled)
  }

  @Test("Canceling one task leaves the other calls of an edit alone")
  func separateCancellation() async throws {
    var edit = try Edit(script: "canvas 4000,4000; rotate 3deg")
    let cancellation = Cancellation()
    edit.options.cancellation = cancellation
    let (shared, photo) = (edit, photo)
    let canceled = Task { try await shared.apply(to: photo).render() }
    let other = Task { try await shared.apply(to: photo).render() }
    canceled.cancel()
    await #expect { try await canceled.value } throws: { ($0 as? EditError)?.code == .cancelled }
    #expect(try await other.value.size.width == 4000 && !cancellation.isCancelled)
    cancellation.cancel()
    await #expect { try await shared.apply(to: photo).render() } throws: {
      ($0 as? EditError)?.code == .cancelled
    }
  }

  @Test("Numbers that are not finite are errors", arguments: [Double.nan, .infinity, -.infinity])
  func nonFinite(number: Double) throws {
    let changes: [(inout Layer) -> Void] = [
      { $0.opacity = number }, { $0.transform.tx = number }, { $0.origin = Point(x: number, y: 0) },
      { $0.size = Size(width: number, height: 1) }, { $0.anchor.x = number },
      { $0.shadow = Layer.Shadow(offset: Vector(dx: 0, dy: 0), blur: number, color: .white) },
      { $0.clip = .path(Path(polygon: [Point(x: number, y: 0), Point(x: 1, y: 1), Point(x: 0, y: 1)])) },
    ]
    for change in changes {
      var layer = Layer.image(photo)
      change(&layer)
      let canvas = Canvas(width: 10, height: 10, layers: [layer])
      let error = try error { () throws(EditError) in _ = try canvas.render() }
      guard error.code == .canvas, error.subject == .canvas(.layer(1, name: nil)) else { throw error }
    }
  }

  @Test("Impossible canvases and layers are errors") func impossible() throws {
    for (width, height) in [(0, 10), (10, -1), (Int.min, 1), (Int.max, Int.max), (1 << 20, 1)] {
      _ = try error { () throws(EditError) in _ = try Canvas(width: width, height: height).render() }
    }
    let twice = Canvas(
      width: 10, height: 10, layers: [Layer.image(photo, name: "a"), Layer.image(photo, name: "a")])
    _ = try error { () throws(EditError) in _ = try twice.render() }
    let black = Color(name: "black")!
    for shape in [
      Shape(Path(), fill: .linearGradient(from: .zero, to: .zero, stops: [])),
      Shape(Path(), fill: .radialGradient(center: .zero, radius: 1, stops: [.init(black, at: 0)])),
      Shape(Path(), stroke: .color(black), strokeStyle: StrokeStyle(width: -1)),
      Shape(Path(), stroke: .color(black), strokeStyle: StrokeStyle(width: 1, miterLimit: 0)),
      Shape(Path(), stroke: .color(black), strokeStyle: StrokeStyle(width: 1, dashes: [-1])),
    ] {
      let canvas = Canvas(width: 10, height: 10, layers: [.shape(shape)])
      #expect(throws: EditError.self, "\(shape)") { try canvas.render() }
    }
    let longName = Canvas(
      width: 10, height: 10, layers: [Layer.image(photo, name: String(repeating: "a", count: 5000))])
    _ = try error { () throws(EditError) in _ = try longName.render() }
    var canvas = Canvas(width: 10, height: 10, layers: [Layer.image(photo, name: "a")])
    for gesture in [Gesture.pinch(0, on: "a"), .pinch(2, on: "b"), .drag(through: []), .pinch(.nan, on: "a")]
    {
      canvas.gestures = [gesture]
      _ = try error { () throws(EditError) in _ = try canvas.replay() }
    }
  }
}
