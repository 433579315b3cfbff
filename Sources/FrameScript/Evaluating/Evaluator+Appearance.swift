import FrameGeometry
import FrameImage
import FramePlan
import FrameScene

// The appearance of layers: fills, strokes, clips.
extension Evaluator {
  mutating func change(
    _ look: AppearanceStatement, at place: ScriptPosition
  ) throws(ScriptError) -> LayerChange {
    switch look {
    case .opacity(let quantity): return .opacity(try share(quantity, of: "an opacity"))
    case .blend(let choice): return .blend(try word(choice))
    case .clip(.none): return .clip(nil)
    case .clip(.bounds): return .clip(.bounds)
    case .clip(.area(let area)): return .clip(.path(try shape(area.shape, at: place).path, area.rule))
    case .mask(nil): return .mask(nil)
    case .mask(let argument?): return .mask(try mask(argument, at: place))
    case .shadow(nil): return .shadow(nil)
    case .shadow(let argument?):
      let (dx, dy) = try pair(argument.offset)
      return .shadow(
        SceneLayer.Shadow(
          offset: Vector(dx: dx, dy: dy), blur: try nonNegative(argument.blur, "a shadow's blur"),
          color: try color(argument.color)))
    case .show: return .hidden(false)
    case .hide: return .hidden(true)
    case .source(let source): return .source(.image(try image(source, at: place)))
    case .fill(let argument):
      return .fill(RenderPlan.Fill(try paint(argument.paint), rule: argument.rule))
    case .stroke(let argument):
      return .stroke(RenderPlan.Stroke(try paint(argument.paint), try style(argument)))
    case .trim(let start, let end):
      return .trim(
        RenderPlan.Trim(
          try share(start, of: "the start of a part"), try share(end, of: "the end of a part")))
    case .text(let string): return .text(try text(of: string))
    case .trimBorder(let argument): return .trimBorder(try border(argument))
    case .color(let argument): return .effect(.color(try colorEdit(argument)))
    case .neighborhood(let argument, let area):
      return .effect(try neighborhood(argument, in: area, at: place))
    case .sharpenOutput(let argument): return .effect(.sharpenOutput(in: try area(argument, at: place)))
    case .focus(nil): return .focus(nil)
    case .focus(.attention?): return .focus(.attention)
    case .focus(.boxes(let template)?): return .focus(.boxes(file: try text(of: template)))
    case .focus(.point(let argument)?):
      let (x, y) = try lengths(argument)
      return .focus(.point(x, y))
    }
  }

  private mutating func mask(
    _ argument: MaskArgument, at place: ScriptPosition
  ) throws(ScriptError) -> LayerMask {
    let source: LayerMask.Source
    var isLight = false
    switch argument.source {
    case .image(let reference):
      let image = try image(reference, at: place)
      // Without alpha, only the luminance says anything.
      isLight = image.map { !$0.pixels.channels.hasAlpha } ?? false
      source = .image(image)
    case .layer(let name): source = .layer(try layer(named: name))
    case .paint(let paint): source = .paint(try self.paint(paint))
    }
    return LayerMask(
      source, argument.channel ?? (isLight ? .luminance : .alpha), isInverted: argument.isInverted,
      at: Origin(place))
  }

  mutating func border(_ argument: BorderArgument) throws(ScriptError) -> ImageBorder {
    ImageBorder(
      color: try argument.color.map { color throws(ScriptError) in try self.color(color) },
      tolerance: try argument.tolerance.map { share throws(ScriptError) in
        try self.share(share, of: "a tolerance")
      } ?? 0)
  }

  private mutating func style(_ argument: StrokeArgument) throws(ScriptError) -> StrokeStyle {
    var style = StrokeStyle(width: try nonNegative(argument.width, "a line's width"))
    style.join = argument.join ?? style.join
    style.cap = argument.cap ?? style.cap
    if let limit = argument.miterLimit {
      style.miterLimit = try number(of: limit)
      guard style.miterLimit >= 1 else {
        throw ScriptError(
          .outOfRange("a miter's limit", value: style.miterLimit, wanted: "1 or more"), at: limit.position)
      }
    }
    for dash in argument.dashes { style.dashes.append(try nonNegative(dash, "a dash")) }
    if let offset = argument.dashOffset { style.dashOffset = try length(offset, .alone) }
    return style
  }

  // MARK: Paint

  mutating func paint(_ argument: PaintArgument) throws(ScriptError) -> RenderPlan.Paint {
    switch argument {
    case .color(let argument): return .color(try color(argument))
    case .linear(let start, let end, let stops):
      return .gradient(
        RenderPlan.Gradient(.linear(from: try point(start), to: try point(end)), stops: try places(stops)))
    case .radial(let center, let radius, let stops):
      let radius = try nonNegative(radius, "a gradient's radius")
      return .gradient(
        RenderPlan.Gradient(.radial(center: try point(center), radius: radius), stops: try places(stops)))
    }
  }

  /// Assigns places to stops by CSS Images 3, part 3.4.3: by default, the first is at 0 and the last at 1; a place is
  /// never before an earlier one; stops without a place are spaced evenly between others.
  private mutating func places(
    _ arguments: [StopArgument]
  ) throws(ScriptError) -> [RenderPlan.Gradient.Stop] {
    var colors: [Color] = []
    var places: [Double?] = []
    var furthest = 0.0
    for (i, argument) in arguments.enumerated() {
      colors.append(try color(argument.color))
      var place: Double? = i == 0 ? 0 : i == arguments.count - 1 ? 1 : nil
      if let quantity = argument.place { place = try unitShare(quantity) }
      if let known = place {
        furthest = max(furthest, known)
        place = furthest
      }
      places.append(place)
    }
    var stops: [RenderPlan.Gradient.Stop] = []
    var (known, next) = (0, 0)
    for i in places.indices {
      if let place = places[i] {
        known = i
        stops.append(.init(place, colors[i]))
        continue
      }
      if next < i { next = places[i...].firstIndex { $0 != nil }! }
      let share = Double(i - known) / Double(next - known)
      let place = places[known]! + (places[next]! - places[known]!) * share
      stops.append(.init(place, colors[i]))
    }
    return stops
  }
}
