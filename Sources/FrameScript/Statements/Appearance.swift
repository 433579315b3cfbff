import FrameImage
import FramePlan
import FrameScene

/// Changes of the current layer's appearance, of which most are options of layers, too.
extension StatementTable {
  static let styles: [StatementEntry] = [
    .look(
      ["fill PAINT [nonzero|evenodd]": "fills the path with this fill rule, `nonzero` by default"],
      .paint, .ifWord(), animation: AnimationEntry(.color) { AnimatedValue(.fill, $0.numbers) }
    ) { .fill(RenderPlan.Fill($0, rule: $1 ?? .nonZero)) },
    .look(
      [
        "stroke PAINT WIDTH [join J] [miter-limit N] [cap C] [dash L[,L]... [offset L]]": """
        strokes the path; joins are `miter` (the default, with a miter limit of 4), `round` and `bevel`; caps are \
        `butt`, `round` and `square`; dashes alternate between drawn and skipped lengths
        """,
        "stroke none": "no stroke",
      ], .stroke,
      animation: AnimationEntry(.plainStroke) { AnimatedValue(.stroke, $0) }
    ) { .stroke($0) },
    .look(
      [
        "trim A..B":
          "fills and strokes only the part of the path from A to B, which are fractions of its length: from 0 to 1, or percentages",
        "trim [COLOR] [~TOL]": "cuts off the border of one color around an image; see [trimming](#trimming)",
      ], .trim, animation: AnimationEntry(.part) { AnimatedValue(.trim, [$0.start, $0.end]) }
    ) { $0 },
  ]

  static let appearance: [StatementEntry] = [
    .look(
      ["opacity N": "changes the opacity, from 0 to 1 or in percent: `opacity 50%`"], .share("an opacity"),
      isFree: true,
      animation: AnimationEntry(.share("an opacity")) { AnimatedValue(.opacity, [$0]) }
    ) { .opacity($0) },
    .look(["hide": "hides the layer"], isOption: false, isFree: true) { .hidden(true) },
    .look(["show": "shows a hidden layer"], isOption: false, isFree: true) { .hidden(false) },
    .look(["source SOURCE": "changes the image of an image layer"], .image, isOption: false) {
      .source(.image($0))
    },
    .look(
      [
        "focus X,Y": """
        keeps a point of the image in view in `mode scaleAspectFill`: in its pixels, or in percent of it; see \
        [focus](#focus)
        """,
        "focus attention": "keeps what attracts attention in view",
        "focus \"FILE\"": "keeps the boxes of a JSON file in view",
        "focus none": "shows the middle of the image, as without `focus`",
      ], .unless("none", .focus), isFree: true
    ) { .focus($0) },
    .look(["blend MODE": "changes the blend mode"], .keyword, isFree: true) { .blend($0) },
    .look(
      [
        "clip": "hides everything outside the box of the image or group, like the layer option",
        "clip rect X,Y W,H [radius RX[,RY]] [nonzero|evenodd]": "hides everything outside a rectangle",
        "clip ellipse": "hides everything outside the ellipse in the layer's box",
        "clip ellipse X,Y W,H [nonzero|evenodd]":
          "hides everything outside an ellipse",
        "clip path \"DATA\" [with a b c d tx ty] [path \"DATA\"]... [nonzero|evenodd]":
          "hides everything outside SVG path data",
        "clip none": "removes the clip",
      ], .unless("none", .clip)
    ) { .clip($0) },
    .look(
      [
        "radius R": """
        rounds the corners of the box of an image or group, or of what the box shows of the image; `50%` is half of the \
        shorter side
        """
      ], .length("a corner's radius")
    ) { .clip(.rounded($0)) },
    .look(
      [
        "overflow visible|hidden": """
        draws the part of an image outside the layer's box, or not. By default, `mode cover` hides it, except on a layer \
        that fills the canvas, which cuts it off
        """
      ], .keyword, isFree: true
    ) { .overflow($0) },
    .look(
      [
        "mask NAME [alpha|luminance] [invert]":
          "multiplies the layer's alpha by the alpha (or luminance) of the layer NAME, pixel by pixel on the canvas; `invert` uses 1 minus that value",
        "mask image SOURCE [alpha|luminance] [invert]":
          "the same with an image of the layer's aspect ratio, which fills the layer's box and moves with it",
        "mask GRADIENT [alpha|luminance] [invert]":
          "the same with a gradient in the layer's coordinates: `mask linear 0,0 to 0,100 black none`, or `white black luminance`",
        "mask none": "removes the mask",
      ], .unless("none", .mask)
    ) { .mask($0) },
    .look(
      [
        "shadow DX,DY BLUR COLOR": "sets the shadow",
        "shadow none": "removes the shadow",
      ],
      .unless(
        "none",
        Argument(
          .vector("a shadow offset DX,DY, or 'none'"),
          .size("a shadow's blur", expecting: "a shadow's blur"), .color
        ) { SceneLayer.Shadow(offset: $0, blur: $1, color: $2) })
    ) { .shadow($0) },
    .look(["text \"TEXT\"": "changes the text of a [text](#text)"], .newText, isOption: false) { .text($0) },
  ]
}

extension Argument<String> {
  fileprivate static let newText = Argument({ p throws(ScriptError) in
    let text = try p.parseString()
    p.lexer.skipBlanks()
    guard p.lexer.word != "at" else {
      throw ScriptError(.habit(.textWithoutLayer), at: p.lexer.position())
    }
    return text
  }) { written, e throws(ScriptError) in try e.text(of: written) }
}

// MARK: Images

extension Argument<SourceImage?> {
  /// The source of an image; its value is nil for a placeholder.
  static let image = Argument({ p throws(ScriptError) in try p.parseSource() }) {
    written, e throws(ScriptError) in try e.image(written)
  }
}

extension Argument<LayerFocus.Target> {
  /// What the content mode of an image keeps in view.
  fileprivate static let focus = choice(
    ["attention": Argument { .attention }],
    or: either(boxes, or: point) {
      $0.lexer.looking(at: "\"")
    })

  /// The boxes of a JSON file.
  private static let boxes = Argument(.string) { .boxes(file: $0) }

  /// A point of the upright image.
  private static let point = Argument(
    .lengths("a point X,Y of the image, 'attention', a JSON file in quotes or 'none'")
  ) { .point($0.x, $0.y) }
}
