import FrameModel

/// What a script has made: a canvas, and layers in groups.
public struct Scene: Hashable, Sendable {
  public var canvas: Canvas
  /// Every layer, in the order of declaration: those further back are drawn over those before, within
  /// their group.
  public private(set) var layers: [Layer] = []
  /// The layer that receives edits.
  public internal(set) var current: Int?
  /// The layers in the order in which they were marked.
  public internal(set) var marked: [Int] = []
  private var roots: [Int] = []
  private var indices: [String: Int] = [:]
  /// For fingers and for frames, which each look at changes in their own time.
  var changedForHits = ChangedLayers()
  var changedForFrames = ChangedLayers()

  public init(canvas: Canvas) {
    self.canvas = canvas
  }

  /// Every layer's name, for suggestions.
  public var names: some Sequence<String> { layers.lazy.map(\.name) }

  public func index(of name: String) -> Int? { indices[name] }

  /// A layer, to be changed.
  subscript(layer: Int) -> Layer {
    _read { yield layers[layer] }
    _modify {
      noteChange(of: layer)
      yield &layers[layer]
    }
  }

  private mutating func noteChange(of layer: Int) {
    changedForHits.note(layer)
    changedForFrames.note(layer)
  }

  /// The layers that lie directly in a group, or with nil on the canvas, from the back.
  public func children(of parent: Int?) -> [Int] {
    parent.map { layers[$0].children } ?? roots
  }

  /// From a layer's own coordinates to the canvas's.
  public func toCanvas(_ layer: Int) -> AffineTransform {
    var transform = layers[layer].toParent
    var parent = layers[layer].parent
    while let p = parent {
      transform = transform.concatenating(layers[p].toParent)
      parent = layers[p].parent
    }
    return transform
  }

  /// From the coordinates that a layer lies in to the canvas's.
  public func parentToCanvas(_ layer: Int) -> AffineTransform {
    layers[layer].parent.map(toCanvas) ?? .identity
  }

  /// The middle of a layer's bounds, on the canvas.
  public func center(of layer: Int) -> Point {
    let bounds = layers[layer].bounds
    return Point(x: bounds.midX, y: bounds.midY).applying(toCanvas(layer))
  }

  /// A layer and those that it lies in, the innermost first.
  public func path(to layer: Int) -> [Int] {
    var path = [layer]
    while let parent = layers[path[path.count - 1]].parent { path.append(parent) }
    return path
  }

  /// The bounds in which a layer without a place of its own lies.
  public func bounds(of parent: Int?) -> Size {
    parent.map { layers[$0].bounds.size } ?? canvas.size
  }

  /// Where the image lies in its layer: upright pixels to the layer's coordinates.
  public func placement(of image: SourceImage, in layer: Int) -> AffineTransform {
    let size = Size(image.uprightSize)
    let bounds = layers[layer].bounds.size
    var rect = layers[layer].state.mode.rect(of: size, in: bounds)
    // Where the canvas took the image's ratio and was rounded to whole pixels, the image takes the
    // rounding: an opaque image has no pale edge because of a part of a pixel.
    let rounding = max(abs(bounds.width - rect.size.width), abs(bounds.height - rect.size.height))
    if canvas.followsImage, bounds == canvas.size, rounding < 1 {
      rect = Rect(origin: .zero, size: bounds)
    }
    return AffineTransform(
      rect.size.width / size.width, 0, 0, rect.size.height / size.height, rect.minX, rect.minY)
  }

  mutating func add(_ layer: Layer) {
    let index = layers.count
    indices[layer.name] = index
    if let parent = layer.parent { layers[parent].children.append(index) } else { roots.append(index) }
    layers.append(layer)
    noteChange(of: index)
    current = index
  }
}

/// The layers that have changed since they were last looked at. It is no part of what a scene shows: all of them are equal.
struct ChangedLayers: Hashable, Sendable {
  /// nil until somebody looks: then all layers are new.
  private var layers: Set<Int>?

  mutating func note(_ layer: Int) { layers?.insert(layer) }

  /// - Returns: nil where nobody has looked before.
  mutating func take() -> Set<Int>? {
    defer { layers = [] }
    return layers
  }

  static func == (_: ChangedLayers, _: ChangedLayers) -> Bool { true }
  func hash(into _: inout Hasher) {}
}

/// The finished image's form.
public struct Canvas: Hashable, Sendable {
  /// The size that layers and percentages refer to.
  public var size: Size
  /// True where the size was worked out from the first image's ratio.
  public var followsImage = false
  /// True where the finished canvas is the box of what is drawn.
  public var fits = false
  public var crop: Rect?
  public var background = Color.clear
  public var border: RenderPlan.Border?
  public var cornerRadius = 0.0
  public var filter = Filter.cubic
  public var light = BlendingSpace.linear
  /// Where the size and the crop were given, for errors.
  public var position = ScriptPosition()
  public var cropPosition = ScriptPosition()

  public init(size: Size) {
    self.size = size
  }
}
