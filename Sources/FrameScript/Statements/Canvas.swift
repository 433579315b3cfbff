import FrameGeometry
import FrameImage
import FramePlan
import FrameScene

/// Properties of the finished image.
extension StatementTable {
  static let canvas: [StatementEntry] = [
    .canvas(
      [
        "canvas W,H": "the size of the output; by default the first image's upright size",
        "canvas W,auto": "the height follows from the first image's aspect ratio",
        "canvas auto,H": "the width follows from the first image's aspect ratio",
        "canvas inside W,H":
          "the largest size within W,H with the image's aspect ratio; never larger than the image",
        "canvas contain W,H":
          "the largest size within W,H with the image's aspect ratio, which may be larger than the image",
        "canvas cover W,H": """
        W,H; images that fill the canvas cover it, and what lies outside is cut off: their content mode is `cover` \
        by default
        """,
        "canvas fit": "the bounding box of everything drawn",
        "canvas inscribed [W:H]": """
        the largest upright rectangle inside the only image after all edits, of any aspect ratio or of W:H: no \
        corner is empty. `straighten` then only turns
        """,
      ], .canvasSize
    ) { $0 },
    .canvas(
      [
        "crop X,Y W,H": "crops the finished canvas, of which percentages are",
        "crop W:H": "crops it to the largest part of this aspect ratio around its center: `crop 3:2`",
      ], .crop
    ) { .crop($0) },
    .canvas(
      [
        "background PAINT": """
        the color or gradient behind all layers, as the PAINT of [shapes](#shapes); `none` by default, or white if \
        the output format has no transparency
        """
      ], .paint
    ) { .background($0) },
    .canvas(
      [
        "border WIDTH COLOR":
          "a border just inside the canvas edge, drawn over the layers; `pad` draws one outside"
      ],
      .widthFirst("a border's width", of: "border"), .color(of: "border")
    ) { width, color in .style { $0.border = CanvasStyle.Border(width: width, color: color) } },
    .canvas(
      ["pad WIDTH COLOR": "a border around the finished canvas, which it enlarges on all sides"],
      .widthFirst("a pad's width", of: "pad"), .color(of: "pad")
    ) { width, color in .style { $0.pad = CanvasStyle.Border(width: width, color: color) } },
    .canvas(["corner-radius R": "rounds the canvas"], .size("a corner's radius")) { radius in
      .style { $0.cornerRadius = radius }
    },
    .canvas(
      ["filter nearest|linear|cubic|mitchell|lanczos3": "the resampling filter; `cubic` by default"],
      .keyword
    ) { .filter($0) },
    .canvas(
      [
        "light resample linear|srgb":
          "images are resampled in linear light, which is the default, or as encoded sRGB samples",
        "light blend linear|srgb":
          "layers are blended in linear light, or as encoded sRGB samples, which is the default",
        "light linear|srgb": "sets both",
      ],
      .lightUse, .keyword
    ) { use, light in .light(light, for: use) },
  ]
}

extension Argument<Double> {
  /// The width of a border or pad, whose color comes second.
  fileprivate static func widthFirst(_ meaning: String, of word: String) -> Argument {
    Argument({ p throws(ScriptError) in
      try p.refuse(p.colorFirstError(of: word))
      return try p.parseLength()
    }) { written, e throws(ScriptError) in try e.nonNegative(written, meaning) }
  }
}

extension Argument<RenderPlan.LightUse?> {
  /// nil for all uses.
  fileprivate static let lightUse = Argument({ p throws(ScriptError) in
    if p.accept("resample") { return RenderPlan.LightUse?.some(.resampling) }
    if p.accept("blend") { return .blending }
    p.lexer.skipBlanks()
    let word = p.lexer.word
    let words = ["resample", "blend"] + Light.allCases.map(\.rawValue)
    guard word.isEmpty || words.contains(word) else {
      throw ScriptError(.unknown(word, .light, among: words), at: p.lexer.position())
    }
    return nil
  }) { use, _ in use }
}

extension Parser {
  /// The color of a border or pad before its width.
  fileprivate func colorFirstError(of word: String) -> ScriptError? {
    var ahead = self
    ahead.lexer.skipBlanks(comments: false)
    let (start, place) = (ahead.lexer.index, ahead.lexer.position())
    guard !Lexer.isDigit(ahead.lexer.current), !ahead.lexer.looking(at: "$"),
      (try? ahead.parseColor()) != nil
    else { return nil }
    let color = ahead.lexer.text(from: start)
    ahead.lexer.skipBlanks()
    let second = ahead.lexer.index
    let width = (try? ahead.parseLength()).map { _ in ahead.lexer.text(from: second) } ?? "1"
    return ScriptError(.habit(.borderColorFirst(word, color: color, width: width)), at: place)
  }
}

extension Lexer {
  /// True before digits and a slash, which is how other programs write an aspect ratio.
  fileprivate var startsQuotient: Bool {
    var ahead = self
    return !ahead.take(while: Self.isDigit).isEmpty && ahead.looking(at: "/")
  }
}

// MARK: The size

extension Argument<CanvasChange> {
  fileprivate static let canvasSize = Argument(.beforeLayers, sizes) { _, change in change }

