import FrameImage
import FramePlan
import FrameScene

/// How much of a layer is visible, as written.
struct MaskArgument: Written {
  let source: Source
  /// nil for the default of the source.
  let channel: MaskChannel?
  let isInverted: Bool

  package var image: ImageReference? { if case .image(let image) = source { image } else { nil } }

  enum Source: Equatable, Sendable {
    case image(ImageReference)
    case layer(Template)
    case paint(PaintArgument)
  }
}

extension Argument<LayerMask> {
  static let mask = Argument({ p throws(ScriptError) in try p.parseMask() }) {
    written, e throws(ScriptError) in try e.mask(written)
  }
}

extension Parser {
  /// `mask NAME|image SOURCE|GRADIENT [alpha|luminance] [invert]`
  fileprivate mutating func parseMask() throws(ScriptError) -> MaskArgument {
    let source: MaskArgument.Source
    lexer.skipBlanks()
    if accept("image") {
      source = .image(try parseSource())
    } else if lexer.word == "linear" || lexer.word == "radial" {
      source = .paint(try parsePaint())
    } else {
      let place = lexer.position()
      let kind = lexer.word
      source = .layer(try parseName("a layer's name, 'image', a gradient or 'none'"))
      // A layer may have the name of a kind.
      lexer.skipBlanks()
      let hasValue = Lexer.isDigit(lexer.current) || lexer.looking(at: "\"")
      if hasValue, Self.contents[kind] != nil {
        throw ScriptError(.habit(.maskWithoutLayer(kind)), at: place)
      }
    }
    let channel: MaskChannel? = acceptWord()
    return MaskArgument(source: source, channel: channel, isInverted: accept("invert"))
  }
}

extension Evaluator {
  fileprivate mutating func mask(_ argument: MaskArgument) throws(ScriptError) -> LayerMask {
    let source: LayerMask.Source
    var isLight = false
    switch argument.source {
    case .image(let reference):
      let image = try image(reference)
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
}
