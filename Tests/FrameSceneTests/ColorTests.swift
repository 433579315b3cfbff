import FrameScript
import TestSupport
import Testing

/// The forms of a color.
@Suite struct ColorTests {
  static let forms: [(String, String)] = [
    ("rgb(255 0 0)", "ff0000"), ("rgb(255, 0, 0)", "ff0000"), ("rgb(255,0,0)", "ff0000"),
    ("rgb(255 0 0 / 50%)", "ff000080"), ("rgb(255 0 0/0.5)", "ff000080"), ("rgb(255,0,0,0.5)", "ff000080"),
    ("rgba(255, 0, 0, 50%)", "ff000080"), ("rgba(100% 0% 20%)", "ff0033"), ("RGB(1 1 1)", "010101"),
    ("rgb(1,1,0)", "010100"), ("rgb( 10  20\t30 )", "0a141e"), ("rgb((5*5) $n ($n)%)", "192866"),
    ("rgb(0 50% 255)", "0080ff"), ("rgb(127.5 0 0)", "800000"),
    ("hsl(120deg 100% 50%)", "00ff00"), ("hsl(120, 100%, 50%)", "00ff00"), ("hsl(120 100 50)", "00ff00"),
    ("hsla(0.5turn 100% 50% / 25%)", "00ffff40"), ("hsl(-120 100% 50%)", "0000ff"),
    ("hsl(480deg, 100%, 25%)", "008000"), ("hsl(30deg 100% 50%)", "ff8000"), ("hsl(210 50% 40%)", "336699"),
    ("hsl(0 0% 100%)", "ffffff"), ("hsl(77 100% 0%)", "000000"), ("hsl(300 100% 25%)", "800080"),
    ("$text", "336699"), ("$name", "ff0000"), ("$digits", "00ff00"),
  ]

  @Test("A color has the forms of CSS", arguments: forms)
  func cssForms(color: String, hex: String) throws {
    let variables = "let n = 40; let text = \"hsl(210 50% 40%)\"; let name = \"red\"; let digits = \"#0f0\"\n"
    let plan = try plan(variables + "background \(color)")
    expectEqual(plan.style.background.colors.map(\.hex), ["#" + hex])
  }

  static let errors: [(String, ScriptProblem)] = [
    (
      "rgb(0,0,256)",
      .scene(.outOfRange("a color's component", value: 256, wanted: "from 0 to 255, or from 0% to 100%"))
    ),
    (
      "rgb(101% 0 0)",
      .scene(.outOfRange("a color's component", value: 101, wanted: "from 0 to 255, or from 0% to 100%"))
    ),
    ("rgb(0.5 0.2 1)", .fractionalColor([0.5, 0.2, 1])), ("rgb(0, 0, 0.1)", .fractionalColor([0, 0, 0.1])),
    ("\"rgb(0, 0, 0.1)\"", .fractionalColor([0, 0, 0.1])),
    ("rgb(0 0 0 / 2)", .scene(.outOfRange("a color's alpha", value: 2, wanted: "from 0 to 1"))),
    ("hsl(0 101% 50%)", .scene(.outOfRange("a saturation", value: 101, wanted: "from 0% to 100%"))),
    ("hsl(0 10% -1%)", .scene(.outOfRange("a lightness", value: -1, wanted: "from 0% to 100%"))),
  ]

  @Test("A component outside its range is an error, and so are fractions of 1 as rgb()", arguments: errors)
  func invalidComponents(color: String, problem: ScriptProblem) throws {
    try expectEqual(failure(of: "background \(color)").problem, problem)
  }
}
