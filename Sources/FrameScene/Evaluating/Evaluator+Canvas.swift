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
    case .size(let argument):
      let (width, height) = try pair(argument)
      size = Size(width: width, height: height)
      extent = .size
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
      let (width, height) = try pair(argument)
      _ = try checkedSize(Size(width: width, height: height), at: position)
      let factor = min(1, width / image.width, height / image.height)
      size = Size(
        width: max(1, (image.width * factor).rounded()),
        height: max(1, (image.height * factor).rounded()))
    }
    let checked = Size(try checkedSize(size, at: position))
    // A placeholder is as large as the canvas.
    if images.first == nil, images.usesPlaceholders { setImageSize(checked) }
    return .size(checked, extent)
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
    guard editor.scene.canvas.extent != .fit else {
      throw ScriptError(.canvasSizeFollows(variable), at: position)
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
