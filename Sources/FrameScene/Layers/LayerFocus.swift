import FrameGeometry
import FramePlan

/// What a layer keeps in view where its content mode shows only a part of the image.
package struct LayerFocus: Hashable, Sendable {
  /// As it is declared.
  package enum Target: Hashable, Sendable {
    /// A point of the upright image; percentages are of its sides.
    case point(Length, Length)
    case attention
    case boxes(file: String)
  }

  package let target: Target
  /// The position of the statement or layer.
  let origin: Origin
  /// The result, once the image and the window are known.
  fileprivate var found: Found?

  fileprivate struct Found: Equatable, Sendable {
    let image: Int
    /// The part of the upright image that the layer shows.
    let part: Rect
    let window: Size
    /// The point of the upright image that is shown in the middle, as far as the image goes.
    let center: Point
    let boxes: BoxCount?
  }

  /// How many boxes of a file are in view.
  package struct BoxCount: Hashable, Sendable {
    package let shown: Int
    package let all: Int
  }

  init(_ target: Target, at origin: Origin) { (self.target, self.origin) = (target, origin) }

  // An image's focus is what was declared; the result follows from it.
  package static func == (a: LayerFocus, b: LayerFocus) -> Bool {
    a.target == b.target && a.found == b.found
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(target) }
}

/// Reads images and files of boxes for what layers show of their images.
package final class ImageFacts {
  private var library: any ImageLibrary
  private let account: RunAccount
  private let log: RunLog

  init(_ library: any ImageLibrary, account: RunAccount, log: RunLog) {
    (self.library, self.account, self.log) = (library, account, log)
  }

  /// Returns what a part of an image has inside of its border: the whole part if all of it has the border's color,
  /// which is reported.
  package func contents<Place: ErrorPlace>(
    of image: SourceImage, in part: Rect, within border: ImageBorder, at place: Place
  ) throws(Place.Failure) -> Rect {
    try account.checkCancellation(at: place)
    let contents = try placed(library.contents(of: image, in: part, within: border), at: place)
    if let contents { return contents }
    log.addUniform(image.name)
    return part
  }

  /// Returns the ranges to stretch in a part of an image. If there is nothing to stretch, they change nothing, so that later
  /// edits keep their places whatever image is shown; an image of one tone is reported.
  func tones(
    of image: SourceImage, in part: Rect, clipping: Double, _ range: ColorEdit.AutoRange, at origin: Origin
  ) throws(SceneError) -> ToneRanges {
    try account.checkCancellation(at: origin)
    let found = try placed(library.tones(of: image, in: part, clipping: clipping), at: origin)
    guard let found else { return ToneRanges(all: 0...0) }
    let ranges = range == .perChannel ? found : found.joined
    if ranges.areFlat { log.addFlat(image.name) }
    return ranges
  }

  func attention(
    in image: SourceImage, part: Rect, window: Size, at origin: Origin
  ) throws(SceneError) -> Point {
    try account.checkCancellation(at: origin)
    return try placed(library.attention(in: image, part: part, window: window), at: origin)
  }

  func boxes(_ path: String, of image: SourceImage, at origin: Origin) throws(SceneError) -> [Rect] {
    try account.checkCancellation(at: origin)
    if let boxes = try placed(library.boxes(path, of: image), at: origin) { return boxes }
    throw SceneError(.noBoxes(path, image: image.name), at: origin)
  }
}

extension SceneEditor {
  /// Finds the point that a layer's focus means, if its image and window have changed.
  func findFocus(of layer: inout SceneLayer) throws(SceneError) {
    guard layer.needsFocus, case .image(let image?) = layer.shown, let focus = layer.state.image.focus else {
      return
    }
    let whole = Size(layer.state.image.size(of: image))
    let part = layer.state.image.part(of: image)
    let window = layer.window(of: part.size)
    var boxes: LayerFocus.BoxCount?
    let center: Point
    switch focus.target {
    case .point(let x, let y):
      center = Point(x: x.pixels(of: whole.width), y: y.pixels(of: whole.height))
      guard (0...whole.width).contains(center.x), (0...whole.height).contains(center.y) else {
        throw SceneError(.focusOutside(center, image: layer.state.image.size(of: image)), at: focus.origin)
      }
    case .attention where layer.state.image.unwarp != nil, .boxes where layer.state.image.unwarp != nil:
      throw SceneError(.unwarped("focus", layer: layer.name), at: focus.origin)
    case .attention:
      center = try imageFacts.attention(in: image, part: part, window: window, at: focus.origin)
    case .boxes(let file):
      let all = try imageFacts.boxes(file, of: image, at: focus.origin)
      let (union, count) = all.unionOfFirst(fitting: window)
      boxes = LayerFocus.BoxCount(shown: count, all: all.count)
      let middle = union ?? part
      center = Point(x: middle.midX, y: middle.midY)
    }
    layer.state.image.focus?.found = LayerFocus.Found(
      image: image.id, part: part, window: window, center: center, boxes: boxes)
  }
}

