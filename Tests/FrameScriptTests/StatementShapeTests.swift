import TestSupport
import Testing

/// The syntax trees of statements, one of every kind.
@Suite struct StatementShapeTests {
  static let all: [(String, String)] = canvas + layers + edits + gestures + rest

  static let canvas = [
    ("param n = 3", "flow(parameter(n, default: 3))"),
    ("canvas 300,200", "canvas(nil, form 5: size(300,200))"),
    ("canvas 50%,20px", "canvas(nil, form 5: size(50%,20px))"),
    ("canvas $size", "canvas(nil, form 5: size($size))"),
    ("canvas 300,auto", "canvas(nil, form 5: width(300))"),
    ("canvas auto,200pt", "canvas(nil, form 5: height(200pt))"),
    ("canvas inside 80,60", "canvas(nil, form 1: 80,60)"),
    ("canvas fit", "canvas(nil, form 0: )"),
    ("crop 1,2 3,4", "crop(form 1: 1,2, 3,4)"),
    ("background #f00", "background(#ff0000)"),
    ("background none", "background(#00000000)"),
    (
      "background rgb(255, 128,0)",
      "background(components(model: rgb, values: [255; 128; 0], alpha: nil))"
    ),
    (
      "background rgba(1 2 3 / 50%)",
      "background(components(model: rgb, values: [1; 2; 3], alpha: 50%))"
    ),
    (
      "background hsl(0.5turn 9% 8%)",
      "background(components(model: hsl, values: [0.5turn; 9%; 8%], alpha: nil))"
    ),
    ("background $c", "background({$c})"),
    ("border 2 white", "border(2, #ffffff)"),
    ("corner-radius 10%", "corner-radius(10%)"),
    ("filter lanczos3", "filter(lanczos3)"),
    ("light srgb", "light(nil, srgb)"),
    ("light resample linear", "light(resampling, linear)"),
    ("light blend $l", "light(blending, {$l})"),
  ]

  static let layers = [
    ("layer a image", "layer(name: a, content: image(nil), options: [])"),
    ("layer a image $2", "layer(name: a, content: image(input(2)), options: [])"),
    ("layer a image \"b.png\" at 1,2", "layer(name: a, content: image(file(b.png)), options: [at(1,2)])"),
    ("layer a image $f", "layer(name: a, content: image(file({$f})), options: [])"),
    ("layer a image random \"d\"", "layer(name: a, content: image(random(d)), options: [])"),
    (
      "layer a image placeholder clip",
      "layer(name: a, content: image(placeholder), options: [clip(form 1: nil)])"
    ),
    (
      "layer a-$i rect 1,2 3,4 radius 5,6 fill red",
      "layer(name: a-{$i}, content: rect(origin: 1,2, size: 3,4, radius: [5; 6]), options: [fill(#ff0000, nil)])"
    ),
    (
      "layer a ellipse 1,2 3,4", "layer(name: a, content: ellipse(origin: 1,2, size: 3,4), options: [])"
    ),
    ("layer a line 1,2 3,4", "layer(name: a, content: line(1,2, 3,4), options: [])"),
    (
      "layer a arc 9,8 7 from 0deg to 0.5turn stroke #00f 2",
      "layer(name: a, content: arc(center: 9,8, radius: 7, from: 0deg, to: 0.5turn), "
        + "options: [stroke(paint: #0000ff, width: 2, join: nil, miterLimit: nil, cap: nil, dashes: [], dashOffset: nil)])"
    ),
    (
      "layer a path \"M0 0\" with 1 0 0 1 5 6 path \"L${x:.1} 1\"",
      "layer(name: a, content: path([data: M0 0, matrix: 1 0 0 1 5 6; "
        + "data: L{$x:.1} 1, matrix: nil]), options: [])"
    ),
    (
      "layer a text \"hi $name\" at 1,2 font \"f.ttf\" font-size 12pt",
      "layer(name: a, content: text(hi {$name}, at: 1,2), options: [text(font, f.ttf); text(font-size, 12pt)])"
    ),
    (
      "group g clip opacity 0.5 { layer a image }",
      "layer(name: g, content: group([layer(name: a, content: image(nil), options: [])]), "
        + "options: [clip(form 1: nil); opacity(0.5)])"
    ),
    ("select a$i", "select(a{$i})"),
    ("mark ${a}b toggle", "mark({$a}b, toggle)"),
  ]

