import FrameGeometry
import FrameImage
import FramePlan

/// The result of commands: a canvas, and layers in groups.
package struct Scene: Equatable, Sendable {
  package var canvas: SceneCanvas
  /// All layers in order of declaration.
  package private(set) var layers: [SceneLayer] = []
  /// The layer that receives edits.
  package internal(set) var current: Int?
  /// The marked layers, in the order of marking.
  package internal(set) var marked: [Int] = []
  private var roots: [Int] = []
  private var indices: [String: Int] = [:]
  /// For hit tests and for frames, which observe changes independently.
  var changedForHits = ChangedLayers()
  var changedForFrames = ChangedLayers()

  package init(canvas: SceneCanvas) {
    self.canvas = canvas
  }

  /// The names of all layers, for suggestions.
  package var names: some Sequence<String> { layers.lazy.map(\.name) }

  package func index(of name: String) -> Int? { indices[name] }

  /// A layer, for changes.
  subscript(layer: Int) -> SceneLayer {
    _read { yield layers[layer] }
    _modify {
      noteChange(of: layer)
      yield &layers[layer]
    }
  }

  /// Returns the place of a layer, without a copy of its state.
  func place(of layer: Int) -> LayerPlace {
    LayerPlace(transform: layers[layer].state.transform, position: layers[layer].state.position)
  }

  /// Returns the map from a layer's own coordinates to its parent's, without a copy of its state.
  func map(of layer: Int) -> LayerMap {
    let bounds = (layers[layer].state.source ?? layers[layer].content).bounds(layers[layer].size)
    return LayerMap(
      place: place(of: layer), anchor: bounds.point(at: layers[layer].state.anchor),
      perspective: layers[layer].state.placement)
  }

  private mutating func noteChange(of layer: Int) {
    changedForHits.note(layer)
    changedForFrames.note(layer)
  }

  /// Returns the layers of a group, or with nil of the canvas, from back to front.
  package func children(of parent: Int?) -> [Int] {
    parent.map { layers[$0].children } ?? roots
  }

  /// Returns the transform from a layer's own coordinates to the canvas's.
  package func toCanvas(_ layer: Int) -> PlaneMap {
    var transform = layers[layer].toParent
    var parent = layers[layer].parent
    while let p = parent {
      transform = transform.concatenating(layers[p].toParent)
      parent = layers[p].parent
    }
    return transform
  }

  /// Returns the transform from the coordinates of a layer's parent to the canvas's.
  package func parentToCanvas(_ layer: Int) -> PlaneMap {
    layers[layer].parent.map(toCanvas) ?? .identity
  }

  /// Returns the center of a layer's bounds, on the canvas.
  package func center(of layer: Int) -> Point {
    let bounds = layers[layer].bounds
    let box = bounds.applying(toCanvas(layer))
    return Point(x: bounds.midX, y: bounds.midY).applying(toCanvas(layer)) ?? Point(x: box.midX, y: box.midY)
  }

  /// Returns a movement in a layer's parent as one on the canvas.
  ///
  /// - Parameter start: where it begins on the canvas, on which it depends in a group in perspective.
  /// - Throws: `SceneError` without an origin for a movement from or to the horizon.
  func onCanvas(_ way: Vector, of layer: Int, from start: Point) throws(SceneError) -> Vector {
    let toCanvas = parentToCanvas(layer)
    guard let fromCanvas = toCanvas.inverse else { return way }
    guard let first = start.applying(fromCanvas) else { throw horizon(around: layer, at: start) }
    guard let way = way.applying(toCanvas, from: first) else { throw horizon(around: layer, at: first + way) }
    return way
  }

  func horizon(around layer: Int, at point: Point) -> SceneError {
    SceneError(.horizon(layer: layers[layers[layer].parent ?? layer].name, point: point))
  }

  /// Returns a layer and its ancestors, the innermost first.
  package func path(to layer: Int) -> [Int] {
    var path = [layer]
    while let parent = layers[path[path.count - 1]].parent { path.append(parent) }
    return path
  }

  /// Returns the bounds that a layer without a position fills.
  package func bounds(of parent: Int?) -> Size {
    parent.map { layers[$0].bounds.size } ?? canvas.size
  }

  /// Returns the position of the image in its layer: the transform from upright pixels to the layer's coordinates.
  package func placement(of image: SourceImage, in layer: Int) -> AffineTransform {
    placement(of: image, in: layers[layer])
  }

  func placement(of image: SourceImage, in layer: SceneLayer) -> AffineTransform {
    let part = layer.state.image.part(of: image)
    let size = part.size
    let bounds = layer.bounds.size
    var rect = layer.rect(of: image)
    // If the canvas took the image's aspect ratio and was rounded to whole pixels, the image is stretched by the
    // rounding, so that no edge is partly transparent. In a thin image, the rounding is a large part of the short side.
    if case .imageAspect = canvas.extent, bounds == canvas.size, layer.state.image.mode.scales,
      bounds.isRounded(size)
    {
      rect = Rect(origin: .zero, size: bounds)
    }
    let (x, y) = (rect.size.width / size.width, rect.size.height / size.height)
    return AffineTransform(x, 0, 0, y, rect.minX - part.minX * x, rect.minY - part.minY * y)
  }

  /// - Parameter above: the index of the layer above it, which has the same parent; nil to add it on top.
  mutating func add(_ layer: SceneLayer, below above: Int? = nil) {
    let index = layers.count
    indices[layer.name] = index
    func insert(into children: inout [Int]) {
      children.insert(index, at: above.flatMap { children.lastIndex(of: $0) } ?? children.count)
    }
    if let parent = layer.parent { insert(into: &layers[parent].children) } else { insert(into: &roots) }
    layers.append(layer)
    noteChange(of: index)
    current = index
  }
}

