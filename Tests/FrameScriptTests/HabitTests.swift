import FrameGeometry
import FrameImage
@testable import FrameMessages
import TestSupport
import Testing

@testable import FrameScript

/// The errors for forms and words of other languages and tools, with the form that works here.
@Suite struct HabitTests {
  static let values: [(String, String, String?)] = [
    ("move $x+5,10", "a calculation stands in parentheses", "write ($x+5)"),
    ("move $x + 5,10", "a calculation stands in parentheses", "write ($x + 5)"),
    ("move 10,$y-2*$z", "a calculation stands in parentheses", "write ($y-2*$z)"),
    ("move 10%-2,3", "a calculation stands in parentheses", "write (10%-2)"),
    ("move $x+5),10", "a calculation stands in parentheses", "write ($x+5)"),
    ("rotate $a*2", "a calculation stands in parentheses", "write ($a*2)"),
    ("repeat $n-1 as i { }", "a calculation stands in parentheses", "write ($n-1)"),
    ("background rgb($x/2 0 0)", "a calculation stands in parentheses", "write ($x/2)"),
    ("wait 2s*3+5ms", "a calculation stands in parentheses", oneUnit),
    ("limit scale 1-4", "a calculation stands in parentheses", "write (1-4)"),
    (
      "let y = sqrt (4)", "'sqrt' is a function",
      "write its values in parentheses, without a blank: sqrt(...)"
    ),
    ("let a = count", "'count' is not a value", "a variable is written $count, and a text \"count\""),
    (
      "define box w { return $w }; let a = box 1", "'box' is a function",
      "write its values in parentheses, without a blank: box(...)"
    ),
    (
      "define f size=1 { }; f size=5", "'size=' is not a value",
      "write the values alone, in the order of the definition"
    ),
    ("fill rgb (1 2 3)", "unknown color 'rgb'", "the parenthesis follows without a blank: 'rgb(255 128 0)'"),
    (
      "let a = -7%3", "this '%' could be a percent sign or the remainder", "write '7 % 3' for the remainder"
    ),
    (
      "say \"${frame(p)[0]}\"", "a calculation stands in parentheses",
      "write ${(...)}, with $ before the names of variables in it"
    ),
    ("say \"${m*2}\"", "a calculation stands in parentheses", "write ${($m*2)}"),
    ("let x = y", "'y' is not a value", "a variable is written $y, and a text \"y\""),
    ("if true { }", "there are no truth values", "1 is true and 0 is false"),
    ("if $a && $b { }", "'&&' is not an operator", "write 'and'"),
    ("if $a || $b { }", "'||' is not an operator", "write 'or'"),
    ("if !$a { }", "'!' is not an operator", "write 'not'"),
    ("if $a === $b { }", "'===' is not an operator", "write '=='"),
    ("if $a <> $b { }", "'<>' is not an operator", "write '!='"),
    ("canvas 300x200", "the numbers of a pair have a comma between them", "write 300,200"),
    ("canvas 300 200", "the numbers of a pair have a comma between them", "write 300,200"),
    ("move 5 ($y)", "the numbers of a pair have a comma between them", "write 5,($y)"),
    ("layer a image at 10 20", "the numbers of a pair have a comma between them", "write 10,20"),
    ("crop 100x90+10+20", "a place and a size are two pairs", "write 10,20 100,90"),
    ("layer a image logo.png", "file names are quoted", "write \"logo.png\""),
    ("layer a image img/logo.png at 1,2", "file names are quoted", "write \"img/logo.png\""),
    ("source logo.png", "file names are quoted", "write \"logo.png\""),
    ("include parts.txt", "file names are quoted", "write \"parts.txt\""),
    ("say hello", "strings are quoted", "write \"hello\""),
    ("scale pow(2,3)", "unknown function 'pow'", "write the product: $x*$x"),
    ("background lab(50 1 1)", "unknown color function 'lab()'", "the color functions are: rgb() hsl()"),
  ]

  private static let oneUnit =
    "convert its numbers to one unit, which stands after the parentheses: (A+B)s"

