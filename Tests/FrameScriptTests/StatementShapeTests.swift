import TestSupport
import Testing

/// The syntax trees of statements, one of every kind.
@Suite struct StatementShapeTests {
  static let all: [(String, String)] = canvas + layers + edits + gestures + rest

  static let canvas = [
    ("param n = 3", "flow(parameter(n, default: 3))"),
    ("canvas 300,200", "canvas(canvas(size(300,200)))"),
    ("canvas 50%,20px", "canvas(canvas(size(50%,20px)))"),
    ("canvas $size", "canvas(canvas(size($size)))"),
    ("canvas 300,auto", "canvas(canvas(width(300)))"),
    ("canvas auto,200pt", "canvas(canvas(height(200pt)))"),
    ("canvas inside 80,60", "canvas(canvas(inside(80,60)))"),
    ("canvas fit", "canvas(canvas(fit))"),
    ("crop 1,2 3,4", "canvas(crop(origin: 1,2, size: 3,4))"),
    ("background #f00", "canvas(background(#ff0000))"),
    ("background none", "canvas(background(#00000000))"),
    (
      "background rgb(255, 128,0)",
      "canvas(background(components(model: rgb, values: [255; 128; 0], alpha: nil)))"
    ),
    (
      "background rgba(1 2 3 / 50%)",
      "canvas(background(components(model: rgb, values: [1; 2; 3], alpha: 50%)))"
    ),
    (
      "background hsl(0.5turn 9% 8%)",
      "canvas(background(components(model: hsl, values: [0.5turn; 9%; 8%], alpha: nil)))"
    ),
    ("background $c", "canvas(background({$c}))"),
    ("border 2 white", "canvas(border(2, #ffffff))"),
    ("corner-radius 10%", "canvas(cornerRadius(10%))"),
    ("filter lanczos3", "canvas(filter(lanczos3))"),
    ("light srgb", "canvas(light(srgb))"),
    ("light $l", "canvas(light({$l}))"),
  ]

  static let layers = [
    ("layer a image", "layer(name: a, content: image(nil), options: [])"),
    ("layer a image $2", "layer(name: a, content: image(input(2)), options: [])"),
    ("layer a image \"b.png\" at 1,2", "layer(name: a, content: image(file(b.png)), options: [at(1,2)])"),
    ("layer a image $f", "layer(name: a, content: image(file({$f})), options: [])"),
    ("layer a image random \"d\"", "layer(name: a, content: image(random(d)), options: [])"),
    (
      "layer a image placeholder clip",
      "layer(name: a, content: image(placeholder), options: [look(clip(bounds))])"
    ),
    (
      "layer a-$i rect 1,2 3,4 radius 5,6 fill red",
      "layer(name: a-{$i}, content: rect(origin: 1,2, size: 3,4, radius: [5; 6]), options: [look(fill(paint: #ff0000, rule: nonzero))])"
    ),
    (
      "layer a ellipse 1,2 3,4", "layer(name: a, content: ellipse(origin: 1,2, size: 3,4), options: [])"
    ),
    ("layer a line 1,2 3,4", "layer(name: a, content: line(1,2, 3,4), options: [])"),
    (
      "layer a arc 9,8 7 from 0deg to 0.5turn stroke #00f 2",
      "layer(name: a, content: arc(center: 9,8, radius: 7, from: 0deg, to: 0.5turn), "
        + "options: [look(stroke(paint: #0000ff, width: 2, join: nil, miterLimit: nil, cap: nil, dashes: [], dashOffset: nil))])"
    ),
    (
      "layer a path \"M0 0\" with 1 0 0 1 5 6 path \"L${x:.1} 1\"",
      "layer(name: a, content: path([data: M0 0, matrix: 1 0 0 1 5 6; "
        + "data: L{$x:.1} 1, matrix: nil]), options: [])"
    ),
    (
      "layer a text \"hi $name\" at 1,2 font \"f.ttf\" font-size 12pt",
      "layer(name: a, content: text(hi {$name}, at: 1,2), options: [text(font(f.ttf)); text(size(12pt))])"
    ),
    (
      "group g clip opacity 0.5 { layer a image }",
      "layer(name: g, content: group([layer(name: a, content: image(nil), options: [])]), "
        + "options: [look(clip(bounds)); look(opacity(0.5))])"
    ),
    ("select a$i", "choose(select(a{$i}))"),
    ("mark ${a}b toggle", "choose(mark({$a}b, toggle))"),
  ]

