/// Statements about the canvas and its layers.
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
}
