/// What will be done, decided before any pixel is read: which picture, by which matrix, by which path,
/// in which order. A value: it can be printed, compared, and tested without a picture.
public struct RenderPlan: Hashable, Sendable {
  /// The finished canvas.
  public var canvas: PixelSize
  /// What of the canvas is put out; all matrices lead to its coordinates.
  public var window: PixelRect
  /// Under all items; `.clear` for none.
  public var background: Colour
  /// Under the background, where the output has no alpha.
  public var matte: Colour?
  public var border: Border?
  /// In pixels of the canvas.
  public var cornerRadius: Double
  public var filter: Filter
  public var light: Light
  /// What linear light is linear by: that of the output's colours.
  public var toneCurve: ToneCurve
  /// The pictures that are read, each once.
  public var pictures: [Picture]
  /// In painter's order.
  public var items: [Item]
  /// What the output's pixels are.
  public var output: PixelFormat
  /// What the output cannot hold of what goes into it.
  public var losses: [Loss]
  /// How the output's bytes come about.
  public var writing: Writing

  public init(
    canvas: PixelSize, window: PixelRect, background: Colour = .clear, matte: Colour? = nil,
    border: Border? = nil, cornerRadius: Double = 0, filter: Filter = .cubic, light: Light = .linear,
    toneCurve: ToneCurve = .sRGB, pictures: [Picture] = [], items: [Item] = [], output: PixelFormat,
    losses: [Loss] = [],
    writing: Writing = .encoded(because: .notWanted)
  ) {
    self.canvas = canvas
    self.window = window
    self.background = background
    self.matte = matte
    self.border = border
    self.cornerRadius = cornerRadius
    self.filter = filter
    self.light = light
    self.toneCurve = toneCurve
    self.pictures = pictures
    self.items = items
    self.output = output
    self.losses = losses
    self.writing = writing
  }

  public struct Border: Hashable, Sendable {
    /// In pixels, inside the canvas's edge.
    public var width: Double
    public var colour: Colour

    public init(width: Double, colour: Colour) {
      self.width = width
      self.colour = colour
    }
  }

  public indirect enum Item: Hashable, Sendable {
    case picture(PictureDraw)
    case shape(ShapeDraw)
    case group(GroupDraw)
  }

  /// A picture drawn through a matrix.
  public struct PictureDraw: Hashable, Sendable {
    /// The layer's name.
    public var layer: String
    /// The index in `RenderPlan.pictures`.
    public var picture: Int
    /// Stored pixels to output pixels.
    public var matrix: AffineTransform
    /// What of the picture is shown, in stored pixels: all of it, or what its layer's bounds leave.
    public var visible: Rect
    public var opacity: Double
    public var path: PixelPath

    public init(
      layer: String, picture: Int, matrix: AffineTransform, visible: Rect, opacity: Double, path: PixelPath
    ) {
      self.layer = layer
      self.picture = picture
      self.matrix = matrix
      self.visible = visible
      self.opacity = opacity
      self.path = path
    }
  }

  /// Items that are laid over each other first, and then as one over what is below.
  public struct GroupDraw: Hashable, Sendable {
    public var layer: String
    public var items: [Item]
    public var opacity: Double
    public var clip: Clip?
    /// Under the items, of what the clip leaves of them; it fades and mixes with them.
    public var shadow: Shadow?
    public var blend: BlendMode

    public init(
      layer: String, items: [Item], opacity: Double = 1, clip: Clip? = nil,
      shadow: Shadow? = nil, blend: BlendMode = .normal
    ) {
      self.layer = layer
      self.items = items
      self.opacity = opacity
      self.clip = clip
      self.shadow = shadow
      self.blend = blend
    }
  }

  /// How a picture's pixels get to their places.
  public enum PixelPath: Hashable, Sendable {
    /// Pixel by pixel, unturned.
    case copy
    /// Pixel by pixel, turned or mirrored: the form in which stored rows and columns come out.
    case rightAngleCopy(Orientation)
    /// Resampled along the axes, each on its own.
    case axisAligned
    case affine
  }

  /// Whether there are pixels on the way to the output.
  public enum Writing: Hashable, Sendable {
    case encoded(because: LosslessObstacle)
    /// The one picture's blocks are the output's.
    case moved(BlockMove)
  }

