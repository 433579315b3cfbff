extension StatementTable {
  static let expectations: [StatementEntry] = [
    StatementEntry([
      "expect transform a b c d tx ty [~TOL]": "the current layer's transform",
      "expect map a b c d tx ty [~TOL]": "the map from the current layer's coordinates to the canvas's",
      "expect frame X,Y W,H [~TOL]": "the current layer's frame, in its parent",
      "expect shown PROPERTY VALUE [~TOL]": """
      what the current layer shows at this time, while [animations](#animation) run: `opacity N`, \
      `transform a b c d tx ty`, `frame X,Y W,H`, `trim A..B`, `fill COLOR` or `stroke COLOR WIDTH`
      """,
      "expect VALUE VALUE [~TOL]": """
      equal values; the first is a variable, a function, or in parentheses: `expect $x 3`, `expect (2*$x) 6`
      """,
      "expect VALUE < VALUE": "also `<=` `>` `>=` `==` `!=`: `expect scaleOf(photo) <= 4`",
      "expect hit X,Y NAME":
        "the frontmost layer that a finger at this place of the canvas would touch; `none` if there is none",
      "expect selected NAME": "the current layer",
      "expect marked NAME": "a marked layer",
      "expect NAME STATE": "the state of a recognizer; see [Reactions](#reactions)",
      "expect count NAME N": """
      how many times the recognizers of that name were recognized since the script began; a pan, pinch or \
      rotation counts when it begins
      """,
    ]) { p throws(ScriptError) in .expect(try p.parseExpectation()) }
  ]
}
