import FrameImage
import FramePlan
import FrameScene

/// What decides how much of a layer is visible, as written.
private enum MaskSource: Written {
  case image(ImageReference)
  case layer(Template)
  case paint(PaintArgument)

  var image: ImageReference? { if case .image(let image) = self { image } else { nil } }
}

extension Argument<LayerMask> {
  /// `mask NAME|image SOURCE|GRADIENT [alpha|luminance] [invert]`
  static let mask = Argument(.maskSource, .ifWord(MaskChannel.self), .ifNext("invert")) {
    (e: inout Evaluator, source, channel, isInverted) in
    // Without alpha, only the luminance says anything.
    let isLight = if case .image(let image?) = source { !image.pixels.channels.hasAlpha } else { false }
    return LayerMask(
      source, channel ?? (isLight ? .luminance : .alpha), isInverted: isInverted, at: Origin(e.place))
  }
}

extension Argument<LayerMask.Source> {
  fileprivate static let maskSource = Argument({ p throws(ScriptError) in try p.parseMaskSource() }) {
    written, e throws(ScriptError) in
    switch written {
    case .image(let reference): .image(try e.image(reference))
    case .layer(let name): .layer(try e.layer(named: name))
    case .paint(let paint): .paint(try e.paint(paint))
    }
  }
}

extension Parser {
  fileprivate mutating func parseMaskSource() throws(ScriptError) -> MaskSource {
    lexer.skipBlanks()
    if accept("image") { return .image(try parseSource()) }
    if lexer.word == "linear" || lexer.word == "radial" { return .paint(try parsePaint()) }
    let place = lexer.position()
    let kind = lexer.word
    let layer = try parseName("a layer's name, 'image', a gradient or 'none'")
    // A layer may have the name of a kind.
    lexer.skipBlanks()
    let hasValue = Lexer.isDigit(lexer.current) || lexer.looking(at: "\"")
    if hasValue, Self.contents[kind] != nil {
      throw ScriptError(.habit(.maskWithoutLayer(kind)), at: place)
    }
    return .layer(layer)
  }
}