  private static let sizes = choice(
    [
      "fit": Argument { .fit },
      "inside": keepingAspect { .inside($0, enlarges: false) },
      "inscribed": Argument(.ratioIfPresent) { .inscribed(aspectRatio: $0) },
      "contain": keepingAspect { .inside($0, enlarges: true) },
      "cover": Argument(.box) { (e: inout Evaluator, box) throws(ScriptError) in try e.canvas(box, .cover) },
    ], or: sides)

  /// A size that has the first image's aspect ratio.
  private static func keepingAspect(
    _ fit: @escaping @Sendable (Size) -> SceneCanvas.ImageFit
  ) -> Argument {
    Argument(.box) { (e: inout Evaluator, box) throws(ScriptError) in try e.canvas(fit(box)) }
  }

  private static let sides = Argument({ p throws(ScriptError) in
    try p.parseSides("a size W,H, 'fit', 'inscribed', 'inside W,H', 'contain W,H' or 'cover W,H'")
  }) { written, e throws(ScriptError) in
    switch written {
    case .size(let pair) where pair.isShare:
      let (x, y) = try e.lengths(pair)
      return try e.canvas(.share(x, y))
    case .size(let pair): return try e.canvas(try e.box(pair), .size)
    // The other side follows from the first image's aspect ratio.
    case .width(let width): return try e.canvas(.width(try e.length(width, .x).rounded()))
    case .height(let height): return try e.canvas(.height(try e.length(height, .y).rounded()))
    }
  }
}

extension Argument<Void> {
  /// Throws if there are layers. Nothing is written for it.
  fileprivate static let beforeLayers = context { e throws(ScriptError) in
    if e.editor.hasStarted { throw ScriptError(.canvasAfterLayers("canvas"), at: e.place) }
  }
}

extension Argument<Size> {
  fileprivate static let box = Argument({ p throws(ScriptError) in try p.parsePair("a size W,H") }) {
    written, e throws(ScriptError) in try e.box(written)
  }
}

extension Argument<Double?> {
  fileprivate static let ratioIfPresent = optional(.ratio) {
    $0.lexer.skipBlanks()
    return !$0.lexer.atStatementEnd
  }
}

extension Argument<Double> {
  /// `W:H`
  fileprivate static let ratio = Argument({ p throws(ScriptError) in try p.parseRatio() }) {
    written, e throws(ScriptError) in try e.side(written.width) / e.side(written.height)
  }
}

private struct RatioArgument: Equatable, Sendable {
  let width, height: Expression
}

extension Argument<SceneCanvas.Crop> {
  /// `X,Y W,H` or `W:H`
  fileprivate static let crop = either(Argument(.ratio) { .aspectRatio($0) }, or: rect) { $0.startsRatio() }

  private static let rect = Argument(.lengths("a point X,Y"), .lengths("a size W,H")) { origin, size in
    .rect(x: origin.x, y: origin.y, width: size.x, height: size.y)
  }
}

extension Parser {
  fileprivate mutating func parseRatio() throws(ScriptError) -> RatioArgument {
    if lexer.startsQuotient {
      _ = lexer.take(while: Lexer.isDigit)
      throw ScriptError(.expected("an aspect ratio W:H, such as 3:2", found: "'/'"), at: lexer.position())
    }
    let width = try parseNumber("an aspect ratio W:H, such as 3:2")
    guard lexer.take(":") else { throw expected("':' and the height of an aspect ratio W:H") }
    return RatioArgument(width: width, height: try parseNumber("the height of an aspect ratio W:H"))
  }

  /// Returns whether a number and `:` follow, or a quotient, which is an error: `3/2`.
  fileprivate mutating func startsRatio() -> Bool {
    lexer.skipBlanks()
    var ahead = self
    return (try? ahead.parseNumberIfPresent()) != nil && ahead.lexer.looking(at: ":") || lexer.startsQuotient
  }
}

extension Evaluator {
  fileprivate mutating func box(_ argument: PairArgument) throws(ScriptError) -> Size {
    let (width, height) = try pair(argument, of: images.first.map { Size($0.uprightSize) })
    return Size(try limits.checkCanvas(Size(width: width, height: height), at: place))
  }

  fileprivate mutating func canvas(
    _ fit: SceneCanvas.ImageFit
  ) throws(ScriptError) -> CanvasChange {
    guard let image = images.first else { throw ScriptError(.canvasRequired, at: place) }
    return try canvas(fit.size(of: Size(image.uprightSize)), .imageAspect(fit))
  }

  fileprivate mutating func canvas(
    _ size: Size, _ extent: SceneCanvas.Extent
  ) throws(ScriptError) -> CanvasChange {
    let size = Size(try limits.checkCanvas(size, at: place))
    // A placeholder is as large as the canvas.
    if images.first == nil, images.usesPlaceholders { setImageSize(size) }
    return .size(size, extent)
  }

  /// Evaluates a side of an aspect ratio.
  fileprivate mutating func side(_ expression: Expression) throws(ScriptError) -> Double {
    let value = try number(of: expression)
    try expression.position.require(
      value > 0 && value <= 1e6, "a side of an aspect ratio", value,
      wanted: "more than 0, and at most 1000000")
    return value
  }
}

extension PairArgument {
  /// True if both numbers are percentages.
  fileprivate var isShare: Bool {
    if case .pair(let x, let y) = self { x.unit == .percent && y.unit == .percent } else { false }
  }
}
