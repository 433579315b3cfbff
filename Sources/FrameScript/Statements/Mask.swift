import FrameImage
import FramePlan
import FrameScene

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
  /// What decides how much of a layer is visible.
  fileprivate static let maskSource = choice(
    ["image": Argument(.image) { .image($0) }],
    or: either(Argument(.paint) { .paint($0) }, or: layer) {
      ["linear", "radial"].contains($0.lexer.word)
    })

  private static let layer = Argument({ p throws(ScriptError) in try p.parseMaskLayer() }) {
    written, e throws(ScriptError) in .layer(try e.layer(named: written))
  }
}

extension Parser {
  fileprivate mutating func parseMaskLayer() throws(ScriptError) -> Template {
    let place = lexer.position()
    let kind = lexer.word
    let layer = try parseName("a layer's name, 'image', a gradient or 'none'")
    // A layer may have the name of a kind.
    lexer.skipBlanks()
    let hasValue = Lexer.isDigit(lexer.current) || lexer.looking(at: "\"")
    if hasValue, Self.contents[kind] != nil {
      throw ScriptError(.habit(.maskWithoutLayer(kind)), at: place)
    }
    return layer
  }
}
