/// Statements about the canvas and its layers, what a layer shows, its edits, and animations.
extension StatementTable {
  static let canvas: [StatementEntry] = [
    StatementEntry([
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
    ]) { p throws(ScriptError) in .canvas(.canvas(try p.parseCanvasSize())) },
    StatementEntry(["crop X,Y W,H": "crops the finished canvas"]) { p throws(ScriptError) in
      .canvas(.crop(origin: try p.parsePair("a point X,Y"), size: try p.parsePair("a size W,H")))
    },
    StatementEntry([
      "background PAINT": """
      the color or gradient behind all layers, as the PAINT of [shapes](#shapes); `none` by default, or white if \
      the output format has no transparency
      """
    ]) { p throws(ScriptError) in .canvas(.background(try p.parsePaint())) },
    StatementEntry(["border WIDTH COLOR": "a border just inside the canvas edge, drawn over the layers"]) {
      p throws(ScriptError) in .canvas(try p.parseBorder())
    },
    StatementEntry(["corner-radius R": "rounds the canvas"]) { p throws(ScriptError) in
      .canvas(.cornerRadius(try p.parseLength()))
    },
    StatementEntry([
      "filter nearest|linear|cubic|mitchell|lanczos3": "the resampling filter; `cubic` by default"
    ]) { p throws(ScriptError) in .canvas(.filter(try p.parseChoice())) },
    StatementEntry([
      "light linear|srgb": """
      the blending space: linear light, the default with an image layer, or encoded sRGB, the default for text and \
      shapes alone
      """
    ]) { p throws(ScriptError) in .canvas(.light(try p.parseChoice())) },
  ]

  static let layers: [StatementEntry] = [
    StatementEntry([
      "layer NAME image [SOURCE] [OPTION]...": "shows an image",
      "layer NAME rect X,Y W,H [radius RX[,RY]] [OPTION]...": "draws a rectangle; see [shapes](#shapes)",
      "layer NAME ellipse X,Y W,H [OPTION]...": "draws an ellipse",
      "layer NAME line P P [OPTION]...": "draws a line",
      "layer NAME arc CX,CY R from ANGLE to ANGLE [OPTION]...": "draws a circular arc",
      "layer NAME path \"DATA\" [with a b c d tx ty] [path \"DATA\"]... [OPTION]...": "draws SVG path data",
      "layer NAME text \"TEXT\" at P [OPTION]...": "draws [text](#text)",
    ]) { p throws(ScriptError) in .layer(try p.parseLayer()) },
    StatementEntry([
      "group NAME [OPTION]... { }": """
      contains layers that move, fade and are clipped together. A group's box is the box of its parent
      """
    ]) { p throws(ScriptError) in .layer(try p.parseGroup()) },
    StatementEntry(["select NAME": "makes a layer current"]) { p throws(ScriptError) in
      .choose(.select(try p.parseName("a layer's name")))
    },
    StatementEntry([
      "mark NAME on|off|toggle": """
      sets, removes or toggles a layer's mark. The mark is not drawn, and only scripts can read it; `$marked` is \
      the number of marked layers
      """
    ]) { p throws(ScriptError) in .choose(.mark(try p.parseName("a layer's name"), try p.parseWord())) },
  ]

  static let styles: [StatementEntry] = [
    .option(["fill PAINT [nonzero|evenodd]": "fills the path with this fill rule, `nonzero` by default"]) {
      p throws(ScriptError) in .fill(try p.parseFill())
    },
    .option([
      "stroke PAINT WIDTH [join J] [miter-limit N] [cap C] [dash L[,L]... [offset L]]": """
      strokes the path; joins are `miter` (the default, with a miter limit of 4), `round` and `bevel`; caps are \
      `butt`, `round` and `square`; dashes alternate between drawn and skipped lengths
      """,
      "stroke none": "no stroke",
    ]) { p throws(ScriptError) in .stroke(try p.parseStroke()) },
    .option([
      "trim A..B":
        "fills and strokes only the part of the path from A to B, which are fractions of its length: from 0 to 1, or percentages",
      "trim [COLOR] [~TOL]": "cuts off the border of one color around an image; see [trimming](#trimming)",
    ]) { p throws(ScriptError) in try p.parseTrim() },
  ]