  static let edits = [
    ("rotate 30deg", "edit(rotate(30deg, about: nil))"),
    ("rotate (360/12)deg about 1,2", "edit(rotate((360 / 12)deg, about: 1,2))"),
    ("rotate $a", "edit(rotate($a, about: nil))"),
    ("scale 2", "edit(scale(2, nil, about: nil))"),
    ("scale 2,-0.5 about 50%,50%", "edit(scale(2, -0.5, about: 50%,50%))"),
    ("translate -1,$y", "edit(translate(-1,$y))"),
    ("skew 1deg,2rad about $p", "edit(skew(1deg, 2rad, about: $p))"),
    ("concat 1 0 0 1 40 -20", "edit(concat(1 0 0 1 40 -20))"),
    ("transform 1 0 0 1 (1+2) $y", "edit(transform(1 0 0 1 (1 + 2) $y))"),
    ("move 1,2", "edit(move(1,2))"),
    ("anchor 0,1", "edit(anchor(0,1))"),
    ("mode bottomRight", "edit(mode(bottomRight))"),
    ("reset", "edit(reset)"), ("save", "edit(save)"), ("restore", "edit(restore)"),
    ("undo", "edit(undo)"), ("redo", "edit(redo)"),
    ("opacity 0.5", "look(opacity(0.5))"),
    ("fill #1234", "look(fill(paint: #11223344, rule: nonzero))"),
    (
      "stroke red 3%",
      "look(stroke(paint: #ff0000, width: 3%, join: nil, miterLimit: nil, cap: nil, dashes: [], dashOffset: nil))"
    ), ("show", "look(show)"), ("hide", "look(hide)"),
    ("trim 0..0.5", "look(trim(0, 0.5))"), ("source $1", "look(source(input(1)))"),
    ("source random \"d\"", "look(source(random(d)))"), ("text \"a\"", "look(text(a))"),
  ]

  static let gestures = [
    (
      "pan 1,2 at 3,4 over 300ms steps 5",
      "gesture(gesture(pan(1,2), at: 3,4, over: 300ms, steps: 5))"
    ),
    ("pinch 2 steps 3", "gesture(gesture(pinch(2), at: nil, over: nil, steps: 3))"),
    ("twist -0.5rad", "gesture(gesture(twist(-0.5rad), at: nil, over: nil, steps: nil))"),
    (
      "long-press 1,2 for 0.6s",
      "gesture(gesture(longPress(1,2, duration: 0.6s), at: nil, over: nil, steps: nil))"
    ),
    (
      "swipe up from 50%,60%",
      "gesture(gesture(swipe(up, from: 50%,60%), at: nil, over: nil, steps: nil))"
    ),
    (
      "drag 1,2 to 3,4 to 5,6",
      "gesture(gesture(drag([1,2; 3,4; 5,6]), at: nil, over: nil, steps: nil))"
    ),
    (
      "two-finger 1,2 3,4 to 5,6 7,8",
      "gesture(gesture(twoFinger(1,2, 3,4, to: 5,6, 7,8), at: nil, over: nil, steps: nil))"
    ),
    ("touch 1 down 1,2 @0ms", "gesture(touch(id: 1, phase: down, point: 1,2, time: at(0ms), layer: nil))"),
    ("touch 1 up +16ms", "gesture(touch(id: 1, phase: up, point: nil, time: after(16ms), layer: nil))"),
    ("wait 1s", "gesture(wait(1s))"),
    ("preset pickview", "recognizer(preset(pickview))"),
    ("set pan.slop 0", "recognizer(set(key: pan.slop, value: quantity(0)))"),
    ("set pivot center", "recognizer(set(key: pivot, value: center))"),
    (
      "recognize double-tap on a as b",
      "recognizer(recognize(double-tap, on: a, as: b, []))"
    ),
    ("require a fails b", "recognizer(require(a, fails: b))"),
    ("simultaneous a b", "recognizer(simultaneous(a, b))"),
    ("on pan changed { reset }", "recognizer(on(pan, changed, [edit(reset)]))"),
    ("on tap { }", "recognizer(on(tap, nil, []))"),
  ]

