import FrameScene

/// Layers and groups, and which of them is current.
extension StatementTable {
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
    .command(["select NAME": "makes a layer current"], .layer) { _, layer in .select(layer) },
    .command(
      [
        "mark NAME on|off|toggle": """
        sets, removes or toggles a layer's mark. The mark is not drawn, and only scripts can read it; `$marked` is \
        the number of marked layers
        """
      ], .layer, Argument<MarkUpdate>.word
    ) { (evaluator: inout Evaluator, layer, update) in evaluator.mark(layer, update) },
  ]
}

private enum MarkUpdate: String, ScriptKeyword {
  case on, off, toggle
  static let meaning = WordMeaning.markOperation
}

extension Evaluator {
  fileprivate mutating func mark(_ layer: Int, _ update: MarkUpdate) -> Command.Kind? {
    let wasMarked = editor.scene.layers[layer].isMarked
    let isMarked = update == .toggle ? !wasMarked : update == .on
    guard isMarked != wasMarked else { return nil }
    bindings.change(Bindings.marks)
    return .mark(layer, isMarked)
  }
}