  static let edits = [
    ("rotate 30deg", "rotate(form 2: 30deg, nil)"),
    ("rotate (360/12)deg about 1,2", "rotate(form 2: (360 / 12)deg, 1,2)"),
    ("rotate left", "rotate(form 0: , nil)"), ("flip x", "flip(x)"),
    ("rotate $a", "rotate(form 2: $a, nil)"),
    ("scale 2", "scale(2, nil, nil)"),
    ("scale 2,-0.5 about 50%,50%", "scale(2, -0.5, 50%,50%)"),
    ("translate -1,$y", "translate(-1,$y)"),
    ("skew 1deg,2rad about $p", "skew(1deg, 2rad, $p)"),
    ("concat 1 0 0 1 40 -20", "concat(1 0 0 1 40 -20)"),
    ("transform 1 0 0 1 (1+2) $y", "transform(1 0 0 1 (1 + 2) $y)"),
    ("move 1,2", "move(1,2)"),
    ("anchor 0,1", "anchor(0,1)"),
    ("mode bottomRight", "mode(bottomRight)"),
    ("reset", "reset()"), ("save", "save()"), ("restore", "restore()"),
    ("undo", "undo()"), ("redo", "redo()"),
    ("opacity 0.5", "opacity(0.5)"),
    ("fill #1234", "fill(#11223344, nil)"),
    (
      "stroke red 3%",
      "stroke(paint: #ff0000, width: 3%, join: nil, miterLimit: nil, cap: nil, dashes: [], dashOffset: nil)"
    ), ("show", "show()"), ("hide", "hide()"),
    ("trim 0..0.5", "trim(form 0: 0, 0.5)"), ("source $1", "source(input(1))"),
    ("source random \"d\"", "source(random(d))"), ("text \"a\"", "text(a)"),
  ]

  static let gestures = [
    (
      "pan 1,2 at 3,4 over 300ms steps 5",
      "pan(motion: nil, 1,2, options: at: 3,4, over: 300ms, steps: 5)"
    ),
    ("pinch 2 steps 3", "pinch(motion: nil, 2, options: at: nil, over: nil, steps: 3)"),
    ("twist -0.5rad", "twist(motion: nil, -0.5rad, options: at: nil, over: nil, steps: nil)"),
    (
      "long-press 1,2 for 0.6s",
      "long-press(motion: 1,2, 0.6s, options: at: nil, over: nil, steps: nil)"
    ),
    (
      "swipe up from 50%,60%",
      "swipe(motion: up, 50%,60%, options: at: nil, over: nil, steps: nil)"
    ),
    (
      "drag 1,2 to 3,4 to 5,6",
      "drag(motion: [1,2; 3,4; 5,6], options: at: nil, over: nil, steps: nil)"
    ),
    (
      "two-finger 1,2 3,4 to 5,6 7,8",
      "two-finger(motion: 1,2, 3,4, 5,6, 7,8, options: at: nil, over: nil, steps: nil)"
    ),
    ("touch 1 down 1,2 @0ms", "touch(id: 1, phase: down, point: 1,2, time: at(0ms), layer: nil)"),
    ("touch 1 up +16ms", "touch(id: 1, phase: up, point: nil, time: after(16ms), layer: nil)"),
    ("wait 1s", "wait(1s)"),
    ("preset pickview", "preset(pickview)"),
    ("set pan.slop 0", "set(key: pan.slop, value: quantity(0))"),
    ("set pivot center", "set(key: pivot, value: center)"),
    (
      "recognize double-tap on a as b",
      "recognize(kind: double-tap, layer: a, name: b, options: [])"
    ),
    ("require a fails b", "require(a, b, nil)"),
    ("simultaneous a b", "simultaneous(a, b, nil)"),
    ("on pan changed { reset }", "on(pan, changed, nil, body: [reset()])"),
    ("on tap { }", "on(tap, nil, nil, body: [])"),
  ]