  static let rest = [
    (
      "menu m \"T\" { item \"A\" { reset }; destructive \"B\"; cancel \"C\" }",
      "dialog(menu(name: m, title: T, [role: item, title: A, body: [edit(reset)]; "
        + "role: destructive, title: B, body: []; role: cancel, title: C, body: []]))"
    ),
    (
      "dialog \"T\" message \"M\" { item \"Ok\" { } }",
      "dialog(dialog(title: T, message: M, [role: item, title: Ok, body: []]))"
    ),
    ("open m", "dialog(open(m))"), ("choose \"A\"", "dialog(choose(A))"),
    ("say \"x=$x\"", "dialog(say(x={$x}))"),
    ("let x = 1", "flow(assign(x, 1))"),
    ("repeat 3 as i { undo }", "flow(repeat(3, as: i, [edit(undo)]))"),
    ("repeat $n { }", "flow(repeat($n, as: nil, []))"),
    ("if $a { undo } else { redo }", "flow(if($a, then: [edit(undo)], else: [edit(redo)]))"),
    (
      "if $a { } else if $b { } else { redo }",
      "flow(if($a, then: [], else: [flow(if($b, then: [], else: [edit(redo)]))]))"
    ),
    ("expect transform 1 0 0 1 0 0", "expect(transform(1 0 0 1 0 0, tolerance: nil))"),
    ("expect map 1 0 0 1 0 0 ~1e-6", "expect(map(1 0 0 1 0 0, tolerance: 1e-06))"),
    ("expect frame 1,2 3,4 ~0.5", "expect(frame(origin: 1,2, size: 3,4, tolerance: 0.5))"),
    ("expect pan ended", "expect(state(pan, ended))"),
    ("expect map ended", "expect(state(map, ended))"),
    ("expect selected a", "expect(selected(a))"), ("expect marked a$i", "expect(marked(a{$i}))"),
    ("expect $x 3", "expect(value($x, 3, tolerance: nil))"),
    ("expect $x -3 ~0.1", "expect(value($x, -3, tolerance: 0.1))"),
    ("expect $a[1] \"b\"", "expect(value($a[1], \"b\", tolerance: nil))"),
    ("expect (1+2) [3]", "expect(value((1 + 2), [3], tolerance: nil))"),
  ]

  @Test(
    "Statements have their syntax trees", arguments: all)
  func trees(text: String, tree: String) throws {
    let found = try shapes(text)
    for f in found {
      print("SHAPE\t\(text.debugDescription)\t\(f.debugDescription)\t\(tree.debugDescription)")
    }
    expectEqual(found, [tree])
  }

  @Test("Definitions and calls have their syntax trees") func definitionsAndCalls() throws {
    try expectEqual(
      shapes("define twice-a x y { rotate ($x)deg } ; twice-a 1 (2+3)\ntwice-a $i -4"),
      [
        "flow(define(twice-a, parameters: [name: x, fallback: nil; name: y, fallback: nil], [edit(rotate($xdeg, about: nil))]))",
        "flow(call(twice-a, [1; (2 + 3)]))", "flow(call(twice-a, [$i; -4]))",
      ])
  }

  @Test("The version statement leaves no statement") func version() throws {
    try expectEqual(shapes("# first\n\nframeit 1\nreset"), ["edit(reset)"])
    try expectEqual(shapes("frameit 1; reset"), ["edit(reset)"])
    try expectEqual(shapes(""), [])
  }
}