  static let appearance: [StatementEntry] = [
    .option(["opacity N": "changes the opacity, from 0 to 1 or in percent: `opacity 50%`"]) {
      p throws(ScriptError) in try p.parseOpacity()
    },
    StatementEntry(["hide": "hides the layer"], .look(.hide)),
    StatementEntry(["show": "shows a hidden layer"], .look(.show)),
    StatementEntry(["source SOURCE": "changes the image of an image layer"]) { p throws(ScriptError) in
      .look(.source(try p.parseSource()))
    },
    .option([
      "focus X,Y": """
      keeps a point of the image in view in `mode scaleAspectFill`: in its pixels, or in percent of it; see \
      [focus](#focus)
      """,
      "focus attention": "keeps what attracts attention in view",
      "focus \"FILE\"": "keeps the boxes of a JSON file in view",
      "focus none": "shows the middle of the image, as without `focus`",
    ]) { p throws(ScriptError) in .focus(try p.parseFocus()) },
    .option(["blend MODE": "changes the blend mode"]) { p throws(ScriptError) in
      .blend(try p.parseChoice())
    },
    .option([
      "clip": "hides everything outside the box of the image or group, like the layer option",
      "clip rect X,Y W,H [radius RX[,RY]] [nonzero|evenodd]": "hides everything outside a rectangle",
      "clip ellipse X,Y W,H [nonzero|evenodd]": "hides everything outside an ellipse",
      "clip path \"DATA\" [with a b c d tx ty] [path \"DATA\"]... [nonzero|evenodd]":
        "hides everything outside SVG path data",
      "clip none": "removes the clip",
    ]) { p throws(ScriptError) in .clip(try p.parseClip()) },
    .option([
      "mask NAME [alpha|luminance] [invert]":
        "multiplies the layer's alpha by the alpha (or luminance) of the layer NAME, pixel by pixel on the canvas; `invert` uses 1 minus that value",
      "mask image SOURCE [alpha|luminance] [invert]":
        "the same with an image of the layer's aspect ratio, which fills the layer's box and moves with it",
      "mask GRADIENT [alpha|luminance] [invert]":
        "the same with a gradient in the layer's coordinates: `mask linear 0,0 to 0,100 black none`, or `white black luminance`",
      "mask none": "removes the mask",
    ]) { p throws(ScriptError) in .mask(try p.parseMask()) },
    .option([
      "shadow DX,DY BLUR COLOR": "sets the shadow",
      "shadow none": "removes the shadow",
    ]) { p throws(ScriptError) in .shadow(try p.parseShadow()) },
    StatementEntry(["text \"TEXT\"": "changes the text of a [text](#text)"]) { p throws(ScriptError) in
      .look(.text(try p.parseNewText()))
    },
  ]

  static let animation: [StatementEntry] = [
    StatementEntry([
      "animate NAME CHANGE [from A] to B [about P] [over TIME] [ease EASE] [after TIME] [repeat N|forever]":
        """
      changes a layer or group over time. CHANGE is one of the words below, and A and B are its values: \
      `animate photo rotate to 90deg about 0,0 over 1s`
      """,
      "animate NAME effect NAME from KEY N [KEY N]... to KEY N [KEY N]... [in AREA] [over TIME] [ease EASE] [after TIME] [repeat N|forever]":
        """
      changes the values of the last [effect](plugins.md#effects) of that name and area of a layer or group over time, or adds one: \
      `animate photo effect vignette from amount 0 to amount 0.8 over 1s`
      """,
    ]) { p throws(ScriptError) in .animate(try p.parseAnimation()) }
  ]

  static let edits: [StatementEntry] = transforms + history + appearance