  static let statements: [(String, String, String?)] = [
    ("rotate 5deg // turn", "'//' does not begin a comment", "comments begin with '#'"),
    ("// turn { it", "'//' does not begin a comment", "comments begin with '#'"),
    ("/* one {\n two } */ rotate 5deg", "'/*' does not begin a comment", "comments begin with '#'"),
    ("$x = 5", "'let' sets a variable", "write 'let x = 5'"),
    ("x = (2*3) # six", "'let' sets a variable", "write 'let x = (2*3)'"),
    ("canvas=300,300", "a statement has no '=' after its first word", "write 'canvas 300,300'"),
    ("fill: red", "a statement has no ':' after its first word", "write 'fill red'"),
    (
      "canvas 300,300,", "unexpected ','",
      "commas join the two numbers of a pair; blanks separate everything else"
    ),
    ("rotate 5deg)", "')' without its '('", nil),
    ("rect 1,1 2,2", "unknown statement 'rect'", "a shape is a layer: 'layer NAME rect ...'"),
    ("image \"a.png\"", "unknown statement 'image'", "an image is a layer: 'layer NAME image \"FILE\"'"),
    (
      "text \"hi\" at 10,10", "'text' changes the text of the current layer, and does not place it",
      "a new text is a layer: 'layer NAME text \"TEXT\" at X,Y'"
    ),
    (
      "weight 700", "'weight' is an option of a layer, not a statement",
      "write it in the line that declares the layer: 'layer NAME ... weight ...'"
    ),
    (
      "width: 300", "'width' is an option of a layer, not a statement",
      "'canvas W,H' sets the size of the canvas, and 'size W,H' that of a layer in its declaration"
    ),
    (
      "layer a rect 0,0 9,9 rotate 5deg", "'rotate' is a statement, not an option of a layer",
      "write it on a line of its own, or after ';'"
    ),
    (
      "layer a rect 0,0 9,9 background red", "'background' is a statement, not an option of a layer",
      "'fill PAINT' paints a shape"
    ),
  ]

  static let edits: [(String, String, String?)] = [
    ("blur 12 rect 6,9 90,12", "'in' is missing before the area", "write 'in rect ...'"),
    ("effect glow rect 6,9 90,12", "'in' is missing before the area", "write 'in rect ...'"),
    ("blur 0x8", "a blur has one number, its standard deviation in pixels", "write 'blur 8'"),
    ("sharpen 0x1.5", "a blur has one number, its standard deviation in pixels", "write 'sharpen 1 1.5'"),
    ("filter: blur(5px)", "this is a filter of CSS", "write 'blur 5'"),
    ("filter grayscale(1) hue-rotate(9deg)", "this is a filter of CSS", "write 'grayscale 1; hue 9deg'"),
    ("blur(5px)", "this is a filter of CSS", "write 'blur 5'"),
    ("layer a image blur(5px) at 1,2", "this is a filter of CSS", "write 'blur 5'"),
    (
      "filter blur", "'filter' sets how images are resampled",
      "'blur' is a statement of its own: leave 'filter' out"
    ),
    ("contrast +20", "'contrast' takes a factor, where 1 changes nothing", "write 'contrast 1.2'"),
    ("brightness -10%", "'brightness' takes a factor, where 1 changes nothing", "write 'brightness 0.9'"),
    (
      "layer a image saturation +0.5", "'saturation' takes a factor, where 1 changes nothing",
      "write 'saturation 1.5'"
    ),
    ("temperature 6500", kelvin.text, kelvin.hint), ("temperature 30K", kelvin.text, kelvin.hint),
    (
      "mask text \"NORTH\"", "'mask' takes the name of a layer, 'image SOURCE', a gradient or 'none'",
      "declare a layer first: 'layer NAME text ... hidden', and write 'mask NAME'"
    ),
  ]

  /// The start of a statement, a calculation, and what follows its parentheses.
  static let calculations: [(String, String, String)] = [
    ("rotate ", "2*30deg", "(2*30)deg"), ("let v = 2; wait ", "$v*100ms", "($v*100)ms"),
    ("set long-press.duration ", "2*300ms", "(2*300)ms"), ("touch 1 down 1,1 @", "2*100ms", "(2*100)ms"),
    ("let v = 2; move 3,", "$v*10px", "($v*10)"), ("animate a rotate to ", "90deg*2", "(90*2)deg"),
    ("layer a arc 5,5 3 from 0deg to ", "90*2deg", "(90*2)deg"), ("move 1,", "10%+5px", "(10%+5)"),
    ("scale ", "50%*2", "(50%*2)"), ("rotate ", "atan2(1,2)*2rad", "(atan2(1,2)*2)rad"),
    ("levels 0..", "0.1*2", "(0.1*2)"), ("let a = \"5\"; rotate ", "${a}deg*2", "(${a}*2)deg"),
  ]

  @Test("The hint for a calculation can be followed, also before '..'", arguments: calculations)
  func calculation(start: String, written: String, own: String) {
    let hints = errors(in: start + written).map(\.message.hint)
    expectEqual(hints, ["write \(own)"])
    expectEqual(problems(in: start + own), [])
  }

  @Test(
    "A calculation ends before '..'", arguments: ["trim 1/4..1", "limit scale 1/4..2", "levels 1/4..0.9"])
  func calculationBeforeDots(script: String) {
    expectEqual(errors(in: script).map(\.message.hint), ["write (1/4)"])
    expectEqual(problems(in: script.replacing("1/4", with: "(1/4)")), [])
  }

