/// Statements that change what the current layer shows, and animations.
extension StatementTable {
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
    .option(["blend MODE": "changes the blend mode"]) { p throws(ScriptError) in .blend(try p.parseChoice())
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
}
