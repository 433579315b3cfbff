import FrameLayers
import TestSupport
import Testing

/// A pattern of 40 by 30 pixels, in which each pixel differs from its neighbors.
private func pattern() -> Bitmap {
  var bitmap = Bitmap(size: PixelSize(width: 40, height: 30)!, format: .rgba8)
  for y in 0..<30 {
    for x in 0..<40 {
      (bitmap[x, y, 0], bitmap[x, y, 1]) = (x * 6, y * 8)
      (bitmap[x, y, 2], bitmap[x, y, 3]) = ((x * y) % 256, 255)
    }
  }
  return bitmap
}

private func canvas(_ gestures: Gesture...) -> Canvas {
  var canvas = Canvas(width: 120, height: 90, layers: [Layer.image(.bitmap(pattern()), name: "photo")])
  canvas.gestures = gestures
  return canvas
}

@Suite struct CanvasSessionTests {
  @Test("A pinch scales a layer exactly, and undoing and redoing it restores both transforms")
  func pinch() throws {
    let session = try CanvasSession(canvas())
    let before = try session.bitmap()
    try session.perform(.pinch(1.5, on: "photo"))
    let pinched = try #require(session.layer("photo")).transform
    expectTrue(abs(pinched.a - 1.5) < 1e-9 && abs(pinched.d - 1.5) < 1e-9, "\(pinched)")
    let after = try session.bitmap()
    expectTrue(after != before)
    try session.undo("photo")
    expectTrue(try #require(session.layer("photo")).transform.isIdentity)
    try expectEqual(session.bitmap(), before)
    try session.redo("photo")
    try expectEqual(session.bitmap(), after)
  }

  @Test("Transforms compose in the layer's own axes, and the identity starts over") func transforms() throws {
    let session = try CanvasSession(canvas())
    let before = try session.bitmap()
    let turned = AffineTransform.identity.rotated(by: .degrees(30)).scaledBy(x: 1.5, y: 1.5)
      .translatedBy(x: 4, y: 2)
    try session.setTransform(turned, of: "photo")
    try expectEqual(#require(session.layer("photo")).transform, turned)
    try session.setTransform(.identity, of: "photo")
    try expectEqual(session.bitmap(), before)
  }

  @Test("Gestures of a canvas and of a session are the same") func gestures() throws {
    let own = try CanvasSession(canvas(.pinch(1.2, on: "photo"), .rotate(by: .degrees(20), on: "photo")))
    let later = try CanvasSession(canvas())
    try later.perform(.pinch(1.2, on: "photo"))
    try later.perform(.rotate(by: .degrees(20), on: "photo"))
    try expectEqual(own.bitmap(), later.bitmap())
    expectEqual(own.replay.events.map(\.state), later.replay.events.map(\.state))
  }

  @Test("Rows that are read when the canvas is drawn have the pixels of a bitmap") func rows() throws {
    /// Serves rows, and counts the images that were opened.
    struct Rows: RowSource {
      let bitmap: Bitmap
      struct Reader: RowReader {
        let bitmap: Bitmap
        var size: PixelSize { bitmap.size }
        var format: PixelFormat { bitmap.format }
        func read(from row: Int, into band: inout MutableSpan<UInt8>) { bitmap.read(from: row, into: &band) }
      }
      func open() -> any RowReader { Reader(bitmap: bitmap) }
    }
    var streamed = canvas()
    streamed.layers[0].content = .image(ImageSource(Rows(bitmap: pattern())))
    streamed.layers[0].transform = AffineTransform(rotation: .degrees(10))
    var stored = canvas()
    stored.layers[0].transform = AffineTransform(rotation: .degrees(10))
    try expectEqual(streamed.bitmap(threads: 2), stored.bitmap())
    // The tones of an image are read before it is drawn.
    for edit in [ColorEdit.autoLevels(), .autoLevels(.perChannel, clipping: 0)] {
      streamed.layers[0].effects = [.color(edit)]
      stored.layers[0].effects = [.color(edit)]
      try expectEqual(streamed.bitmap(), stored.bitmap())
      expectTrue(try stored.bitmap() != CanvasSession(canvas()).bitmap())
    }
  }
}

/// An error of a canvas names the layer or the gesture, and never a line.
@Suite struct CanvasErrorTests {
  struct Unreadable: RowSource {
    struct Failure: Error, CustomStringConvertible { let description = "no film" }
    func open() throws -> any RowReader { throw Failure() }
  }

  private func description(_ change: (inout Canvas) -> Void) throws -> String {
    var changed = canvas()
    changed.layers.append(Layer(.group([Layer(.text(Text("a", at: .zero)), name: "title")])))
    change(&changed)
    return try #require(#expect(throws: CanvasError.self) { _ = try changed.bitmap() }).description
  }

  @Test("Errors name the layer or gesture, and the reason") func subjects() throws {
    try expectEqual(
      description { $0.layers[0].opacity = 2 }, "layer 1 'photo': an opacity must be from 0 to 1, not 2")
    try expectEqual(
      description { $0.layers[1].transform.tx = .nan },
      "layer 2: the transform is too large or not a number")
    try expectEqual(
      description { canvas in
        var text = Text("a", at: .zero)
        text.size = -1
        canvas.layers[1].content = .group([Layer(.text(text), name: "title")])
      }, "layer 3 'title': a font size cannot be -1")
    try expectEqual(
      description { canvas in
        var text = Layer(.text(Text("a", at: .zero)))
        text.size = Size(width: 9, height: 9)
        canvas.layers[1] = text
      }, "layer 2: 'size' has no effect on a shape")
    try expectEqual(description { $0.width = 0 }, "the canvas: a canvas must be at least 1 by 1 pixel")
    try expectEqual(
      description { $0.gestures = [.tap(at: .zero), .pinch(-1, on: "photo")] },
      "gesture 2: a pinch's factor must be more than 0, not -1")
    try expectEqual(
      description { $0.gestures = [.pinch(2, on: "phot")] }, "gesture 1: there is no layer 'phot'")
    try expectEqual(
      description { $0.layers.append(Layer.image(.bitmap(pattern()), name: "photo")) },
      "layer 4 'photo': there is already a layer 'photo'")
    try expectEqual(
      description { $0.layers[0].mask = .layer("photo") },
      "layer 1 'photo': 'photo' cannot be its own mask")
    try expectEqual(
      description { $0.layers[0].content = .image(ImageSource(Unreadable())) },
      "layer 1 'photo': the image cannot be read: no film")
    try expectEqual(
      description { $0.layers[0].effects = [.plugin("median")] },
      "layer 1 'photo': there is no effect 'median'")
  }

  @Test("An edit of a session that cannot be performed or drawn names its layer") func edits() throws {
    let session = try CanvasSession(canvas())
    func description(_ body: () throws -> Void) throws -> String {
      try #require(#expect(throws: CanvasError.self) { try body() }).description
    }
    try expectEqual(
      description { try session.undo("photo") }, "layer 1 'photo': there is nothing to undo on 'photo'")
    try session.setTransform(AffineTransform(scaleX: 0, y: 1), of: "photo")
    expectTrue(try description { _ = try session.bitmap() }.hasPrefix("layer 1 'photo': the transform of"))
    try expectEqual(
      description { try session.redo("phot") }, "the canvas: there is no layer 'phot'")
  }

  /// Rows that fail if they always have one size, or that have another size when they are opened again.
  final class Unsteady: RowSource {
    struct Failure: Error, CustomStringConvertible { let description = "no light" }
    struct Reader: RowReader {
      let size: PixelSize
      var format: PixelFormat { .rgb8 }
      let isBroken: Bool
      func read(from row: Int, into band: inout MutableSpan<UInt8>) throws {
        if isBroken { throw Failure() }
      }
    }
    let sizes: [PixelSize]
    nonisolated(unsafe) var opened = 0
    init(_ sizes: PixelSize...) { self.sizes = sizes }
    func open() throws -> any RowReader {
      opened += 1
      return Reader(size: sizes[min(opened, sizes.count) - 1], isBroken: sizes.count == 1)
    }
  }

  @Test("An image that cannot be read to its end, or that changes, is an error of its layer")
  func unsteady() throws {
    let (small, large) = (PixelSize(width: 4, height: 4)!, PixelSize(width: 8, height: 4)!)
    func group(_ source: Unsteady) -> (inout Canvas) -> Void {
      { $0.layers[1].content = .group([Layer.image(ImageSource(source), name: "film")]) }
    }
    try expectEqual(
      description(group(Unsteady(small))), "layer 3 'film': the image cannot be read: no light")
    var changing = canvas()
    changing.layers.append(Layer(.group([Layer.image(ImageSource(Unsteady(small, large)), name: "film")])))
    let session = try CanvasSession(changing)
    _ = try session.bitmap()
    let error = #expect(throws: CanvasError.self) { try session.bitmap() }
    expectEqual(
      error?.description, "layer 3 'film': the image cannot be read: its size or format has changed")
    try expectEqual(
      description { $0.layers[0].mask = .image(ImageSource(Unsteady(PixelSize(width: 120, height: 90)!))) },
      "layer 1 'photo': the image cannot be read: no light")
  }

  @Test("A limit is an error with its numbers") func limits() throws {
    var limits = Limits()
    limits.pixels = 1000
    let error = #expect(throws: CanvasError.self) { try canvas().bitmap(limits: limits) }
    expectEqual(error?.limit?.kind, .pixels)
  }
}