  @Test(
    "What can be written once is an error the second time",
    arguments: [
      ("define f x x { }", "x"), ("param a = 1; param a = 2", "a"), ("pan 1,1 over 1s over 2s", "over"),
      ("animate a rotate to 9deg repeat forever repeat 2", "repeat"), ("layer a image at 1,1 at 2,2", "at"),
      ("stroke red 1 join round join bevel", "join"), ("recognize tap taps 2 taps 3", "taps"),
      ("recognize tap as a as b", "as"), ("together { pan 1,1; pan 2,2 }", "pan"),
    ])
  func repeated(script: String, word: String) {
    expectEqual(problems(in: script), [.repeatedWord(word)])
  }

  @Test("Edits that follow each other can be options twice") func repeatedOptions() {
    expectEqual(problems(in: "layer a image blur 2 blur 3 invert invert tilt 1deg tilt 2deg"), [])
    expectEqual(problems(in: "if 1 { param a = 1 } else { param a = 2 }"), [])
  }

  private static let kelvin = (
    text: "'temperature' does not take kelvin",
    hint:
      "it shifts the color temperature by -100 (colder) to 100 (warmer) mired: write 'temperature 30' or 'temperature -30'"
  )

  private static let takeGradients = "'fill', 'stroke', 'background' and 'mask' take gradients"

  private static let noGradient =
    "write 'linear 0,0 to 100%,0 red blue', or 'radial 50%,50% 50% red blue'"

  static let paints: [(String, String, String?)] = [
    ("stroke 2 red", "the color of a stroke comes before its width", "write 'stroke red 2'"),
    ("stroke 2px #fff", "the color of a stroke comes before its width", "write 'stroke #fff 2px'"),
    ("stroke red", "the stroke has no width", "write 'stroke red 1'"),
    ("stroke rgb(1 2 3) join round", "the stroke has no width", "write 'stroke rgb(1 2 3) 1'"),
    ("border red 4", "the width of a border comes before its color", "write 'border 4 red'"),
    ("fill linear 90deg red blue", "a gradient runs from a point to a point", noGradient),
    ("fill linear to right red blue", "a gradient runs from a point to a point", noGradient),
    ("fill linear red blue", "a gradient runs from a point to a point", noGradient),
    ("fill linear-gradient(90deg, red, blue)", "a gradient runs from a point to a point", noGradient),
    ("shadow 1,1 2 linear 0,0 to 9,9 red blue", "expected a color, found a gradient", takeGradients),
    ("colorize linear 0,0 to 9,9 red blue", "expected a color, found a gradient", takeGradients),
    ("fill linear 0,0 to 9,9 red 0% blue 100%", "'@' joins a color and its place", "write red@0%"),
    (
      "border 1 linear 0,0 to 9,9 red blue", "'border' takes a color, not a gradient",
      "stroke a rectangle: 'layer NAME rect 0,0 100%,100% fill none stroke linear 0,0 to 100%,0 red blue 9'"
    ),
  ]

  static let animations: [(String, String, String?)] = [
    ("animate a opacity 0 to 1", "the start of an animation follows 'from'", "write 'from A to B'"),
    ("animate a opacity to 1 1s", "the duration of an animation follows 'over'", "write 'over 1s'"),
    (
      "animate a opacity to 1 loop", "unknown animation option 'loop'", "write 'repeat N' or 'repeat forever'"
    ),
    ("animate a opacity to 1 delay 1s", "unknown animation option 'delay'", "write 'after TIME'"),
    ("animate a opacity to 1 ease-in-out", "unknown animation option 'ease-in-out'", "write 'ease in-out'"),
    ("animate a opacity to 1 ease ease-in", "unknown easing 'ease-in'", "write 'in'"),
    (
      "animate opacity to 0", "unknown property or edit to animate 'to'",
      "the layer's name comes first: 'animate NAME opacity to 0'"
    ),
  ]

  static let languages: [(String, String, String?)] = [
    (
      "#!/bin/sh\nframeit apply a.txt b.jpg\n", "this is a script for 'sh', not a frameit script",
      "write the statements alone, without the command"
    ),
    (
      "#!/usr/bin/env python3 -u\nprint(1)", "this is a script for 'python3', not a frameit script",
      "write the statements alone, without the command"
    ),
    (
      "<?xml version=\"1.0\"?>\n<svg></svg>", "this is an SVG image, not a frameit script",
      "'layer NAME path \"DATA\"' draws the data of its paths"
    ),
    ("<!DOCTYPE html>\n<p>", "this is a web page, not a frameit script", nil),
  ]

  @Test(
    "A form of another language is an error that says what to write",
    arguments: values + statements + edits + paints + animations + languages)
  func hints(script: String, text: String, hint: String?) {
    let messages = errors(in: script).map(\.message)
    expectEqual(messages.map(\.text), [text])
    expectEqual(messages.first?.hint, hint)
    expectEqual(messages.first?.usages, [])
  }