extension Size {
  /// Returns whether these whole numbers are the sides of an image that was scaled and rounded, with at least one pixel.
  fileprivate func isRounded(_ image: Size) -> Bool {
    // The scales for which a side is rounded to this one.
    func scales(_ rounded: Double, _ side: Double) -> ClosedRange<Double> {
      (rounded > 1 ? (rounded - 0.5) / side : 0)...(rounded + 0.5) / side
    }
    return scales(width, image.width).overlaps(scales(height, image.height))
  }
}

/// The layers that have changed since they were last observed. This is not part of what a scene shows, so all are
/// equal.
struct ChangedLayers: Equatable, Sendable {
  /// nil before the first observation: then all layers are new.
  private var layers: Set<Int>?

  mutating func note(_ layer: Int) { layers?.insert(layer) }

  /// - Returns: nil the first time.
  mutating func take() -> Set<Int>? {
    defer { layers = [] }
    return layers
  }

  static func == (_: ChangedLayers, _: ChangedLayers) -> Bool { true }
  func hash(into _: inout Hasher) {}
}

/// The properties of the finished image.
package struct SceneCanvas: Equatable, Sendable {
  /// The size that layers and percentages refer to.
  package var size: Size
  package var extent = Extent.unstated
  /// True if the issuer of the commands has read the size.
  package var isSizeRead = false
  package var crop: Crop?
  package var style = CanvasStyle()
  package var filter = Filter.cubic
  package var lights = Lights()
  /// The origins of the size, the crop and the pad, for errors.
  package var origin = Origin()
  package var cropOrigin = Origin()
  package var padOrigin = Origin()

  /// The part of the finished canvas that is written.
  package enum Crop: Equatable, Sendable {
    /// Percentages are of the finished canvas.
    case rect(x: Length, y: Length, width: Length, height: Length)
    /// The largest part of this width by its height, around the center.
    case aspectRatio(Double)

    /// Returns the part of a canvas of this size, before it is rounded to whole pixels.
    func rect(in canvas: PixelSize) -> Rect {
      switch self {
      case .rect(let x, let y, let width, let height):
        let (canvasWidth, canvasHeight) = (Double(canvas.width), Double(canvas.height))
        return Rect(
          x: x.pixels(of: canvasWidth), y: y.pixels(of: canvasHeight), width: width.pixels(of: canvasWidth),
          height: height.pixels(of: canvasHeight))
      case .aspectRatio(let ratio):
        let (width, height) = (Double(canvas.width), Double(canvas.height))
        let size = Size(
          width: max(1, min(width, (height * ratio).rounded())),
          height: max(1, min(height, (width / ratio).rounded())))
        let (x, y) = ((width - size.width) / 2, (height - size.height) / 2)
        return Rect(origin: Point(x: x.rounded(.down), y: y.rounded(.down)), size: size)
      }
    }
  }

  /// The part of the plane that becomes the finished canvas.
  package enum Extent: Equatable, Sendable {
    /// The first image's size, because none is stated.
    case unstated
    /// The stated size.
    case size
    /// The size that follows from the first image's, rounded to whole pixels.
    case imageAspect(ImageFit)
    /// The stated size, which images that fill the canvas cover.
    case cover
    /// The bounding box of everything drawn.
    case fit
    /// The largest upright rectangle inside the only image, of any aspect ratio or of this one.
    case inscribed(aspectRatio: Double?)
  }
  /// How a canvas follows from the size of an image.
  package enum ImageFit: Equatable, Sendable {
    /// The largest size in a box with the image's aspect ratio, which may be larger than the image or not.
    case inside(Size, enlarges: Bool)
    case width(Double)
    case height(Double)
    case share(Length, Length)

    /// Returns the size, which is not rounded.
    package func size(of image: Size) -> Size {
      switch self {
      case .inside(let box, let enlarges):
        let factor = min(enlarges ? .infinity : 1, box.width / image.width, box.height / image.height)
        return Size(width: max(1, image.width * factor), height: max(1, image.height * factor))
      case .width(let width): return Size(width: width, height: max(1, width * image.height / image.width))
      case .height(let height):
        return Size(width: max(1, height * image.width / image.height), height: height)
      case .share(let x, let y):
        return Size(width: x.pixels(of: image.width), height: y.pixels(of: image.height))
      }
    }
  }
}
