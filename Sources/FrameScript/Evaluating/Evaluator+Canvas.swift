import FrameGeometry
import FramePlan
import FrameScene

extension Evaluator {
  mutating func change(
    _ canvas: CanvasStatement, at position: ScriptPosition
  ) throws(ScriptError) -> CanvasChange {
    switch canvas {
    case .canvas(let size): return try self.size(size, at: position)
    case .crop(let origin, let size): return .crop(try rect(origin, size))
    case .background(let argument): return .background(try paint(argument))
    case .border(let width, let argument):
      return .border(
        CanvasStyle.Border(width: try nonNegative(width, "a border's width"), color: try color(argument)))
    case .cornerRadius(let radius): return .cornerRadius(try nonNegative(radius, "a corner's radius"))
    case .filter(let choice): return .filter(try word(choice))
    case .light(let choice): return .light(try word(choice))
    }
  }

  private mutating func size(
    _ argument: CanvasSizeArgument, at position: ScriptPosition
  ) throws(ScriptError) -> CanvasChange {
    guard !editor.hasStarted else { throw ScriptError(.canvasAfterLayers("canvas"), at: position) }
    switch argument {
    case .fit: return .fit
    case .inscribedFreely: return .inscribed(aspectRatio: nil)
    case .inscribed(let width, let height):
      let ratio = try side(width) / side(height)
      return .inscribed(aspectRatio: ratio)
    case .size(let argument) where argument.isShare:
      let (x, y) = try lengths(argument)
      return try canvas(.share(x, y), at: position)
    case .size(let argument): return try canvas(try box(argument, at: position), .size, at: position)
    case .cover(let argument): return try canvas(try box(argument, at: position), .cover, at: position)
    case .contain(let argument):
      return try canvas(.inside(try box(argument, at: position), enlarges: true), at: position)
    case .inside(let argument):
      return try canvas(.inside(try box(argument, at: position), enlarges: false), at: position)
    case .width(let quantity): return try canvas(.width(try length(quantity, .x).rounded()), at: position)
    case .height(let quantity): return try canvas(.height(try length(quantity, .y).rounded()), at: position)
    }
  }

  private mutating func box(_ argument: PairArgument, at position: ScriptPosition) throws(ScriptError) -> Size
  {
    let (width, height) = try pair(argument, of: images.first.map { Size($0.uprightSize) })
    return Size(try limits.checkCanvas(Size(width: width, height: height), at: position))
  }

  private mutating func canvas(
    _ fit: SceneCanvas.ImageFit, at position: ScriptPosition
  ) throws(ScriptError) -> CanvasChange {
    guard let image = images.first else { throw ScriptError(.canvasRequired, at: position) }
    return try canvas(fit.size(of: Size(image.uprightSize)), .imageAspect(fit), at: position)
  }

  private mutating func canvas(
    _ size: Size, _ extent: SceneCanvas.Extent, at position: ScriptPosition
  ) throws(ScriptError) -> CanvasChange {
    let size = Size(try limits.checkCanvas(size, at: position))
    // A placeholder is as large as the canvas.
    if images.first == nil, images.usesPlaceholders { setImageSize(size) }
    return .size(size, extent)
  }

  /// Evaluates a side of an aspect ratio.
  private mutating func side(_ expression: Expression) throws(ScriptError) -> Double {
    let value = try number(of: expression)
    guard value > 0, value <= 1e6 else {
      throw ScriptError(
        .outOfRange("a side of an aspect ratio", value: value, wanted: "more than 0"), at: expression.position
      )
    }
    return value
  }

  /// Returns the size of the canvas, and fixes it.
  ///
  /// - Parameter variable: The variable that reads it, for errors.
  func canvasSize(_ variable: String, at position: ScriptPosition) throws(ScriptError) -> Size {
    switch editor.scene.canvas.extent {
    case .unstated, .size, .imageAspect, .cover: break
    case .fit, .inscribed: throw ScriptError(.canvasSizeFollows(variable), at: position)
    }
    try editor.start(at: position)
    editor.modify { $0.canvas.isSizeRead = true }
    return editor.scene.canvas.size
  }

  mutating func nonNegative(
    _ quantity: Quantity, _ meaning: String
  ) throws(ScriptError) -> Double {
    let value = try length(quantity, .alone)
    guard value >= 0 else {
      throw ScriptError(.outOfRange(meaning, value: value, wanted: "from 0"), at: quantity.value.position)
    }
    return value
  }
}

extension PairArgument {
  /// True if both numbers are percentages.
  fileprivate var isShare: Bool {
    if case .pair(let x, let y) = self { x.unit == .percent && y.unit == .percent } else { false }
  }
}