  @Test("A filter function with a number alone is a statement with parentheses")
  func numberInParentheses() {
    expectTrue(problems(in: "brightness(1.2); blur (2); hue (30)deg").isEmpty)
  }

  /// The words of other tools, of which each kind is looked up where it would be used.
  static let words: [(String, hint: String)] = [
    ("for i in 1..5 { }", "loops are 'repeat N as i { }'"),
    ("while $x < 5 { }", "loops are 'repeat N as i { }'"),
    ("resize 50%", "the canvas sets the size: 'canvas 50%,50%' or 'canvas inside W,H'"),
    ("transpose", "write 'scale -1,1; rotate 90deg'"),
    ("flop", "'flip x' mirrors left to right"), ("mirror", "'flip x' mirrors left to right"),
    ("solarize", "color edits are statements of their own: 'exposure', 'levels', 'saturation' and others"),
    ("normalize", "'auto-levels' stretches the tones of an image to the full range"),
    ("auto-contrast", "'auto-levels' stretches the tones of an image to the full range"),
    ("desaturate", "write 'grayscale'"),
    ("gamma 2", "'levels 0..1 0..1 GAMMA' makes the middle lighter or darker"),
    (
      "denoise 5",
      "'effect median radius 2' removes noise and specks"
    ),
    ("unsharp-mask 1", "write 'sharpen AMOUNT RADIUS [THRESHOLD]': 'sharpen 0.8 1.5'"),
    ("darken 20", "'brightness N' with a factor below 1 makes darker: 'brightness 0.8'"),
    ("warmth 20", "write 'temperature N', from -100 (colder) to 100 (warmer): 'temperature 30'"),
    ("layer a image clarity 20", "write 'sharpen AMOUNT RADIUS [THRESHOLD]': 'sharpen 0.8 1.5'"),
    ("revert", "write 'undo'"),
    (
      "filter solarize",
      "'filter' sets how images are resampled; color edits and effects are statements of their own"
    ),
    ("filter bicubic", "write 'cubic', which is Catmull-Rom"),
    ("border-radius 4", "'corner-radius R' rounds the canvas, and 'radius R' an image"),
    (
      "layer a rect 0,0 9,9 border-radius 4",
      "'radius R' rounds an image, and follows the size of a rectangle: 'rect X,Y W,H radius R'"
    ),
    (
      "layer a circle 5,5 9",
      "an 'ellipse X,Y W,H' with equal sides is a circle; X,Y is the corner of its box"
    ),
    ("circle 5,5 9", "a shape is a layer: 'layer NAME ellipse X,Y W,H', with the corner of its box"),
    ("border 1 solid red", "strokes and borders are solid, and 'dash' divides a stroke: leave the word out"),
  ]

  @Test("A word of another tool is an error with what this language has in its place", arguments: words)
  func foreignWords(script: String, hint: String) {
    expectEqual(errors(in: script).map(\.message.hint), [hint])
  }

  @Test("No word of another tool is a word of this language")
  func wordsAreForeign() {
    for word in ForeignWords.tables[.statement]!.keys where word != "size" && word != "width" {
      expectTrue(StatementTable.byWord[word] == nil, "\(word)")
      expectTrue(Parser.options[word] == nil || word == "hidden", "\(word)")
      expectTrue(Parser.contents[word] == nil, "\(word)")
    }
    for word in ForeignWords.tables[.layerOption]!.keys { expectTrue(Parser.options[word] == nil, "\(word)") }
    for word in ForeignWords.tables[.layerKind]!.keys {
      expectTrue(Parser.contents[word] == nil, "\(word)")
    }
    for word in ForeignWords.tables[.filter]!.keys { expectTrue(Filter(word: word) == nil, "\(word)") }
    for word in ForeignWords.tables[.color]!.keys { expectTrue(Color(name: word) == nil, "\(word)") }
    for word in ForeignWords.tables[.easing]!.keys { expectTrue(Easing.Name(word: word) == nil, "\(word)") }
    for word in ForeignWords.tables[.animatedChange]!.keys {
      expectTrue(AnimatedWord(word: word) == nil, "\(word)")
    }
    for word in ForeignWords.tables[.function]!.keys {
      expectTrue(Expression.Function(rawValue: word) == nil, "\(word)")
    }
  }

  @Test(
    "A definition can have the name of a foreign word or a kind of layer",
    arguments: ["glow", "circle", "rect", "x"])
  func definedWords(name: String) {
    expectEqual(problems(in: "define \(name) a { say \"$a\" }\n\(name) 5"), [])
  }

  @Test("A block comment of another language is one error, and the script after it is read")
  func blockComment() {
    expectEqual(problems(in: "/* a {\n b }\n c */ rotate 5deg\nrotate 5").count, 2)
  }
}