  private static let transforms: [StatementEntry] = [
    StatementEntry([
      "rotate ANGLE [about P]": """
      turns the layer clockwise about its anchor. Applied before the current transform, in the layer's own axes, \
      like CGAffineTransform's `rotated(by:)`. With `about`, applied after the current transform, about a point in \
      the parent's coordinates
      """
    ]) { p throws(ScriptError) in .edit(.rotate(try p.parseAngle(), about: try p.parseAbout())) },
    StatementEntry([
      "scale F[,F] [about P]": """
      enlarges or reduces the layer by one factor, or by one for its width and one for its height: `scale 1.5`, \
      `scale 50%,200%`. Applied before the current transform, in the layer's own axes, like `scaledBy(x:y:)`. With \
      `about`, applied after the current transform, about a point in the parent's coordinates
      """
    ]) { p throws(ScriptError) in
      let (x, y) = try p.parseFactors()
      return .edit(.scale(x, y, about: try p.parseAbout()))
    },
    StatementEntry([
      "translate V": """
      moves the layer by V. Applied before the current transform, in the layer's own axes, like \
      `translatedBy(x:y:)`
      """
    ]) { p throws(ScriptError) in .edit(.translate(try p.parsePair("a vector x,y"))) },
    StatementEntry([
      "skew ANGLE[,ANGLE] [about P]": """
      slants the layer by an angle for x, and one for y. Applied before the current transform, in the layer's own \
      axes. With `about`, applied after the current transform, about a point in the parent's coordinates
      """
    ]) { p throws(ScriptError) in
      let (x, y) = try p.parseAngles()
      return .edit(.skew(x, y, about: try p.parseAbout()))
    },
    StatementEntry([
      "concat a b c d tx ty":
        "applied after the current transform, like CGAffineTransform's `concatenating(_:)`"
    ]) { p throws(ScriptError) in .edit(.concat(try p.parseMatrix())) },
    StatementEntry(["transform a b c d tx ty": "replaces the transform"]) { p throws(ScriptError) in
      .edit(.transform(try p.parseMatrix()))
    },
    StatementEntry([
      "straighten ANGLE": """
      rotates the layer about the center of the canvas, and enlarges it about the same point just enough for its \
      image (for other layers, its box) to cover the canvas. It never reduces the layer
      """
    ]) { p throws(ScriptError) in .edit(.straighten(try p.parseAngle())) },
    StatementEntry(["move V": "moves the layer's position, not its transform"]) { p throws(ScriptError) in
      .edit(.move(try p.parsePair("a vector x,y")))
    },
    StatementEntry([
      "anchor AX,AY": """
      changes the anchor; the layer's position (where the anchor lies in the parent) does not change, so the \
      image moves
      """
    ]) { p throws(ScriptError) in
      .edit(.anchor(try p.parsePair("a point AX,AY in fractions of the size, such as 0.5,0.5")))
    },
    StatementEntry(["mode MODE": "changes the content mode"]) { p throws(ScriptError) in
      .edit(.mode(try p.parseChoice()))
    },
    StatementEntry([
      "edge transparent|clamp|mirror|repeat": """
      fills the area beyond the image with nothing (the default), with its edge pixels, with its mirror images, or \
      with copies of it
      """
    ]) { p throws(ScriptError) in .edit(.edge(try p.parseChoice())) },
  ]

  private static let history: [StatementEntry] = [
    StatementEntry(["reset": "sets the transform to the identity"], .edit(.reset)),
    StatementEntry(["save": "saves the transform, and nothing else of the layer"], .edit(.save)),
    StatementEntry(
      ["restore": "restores the saved transform; opacity, colors and effects stay as they are"],
      .edit(.restore)),
    StatementEntry(
      ["undo": "undoes the last statement on this layer; it does not take back options of its declaration"],
      .edit(.undo)),
    StatementEntry(["redo": "redoes the last undone statement on this layer"], .edit(.redo)),
  ]
}