extension [Rect] {
  /// Returns the bounding box of as many boxes as a window can show at once, the first ones first, and their number. If
  /// even the first one is larger, the window shows its middle.
  fileprivate func unionOfFirst(fitting window: Size) -> (union: Rect?, count: Int) {
    guard var union = first else { return (nil, 0) }
    func fits(_ box: Rect) -> Bool { box.size.width <= window.width && box.size.height <= window.height }
    guard fits(union) else { return (union, 0) }
    var count = 1
    for box in dropFirst() where fits(union.union(box)) {
      union = union.union(box)
      count += 1
    }
    return (union, count)
  }
}

extension SceneLayer {
  /// True if the layer shows a part of an image that its focus determines, and that is not known yet.
  var needsFocus: Bool {
    guard let focus = state.image.focus, state.image.mode == .scaleAspectFill, case .image(let image?) = shown
    else {
      return false
    }
    let part = state.image.part(of: image)
    return focus.found?.image != image.id || focus.found?.part != part
      || focus.found?.window != window(of: part.size)
  }

  /// The size of the part of an image that fills the bounds, in the image's pixels.
  fileprivate func window(of whole: Size) -> Size {
    let filled = state.image.mode.rect(of: whole, in: size).size
    return Size(
      width: filled.width == size.width ? whole.width : size.width / filled.width * whole.width,
      height: filled.height == size.height ? whole.height : size.height / filled.height * whole.height)
  }

  /// Returns the rectangle of an image, or of its part that is shown, in the layer's coordinates.
  func rect(of image: SourceImage) -> Rect {
    let part = state.image.part(of: image)
    var rect = state.image.mode.rect(of: part.size, in: size)
    guard state.image.mode == .scaleAspectFill, let found = state.image.focus?.found, found.image == image.id
    else {
      if let alignment = state.image.alignment {
        rect.origin = Point(
          x: (size.width - rect.size.width) * alignment.x, y: (size.height - rect.size.height) * alignment.y)
      }
      return rect
    }
    func start(_ center: Double, _ side: Double, _ filled: Double, _ bound: Double) -> Double {
      var start = bound / 2 - center * (filled / side)
      // Unscaled pixels are copied.
      if rect.size == part.size { start = start.rounded() }
      return max(min(0, bound - filled), min(0, start))
    }
    rect.origin = Point(
      x: start(found.center.x - part.minX, part.size.width, rect.size.width, size.width),
      y: start(found.center.y - part.minY, part.size.height, rect.size.height, size.height))
    return rect
  }

  /// What the focus of the layer shows; nil without a focus that has an effect.
  var view: SceneTree.View? {
    guard let focus = state.image.focus, let found = focus.found, state.image.mode == .scaleAspectFill,
      case .image(let image?) = shown, found.image == image.id
    else { return nil }
    let rect = rect(of: image)
    let part = found.part
    let scale = part.size.width / rect.size.width
    let window = Rect(
      origin: Point(x: part.minX - rect.minX * scale, y: part.minY - rect.minY * scale), size: found.window)
    return SceneTree.View(window: window, target: focus.target, boxes: found.boxes)
  }
}

extension Scene {
  /// - Throws: an error for a focus that never has an effect.
  func checkFocus() throws(SceneError) {
    for layer in layers {
      guard let focus = layer.state.image.focus, layer.state.image.mode != .scaleAspectFill else { continue }
      throw SceneError(.uselessFocus(layer: layer.name, mode: layer.state.image.mode), at: focus.origin)
    }
  }
}
