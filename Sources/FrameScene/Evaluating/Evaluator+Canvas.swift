import FrameGeometry
import FrameImage
import FrameRender
import FrameScript

extension Evaluator {
  mutating func change(
    _ canvas: CanvasStatement, at position: ScriptPosition
  ) throws(ScriptError) -> CanvasChange {
    switch canvas {
    case .canvas(let size): return try self.size(size, at: position)
    case .crop(let origin, let size): return .crop(try rect(origin, size))
    case .background(let argument): return .background(try color(argument))
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
    let image = images.first.map { Size($0.uprightSize) }
    let size: Size
    var extent = SceneCanvas.Extent.imageAspect
    switch argument {
    case .fit: return .fit
    case .inscribedFreely: return .inscribed(aspectRatio: nil)
    case .inscribed(let width, let height):
      let ratio = try side(width) / side(height)
      return .inscribed(aspectRatio: ratio)
    case .size(let argument):
      let (width, height) = try pair(argument, of: image)
      size = Size(width: width, height: height)
      if !argument.isShare { extent = .size }
    case .cover(let argument):
      let (width, height) = try pair(argument, of: image)
      size = Size(width: width, height: height)
      extent = .cover
    case .contain(let argument):
      guard let image else { throw ScriptError(.canvasRequired, at: position) }
      size = try self.size(of: image, within: argument, enlarging: true, at: position)
    case .width(let quantity):
      guard let image else { throw ScriptError(.canvasRequired, at: position) }
      let width = try length(quantity, .x).rounded()
      size = Size(width: width, height: max(1, (width * image.height / image.width).rounded()))
    case .height(let quantity):
      guard let image else { throw ScriptError(.canvasRequired, at: position) }
      let height = try length(quantity, .y).rounded()
      size = Size(width: max(1, (height * image.width / image.height).rounded()), height: height)
    case .inside(let argument):
      guard let image else { throw ScriptError(.canvasRequired, at: position) }
      size = try self.size(of: image, within: argument, enlarging: false, at: position)
    }
    let checked = Size(try checkedSize(size, at: position))
    // A placeholder is as large as the canvas.
    if images.first == nil, images.usesPlaceholders { setImageSize(checked) }
    return .size(checked, extent)
  }

  /// Returns the largest size in a box with an image's aspect ratio.
  private mutating func size(
    of image: Size, within argument: PairArgument, enlarging: Bool, at position: ScriptPosition
  ) throws(ScriptError) -> Size {
    let (width, height) = try pair(argument, of: image)
    _ = try checkedSize(Size(width: width, height: height), at: position)
    let factor = min(enlarging ? .infinity : 1, width / image.width, height / image.height)
    return Size(
      width: max(1, (image.width * factor).rounded()), height: max(1, (image.height * factor).rounded()))
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

  /// Rounds to whole pixels, at least one, within the limits.
  private func checkedSize(_ size: Size, at position: ScriptPosition) throws(ScriptError) -> PixelSize {
    let width = size.width.rounded()
    let height = size.height.rounded()
    guard width >= 1, height >= 1 else { throw ScriptError(.emptyCanvas, at: position) }
    // Anything above this exceeds the limit, too, and might not fit into an integer.
    let ceiling = 1e15
    do throws(LimitExceeded) {
      return try limits.check(width: Int(min(width, ceiling)), height: Int(min(height, ceiling)))
    } catch {
      throw ScriptError(.limit(error), at: position)
    }
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
