/// Statements that change the current layer.
extension StatementTable {
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
