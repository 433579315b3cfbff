/// Control flow, definitions and files.
extension StatementTable {
  /// The version, variables, control flow, definitions and files.
  static let flow: [StatementEntry] = [
    StatementEntry(
      ["frameit 1": "selects version 1 of the language; only allowed as the first statement"],
      rule: .misplaced(.versionNotFirst)),
    StatementEntry(["param NAME = EXPR": "declares a variable that `-D NAME=VALUE` can set"]) {
      p throws(ScriptError) in .flow(try p.parseParameter())
    },
    StatementEntry([
      "let NAME = EXPR": """
      sets the nearest enclosing variable of that name, or, if there is none, declares one in the innermost block. \
      The blocks of `if` and `else` are not such blocks: what they set is visible after them
      """
    ]) { p throws(ScriptError) in .flow(try p.parseAssignment()) },
    StatementEntry(["repeat N [as NAME] { }": "repeats the block N times; NAME counts from 0"]) {
      p throws(ScriptError) in .flow(try p.parseRepeat())
    },
    StatementEntry([
      "if EXPR { } [else if EXPR { }]... [else { }]":
        "runs the block of the first EXPR that is not 0; if all are 0, runs the block of `else`"
    ]) { p throws(ScriptError) in .flow(try p.parseIf()) },
    StatementEntry(
      ["else { }": "runs if the EXPR of the `if` before it is 0; can be on the next line"],
      rule: .misplaced(.strayElse)),
    StatementEntry([
      "define NAME [ARG]... [ARG=DEFAULT]... { }": """
      defines a statement: `NAME 1 (2+3) "text"`. Its body sees its arguments and the script's top-level \
      variables
      """
    ]) { p throws(ScriptError) in .flow(try p.parseDefine()) },
    StatementEntry([
      "return EXPR": """
      in a `define`: makes it a function, `let x = NAME(1, 2)`, with this value. A function can contain `let`, \
      `repeat`, `if` and `return`, and its `let` sets only variables of its own
      """
    ]) { p throws(ScriptError) in .flow(try p.parseReturn()) },
    StatementEntry([
      "data NAME \"FILE.json\"":
        "declares a variable with the content of a [JSON file](#data), which must be where `include` finds files",
      "data NAME \"FILE.csv\"": "the rows of a CSV file as a list of records",
    ]) { p throws(ScriptError) in .flow(try p.parseData()) },
    StatementEntry(
      [
        "include \"FILE\"": """
        inserts the file's statements. Files must be in the script's folder or in a folder given with \
        `--allow-read`
        """,
        "include \"LOG\" [screen W,H] [rotation 0|90|180|270] [range X0..X1,Y0..Y1]": """
        plays the touches of [a log of input events](gestures.md#recorded-touches), on a screen of W by H \
        pixels, turned by the rotation. `range` gives the least and greatest numbers of the touchscreen's \
        axes, if the log does not have them
        """,
        "include \"ACTIONS\" [element ID at X,Y]...": """
        plays [W3C actions](gestures.md#recorded-touches) of a file, or of a log of Appium or WebdriverIO. \
        `element` gives the center of an element that is the origin of actions, if the log does not have it
        """,
      ], rule: .include),
  ]
}