  static let rest = [
    (
      "menu m \"T\" { item \"A\" { reset }; destructive \"B\"; cancel \"C\" }",
      "menu(m, T, items: [role: item, title: A, body: [reset()]; "
        + "role: destructive, title: B, body: []; role: cancel, title: C, body: []])"
    ),
    (
      "dialog \"T\" message \"M\" { item \"Ok\" { } }",
      "dialog(T, M, items: [role: item, title: Ok, body: []])"
    ),
    ("open m", "open(m)"), ("choose \"A\"", "choose(A)"),
    ("say \"x=$x\"", "say(x={$x})"),
    ("let x = 1", "flow(assign(x, 1))"),
    ("repeat 3 as i { undo }", "flow(repeat(3, as: i, [undo()]))"),
    ("repeat $n { }", "flow(repeat($n, as: nil, []))"),
    ("if $a { undo } else { redo }", "flow(if($a, then: [undo()], else: [redo()]))"),
    (
      "if $a { } else if $b { } else { redo }",
      "flow(if($a, then: [], else: [flow(if($b, then: [], else: [redo()]))]))"
    ),
    (
      "expect transform 1 0 0 1 0 0", "expect(form 1: form 0: form 0: nil, 1 0 0 1 0 0, nil)"
    ),
    (
      "expect map 1 0 0 1 0 0 ~1e-6",
      "expect(form 1: form 0: form 1: nil, 1 0 0 1 0 0, 1e-06)"
    ),
    ("expect frame 1,2 3,4 ~0.5", "expect(form 1: form 0: form 2: nil, 1,2, 3,4, 0.5)"),
    ("expect pan ended", "expect(form 1: form 1: pan, ended, nil)"),
    ("expect map ended", "expect(form 1: form 1: map, ended, nil)"),
    ("expect selected a", "expect(form 1: form 0: form 6: a)"),
    ("expect marked a$i", "expect(form 1: form 0: form 7: a{$i})"),
    ("expect $x 3", "expect(form 0: value: $x, comparison: nil, wanted: 3, tolerance: nil)"),
    (
      "expect $x -3 ~0.1",
      "expect(form 0: value: $x, comparison: nil, wanted: -3, tolerance: 0.1)"
    ),
    (
      "expect $a[1] \"b\"",
      "expect(form 0: value: $a[1], comparison: nil, wanted: \"b\", tolerance: nil)"
    ),
    (
      "expect (1+2) [3]",
      "expect(form 0: value: (1 + 2), comparison: nil, wanted: [3], tolerance: nil)"
    ),
  ]

  @Test(
    "Statements have their syntax trees", arguments: all)
  func trees(text: String, tree: String) throws {
    let found = try shapes(text)
    expectEqual(found, [tree])
  }

  @Test("Definitions and calls have their syntax trees") func definitionsAndCalls() throws {
    try expectEqual(
      shapes("define twice-a x y { rotate ($x)deg } ; twice-a 1 (2+3)\ntwice-a $i -4"),
      [
        "flow(define(twice-a, parameters: [name: x, fallback: nil; name: y, fallback: nil], [rotate(form 2: $xdeg, nil)]))",
        "flow(call(twice-a, [1; (2 + 3)]))", "flow(call(twice-a, [$i; -4]))",
      ])
  }

  @Test("The version statement leaves no statement") func version() throws {
    try expectEqual(shapes("# first\n\nframeit 1\nreset"), ["reset()"])
    try expectEqual(shapes("frameit 1; reset"), ["reset()"])
    try expectEqual(shapes(""), [])
  }
}