  /// What is given up because the output's format cannot hold it. Never silent.
  public enum Loss: Hashable, Sendable {
    /// 16 bits a channel become 8.
    case depth
    /// The picture's transparency is laid over a colour.
    case alpha(over: Colour)
  }
}

extension RenderPlan.Item {
  /// The bytes that it takes without the items of a group: as it was planned, with the colors of the output, and as
  /// a painter. Paths are the scene's.
  public var ownBytes: Int {
    let place = 4 * MemoryLayout<RenderPlan.Item>.stride
    switch self {
    case .picture: return place + 2 * MemoryLayout<RenderPlan.PictureDraw>.stride + 2048
    case .group: return place + 2 * MemoryLayout<RenderPlan.GroupDraw>.stride + 768
    case .shape(let draw):
      let stops = draw.paints.reduce(0) { sum, paint in
        guard case .gradient(let gradient) = paint else { return sum }
        return sum + gradient.stops.count * 3 * MemoryLayout<RenderPlan.Gradient.Stop>.stride
      }
      return place + 2 * MemoryLayout<RenderPlan.ShapeDraw>.stride + 768 + stops
    }
  }
}

extension RenderPlan {
  /// The bytes of all its items.
  public var itemBytes: Int { Self.bytes(of: items) }

  private static func bytes(of items: [Item]) -> Int {
    items.reduce(0) { sum, item in
      guard case .group(let group) = item else { return sum + item.ownBytes }
      return sum + item.ownBytes + bytes(of: group.items)
    }
  }

  /// The way of the blocks, where no pixel is needed.
  public var move: BlockMove? {
    if case .moved(let move) = writing { move } else { nil }
  }

  /// Every drawing of a picture, whatever group it lies in.
  public var draws: [PictureDraw] { items.flatMap(\.draws) }

  /// The one picture of which the output is a copy, bit for bit, with nothing drawn over, under or
  /// beside it but emptiness; nil where pixels have to be composed.
  public var copied: PictureDraw? {
    guard items.count == 1, case .picture(let draw) = items[0], draw.opacity == 1 else { return nil }
    guard border == nil, cornerRadius == 0 else { return nil }
    switch draw.path {
    case .copy, .rightAngleCopy: break
    case .axisAligned, .affine: return nil
    }
    let source = pictures[draw.picture].pixels
    let whole = draw.visible.corners.allSatisfy { $0.x == $0.x.rounded() && $0.y == $0.y.rounded() }
    guard whole, source.depth == output.depth else { return nil }
    // Channels may be added, not taken away; and nothing may show through or beside the picture.
    if source.channels.hasAlpha && (!output.channels.hasAlpha || background.alpha > 0) { return nil }
    if !source.channels.isGray && output.channels.isGray { return nil }
    let isCovered = matte == nil && background.alpha == 0
    return isCovered || draw.covers(window.size) ? draw : nil
  }
}

extension RenderPlan.Item {
  fileprivate var draws: [RenderPlan.PictureDraw] {
    switch self {
    case .picture(let draw): [draw]
    case .shape: []
    case .group(let group): group.items.flatMap(\.draws)
    }
  }
}

extension RenderPlan.PixelPath {
  /// The path that pixels take under a matrix.
  public init(_ matrix: AffineTransform) {
    if let form = matrix.rightAngleForm {
      self = form.orientation == .up ? .copy : .rightAngleCopy(form.orientation)
    } else {
      let isUpright = matrix.b == 0 && matrix.c == 0 || matrix.a == 0 && matrix.d == 0
      self = isUpright ? .axisAligned : .affine
    }
  }
}

extension RenderPlan.PictureDraw {
  /// True where the shown part of the picture lies under every pixel of an output of this size.
  public func covers(_ size: PixelSize) -> Bool {
    guard let inverse = matrix.inverse else { return false }
    let slack = 1e-9 * max(Double(size.width), Double(size.height), 1)
    return Rect(origin: .zero, size: Size(size)).corners.allSatisfy { corner in
      let p = corner.applying(inverse)
      return p.x >= visible.minX - slack && p.x <= visible.maxX + slack
        && p.y >= visible.minY - slack && p.y <= visible.maxY + slack
    }
  }
}
