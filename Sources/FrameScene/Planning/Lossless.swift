import FrameGeometry
import FrameImage
import FramePlan

extension RenderPlan {
  /// Selects the lossless transform if there is one, and otherwise records why there is none.
  ///
  /// If only a smaller output is possible losslessly, and that is requested, the window is reduced.
  mutating func chooseWriting(_ output: OutputCapabilities, limits: Limits) {
    if let obstacle = obstacle(output) {
      writing = .encoded(because: obstacle)
      return
    }
    guard case .image(let draw) = items[0], let matrix = draw.affine?.matrix else {
      preconditionFailure("the only item is an image")
    }
    let stored = images[draw.image]
    let mcus = MCUWindow(stored.blocks!.mcu, under: matrix, window: window.size)
    writing = mcus.move(of: stored.size, trims: output.lossless == .require)
    guard let move else { return }
    // The image's blocks and the output's are held at the same time.
    let needed = 2 * stored.blocks!.bytes
    if needed > limits.memory, !move.isStill(stored: stored.size) {
      writing = .encoded(
        because: .limit(LimitExceeded(.memory, needed: needed, allowed: limits.memory)))
      return
    }
    // Gray stays gray, whatever is hidden below it.
    self.output = stored.pixels
    if move.kind == .trimmed { trim(columns: mcus.columns, rows: mcus.rows) }
  }

  /// Returns the lossless transform that makes the output; nil if there is none.
  package func lossless(_ limits: Limits) -> LosslessTransform? {
    var plan = self
    let output = OutputCapabilities(
      alpha: false, deepest: self.output.depth, maximumSide: .max, lossless: .prefer,
      movable: Set(images.map(\.id)))
    plan.chooseWriting(output, limits: limits)
    return plan.move
  }

  /// Returns the reason why blocks cannot be moved; nil if the only item is an image that is the whole output, and whose
  /// blocks can be moved.
  private func obstacle(_ output: OutputCapabilities) -> LosslessObstacle? {
    if output.lossless == .never { return .notWanted }
    if items.count == 1, items[0].changesOneImage { return .pixelsChanged }
    guard items.count == 1, case .image(let draw) = items[0], draw.opacity == 1, style.isPlain
    else { return .composed }
    let stored = images[draw.image]
    guard output.movable.contains(stored.id), stored.blocks != nil else { return .otherFormat }
    guard !output.recolored.contains(stored.id) else { return .recolored }
    if case .projective(let place) = draw.map, PlaneMap(place.map).affine == nil { return .perspective }
    guard let matrix = draw.affine?.matrix, matrix.rightAngleForm != nil else { return .resampled }
    guard draw.covers(window.size), draw.edge == .transparent else { return .beside }
    return copied == nil ? .composed : nil
  }

  /// Removes the first columns and rows of the window.
  private mutating func trim(columns: Int, rows: Int) {
    guard case .image(var draw) = items[0], case .affine(var matrix, let visible) = draw.map,
      let size = PixelSize(width: window.size.width - columns, height: window.size.height - rows)
    else { return }
    window = PixelRect(x: window.x + columns, y: window.y + rows, size: size)
    matrix.tx -= Double(columns)
    matrix.ty -= Double(rows)
    draw.map = .affine(matrix, visible: visible)
    items[0] = .image(draw)
  }
}

extension RenderPlan.Item {
  /// True if it is an image under edits of its pixels, and nothing else.
  fileprivate var changesOneImage: Bool {
    switch self {
    case .image, .shape: return false
    case .neighborhood(let draw): return draw.items.count == 1 && draw.items[0].isOneImage
    case .group(let draw):
      guard draw.opacity == 1, draw.clip == nil, draw.mask == nil, draw.shadow == nil, draw.blend == .normal
      else { return false }
      return draw.items.count == 1 && draw.items[0].isOneImage
    }
  }

  private var isOneImage: Bool { if case .image = self { true } else { changesOneImage } }
}

/// The part of a stored image in a window, and how it is aligned to the image's MCUs.
private struct MCUWindow {
  let mcu: PixelSize
  let orientation: Orientation
  /// In stored pixels.
  var x: Range<Int>
  var y: Range<Int>
  /// The partial blocks at the edges that become the window's left and top edges, in stored pixels.
  let cut: (x: Int, y: Int)

  /// - Parameter matrix: a right-angle form under which the image covers the window.
  init(_ mcu: PixelSize, under matrix: AffineTransform, window: PixelSize) {
    self.mcu = mcu
    orientation = matrix.rightAngleForm!.orientation
    let shown = Rect(origin: .zero, size: Size(window)).applying(matrix.snapped.inverse!)
    x = Int(shown.minX.rounded())..<Int(shown.maxX.rounded())
    y = Int(shown.minY.rounded())..<Int(shown.maxY.rounded())
    let linear = orientation.linear
    runsAgainst = (linear.a + linear.b < 0, linear.c + linear.d < 0)
    func cut(_ range: Range<Int>, _ mcu: Int, _ isAgainst: Bool) -> Int {
      // From the last pixel down, or from the first one up, to the next whole block.
      isAgainst ? range.upperBound % mcu : (mcu - range.lowerBound % mcu) % mcu
    }
    self.cut = (cut(x, mcu.width, runsAgainst.x), cut(y, mcu.height, runsAgainst.y))
  }

  /// True if the stored axes are opposite to the output's.
  private let runsAgainst: (x: Bool, y: Bool)

  /// The number of the window's first columns and rows that are partial blocks.
  var columns: Int { orientation.swapsAxes ? cut.y : cut.x }
  var rows: Int { orientation.swapsAxes ? cut.x : cut.y }

  func move(of stored: PixelSize, trims: Bool) -> RenderPlan.Writing {
    guard let all = rect(cutting: (0, 0)) else { return .encoded(because: .nothingWhole(mcu: mcu)) }
    if cut == (0, 0) { return .moved(LosslessTransform(.exact, orientation, source: all)) }
    guard trims else {
      let upright = orientation.upright(all.size)
      return .encoded(because: .cutBlocks(columns: columns, rows: rows, of: upright))
    }
    if all == PixelRect(x: 0, y: 0, size: stored) {
      return .moved(LosslessTransform(.tagged, orientation, source: all))
    }
    guard let rest = rect(cutting: cut) else { return .encoded(because: .nothingWhole(mcu: mcu)) }
    return .moved(LosslessTransform(.trimmed, orientation, source: rest))
  }

  private func rect(cutting cut: (x: Int, y: Int)) -> PixelRect? {
    guard let size = PixelSize(width: x.count - cut.x, height: y.count - cut.y) else { return nil }
    return PixelRect(
      x: runsAgainst.x ? x.lowerBound : x.lowerBound + cut.x,
      y: runsAgainst.y ? y.lowerBound : y.lowerBound + cut.y, size: size)
  }
}
