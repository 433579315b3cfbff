import FrameGeometry
import FrameScene
import TestSupport
import Testing

/// Statements and the elements that they become.
@Suite struct ElementTests {
  @Test(
    "Each layer statement becomes its SVG element",
    arguments: [
      ("layer a rect 1,2 3,4 fill red", ##"<rect id="a" x="1" y="2" width="3" height="4" fill="#ff0000"/>"##),
      (
        "layer a rect 1,2 8,4 radius 5,1 fill #11223380",
        ##"<rect id="a" x="1" y="2" width="8" height="4" rx="4" ry="1" fill="#112233" fill-opacity="0.5019607843137255"/>"##
      ),
      (
        "layer a rect 1,2 8,4 radius 5,0",
        ##"<rect id="a" x="1" y="2" width="8" height="4" fill="#000000"/>"##
      ),
      // SVG draws neither a rectangle without area nor its stroke, so a path replaces it.
      (
        "layer a rect 1,2 0,4 stroke red 2",
        ##"<path id="a" d="M1,2 L1,2 L1,6 L1,6 Z" fill="none" stroke="#ff0000" stroke-width="2"/>"##
      ),
      ("layer a ellipse 1,2 8,4", ##"<ellipse id="a" cx="5" cy="4" rx="4" ry="2" fill="#000000"/>"##),
      (
        "layer a line 1,2 3,4.5",
        ##"<path id="a" d="M1,2 L3,4.5" fill="none" stroke="#000000" stroke-width="1"/>"##
      ),
      (
        "layer a arc 10,10 5 from 0deg to 90deg",
        ##"<path id="a" d="M15,10 A5,5 0 0 1 10,15" fill="none" stroke="#000000" stroke-width="1"/>"##
      ),
      (
        "layer a path \"M0 0h8v8z\" fill rgb(10% 0% 100%) evenodd",
        ##"<path id="a" d="M0,0 L8,0 L8,8 Z" fill="rgb(10%,0%,100%)" fill-rule="evenodd"/>"##
      ),
      (
        "layer a line 0,0 9,0 stroke blue 2 join round miter-limit 7 cap square dash 3,1.5,1 offset -2",
        ##"<path id="a" d="M0,0 L9,0" fill="none" stroke="#0000ff" stroke-width="2" stroke-linejoin="round" stroke-miterlimit="7" stroke-linecap="square" stroke-dasharray="3 1.5 1" stroke-dashoffset="-2"/>"##
      ),
      (
        "layer a line 0,0 8,0 trim 0.25..0.5",
        ##"<path id="a" d="M2,0 L4,0" fill="none" stroke="#000000" stroke-width="1"/>"##
      ),
      (
        "layer a rect 0,0 8,8; rotate 90deg; translate 0,-1; opacity 0.5; blend soft-light",
        ##"<rect id="a" transform="matrix(0 1 -1 0 9 0)" opacity="0.5" style="mix-blend-mode:soft-light" x="0" y="0" width="8" height="8" fill="#000000"/>"##
      ),
      (
        "layer a image placeholder at 1,2 size 3,4",
        ##"<rect id="a" transform="matrix(1 0 0 1 1 2)" x="0" y="0" width="3" height="4" fill="#777777"/>"##
      ),
    ])
  func elements(statement: String, wanted: String) throws {
    let found = try lines(statement).map { $0.drop { $0 == " " } }
    // Blend modes add a group that isolates the image from the page behind it.
    expectEqual(found.filter { !["<g style=\"isolation:isolate\">", "</g>"].contains($0) }, [wanted[...]])
  }

  @Test("A clip path uses the layer's own coordinates")
  func clips() throws {
    try expectEqual(
      lines("layer a ellipse 0,0 8,8 clip path \"M0 0h4v4z\" evenodd; rotate 90deg"),
      [
        "  <defs>", ##"    <clipPath id="a-clip">"##,
        ##"      <path d="M0,0 L4,0 L4,4 Z" clip-rule="evenodd"/>"##,
        "    </clipPath>", "  </defs>",
        ##"  <ellipse id="a" transform="matrix(0 1 -1 0 8 0)" cx="4" cy="4" rx="4" ry="4" fill="#000000" clip-path="url(#a-clip)"/>"##,
      ])
  }

  /// The region of the filter is what can be seen: a line has no box.
  @Test("Color edits are one filter in the layer's coordinates, in the order of their stages")
  func colorEdits() throws {
    let found = try lines("layer a line 0,5 8,5 stroke red 4 brightness 2 contrast 0.5; translate 10,0")
    expectTrue(
      found.contains(
        ##"    <filter id="a-effects" filterUnits="userSpaceOnUse" x="-10" y="0" width="100" height="80" color-interpolation-filters="sRGB">"##
      ), "\(found)")
    expectTrue(
      found.contains(
        ##"      <feColorMatrix values="1 0 0 0 0.25 0 1 0 0 0.25 0 0 1 0 0.25 0 0 0 1 0"/>"##), "\(found)")
    let posterized = try lines("layer a rect 0,0 8,8 posterize 2 hue 0deg")
    expectTrue(posterized.contains { $0.contains(#"<feFuncG type="discrete" tableValues="0 0 0"#) })
    try expectTrue(lines("layer a rect 0,0 8,8 invert invert").allSatisfy { !$0.contains("filter") })
  }

  @Test("A blur and an unsharp mask follow the edits before them, in the layer's lengths")
  func neighborhoods() throws {
    let blurred = try lines("layer a rect 0,0 8,8 invert blur 6 brightness 2; scale 2")
    let filter = try #require(blurred.firstIndex { $0.contains("<filter") })
    expectTrue(blurred[filter + 1].contains("<feColorMatrix"))
    expectEqual(blurred[filter + 2], ##"      <feGaussianBlur stdDeviation="3"/>"##)
    expectTrue(blurred[filter + 3].contains("<feColorMatrix"))
    let sharp = try lines("layer a rect 0,0 8,8 sharpen 0.5 2")
    let start = try #require(sharp.firstIndex { $0.contains("<feGaussianBlur") })
    // Colors are sharpened without their alpha, which stays.
    let opaque = ##"values="1 0 0 0 0 0 1 0 0 0 0 0 1 0 0 0 0 0 0 1"/>"##
    expectEqual(
      sharp[start...].prefix(5),
      [
        ##"      <feGaussianBlur in="SourceGraphic" stdDeviation="2"/>"##,
        ##"      <feColorMatrix result="sharp0-blur" \##(opaque)"##,
        ##"      <feColorMatrix in="SourceGraphic" \##(opaque)"##,
        ##"      <feComposite operator="arithmetic" k2="1.5" in2="sharp0-blur" k3="-0.5"/>"##,
        ##"      <feComposite operator="in" in2="SourceGraphic"/>"##,
      ])
    let later = try lines("layer a rect 0,0 8,8 invert sharpen 0.5 2")
    expectTrue(later.contains(##"      <feOffset result="sharp1"/>"##), "\(later)")
    for edit in ["pixelate 4", "blur 3 in rect 0,0 4,4", "sharpen 1 2 0.1"] {
      try expectTrue(lines("layer a rect 0,0 8,8; \(edit)").allSatisfy { !$0.contains("filter") })
    }
    let ended = try lines(
      "layer a rect 0,0 8,8; animate a blur from 9 to 0; animate a sharpen from 1 1 to 0 1")
    expectTrue(ended.allSatisfy { !$0.contains("filter") })
  }

  @Test("A blur is round in the output: stretched coordinates have two deviations")
  func stretchedBlurs() throws {
    func deviations(_ script: String) throws -> [String] {
      try lines(script).compactMap { line in
        line.firstMatch(of: /stdDeviation="([^"]*)"/).map { String($0.1) }
      }
    }
    try expectEqual(deviations("layer a rect 0,0 8,8 blur 6; scale 3,0.5"), ["2 12"])
    try expectEqual(deviations("layer a rect 0,0 8,8 blur 6; scale 3,0.5; rotate 90deg"), ["12 2"])
    try expectEqual(deviations("layer a rect 0,0 8,8 blur 6; rotate 30deg"), ["6"])
    try expectEqual(deviations("layer a rect 0,0 8,8 blur 6; skew 30deg"), ["6"])
    // The lengths in a stretched group are scaled by the mean of its factors.
    try expectEqual(
      deviations("group g { layer a rect 0,0 8,8 blur 6 shadow 0,0 4 black; scale 1 }; scale 4,1"),
      ["1 4", "3 12"])
  }

  @Test("What blurs and shadows bring into the output is drawn")
  func margins() throws {
    func regions(_ script: String) throws -> [String] {
      try lines(script).compactMap { line in
        line.firstMatch(of: /<(filter|mask) .* (x=.*height="\d*")/).map { String($0.2) }
      }
    }
    let wide = #"x="-8" y="-8" width="116" height="96""#
    try expectEqual(regions("layer a rect 0,0 8,8 blur 2"), [wide])
    try expectEqual(regions("layer a rect 0,0 8,8 sharpen 1 2"), [wide])
    try expectEqual(
      regions("group g blur 2 { layer a rect 0,0 8,8 sepia 0.5 mask linear 0,0 to 8,0 black none }"),
      [wide, wide, wide])
    try expectEqual(
      regions("layer a rect 0,0 8,8 shadow 4,0 2 red mask linear 0,0 to 8,0 black none"), [wide, wide])
    // The mask itself is drawn as far as any layer needs it.
    try expectEqual(
      regions("layer m rect 0,0 8,8 sepia 0.5 hidden; layer a rect 0,0 8,8 shadow 4,0 2 red mask m"),
      [wide, wide, wide])
  }

  @Test("Blurs follow the light of their layer") func lightOfBlurs() throws {
    let blur = ##"      <feGaussianBlur stdDeviation="2" color-interpolation-filters="linearRGB"/>"##
    try expectTrue(lines("light linear; layer a rect 0,0 8,8 blur 2").contains(blur))
    try expectTrue(
      lines("light linear; layer a rect 0,0 8,8 sharpen 1 2").allSatisfy { !$0.contains("linear") })
    try expectTrue(lines("light srgb; layer a rect 0,0 8,8 blur 2").allSatisfy { !$0.contains("linear") })
  }

  @Test("Matrices of light are computed in light, without curves around them")
  func editsOfLight() throws {
    func primitives(_ edit: String) throws -> [String] {
      try lines("layer a rect 0,0 8,8 \(edit)").compactMap { line in
        line.firstMatch(of: /<(feColorMatrix color-interpolation-filters="linearRGB"|fe[CG]\w*)/).map {
          String($0.1)
        }
      }
    }
    let ofLight = #"feColorMatrix color-interpolation-filters="linearRGB""#
    try expectEqual(primitives("temperature 30"), [ofLight])
    try expectEqual(
      primitives("exposure 1 tint 30 sepia 0.5"), ["feComponentTransfer", ofLight, "feColorMatrix"])
    try expectEqual(
      primitives("hue 30deg"),
      [ofLight, "feComponentTransfer", "feColorMatrix", "feComponentTransfer", ofLight])
    try expectEqual(primitives("exposure 1"), ["feComponentTransfer"])
  }

  @Test("A mask is drawn in the coordinates of the layer that it masks") func masks() throws {
    let found = try lines("layer m rect 0,0 8,8 hidden; layer a rect 0,0 8,8 fill red mask m; translate 5,0")
    expectTrue(
      found.contains(
        ##"    <mask id="a-mask" maskUnits="userSpaceOnUse" x="-5" y="0" width="100" height="80" style="mask-type:alpha">"##
      ), "\(found)")
    expectTrue(found.contains(##"      <use xlink:href="#m-drawn" transform="matrix(1 0 0 1 -5 0)"/>"##))
    expectTrue(found.contains(##"    <g id="m-drawn">"##))
    expectTrue(found.contains { $0.contains(##"id="a" "##) && $0.contains(##"mask="url(#a-mask)""##) })
    // The hidden layer is not drawn beside it.
    expectEqual(found.count { $0.contains("<rect") }, 2)
    let light = try lines("layer a rect 0,0 8,8 mask linear 0,0 to 8,0 white black luminance invert")
    expectTrue(light.contains { $0.contains("<mask") && !$0.contains("mask-type") })
    expectTrue(light.contains { $0.contains(#"<feFuncG type="table" tableValues="1 0"/>"#) })
  }

  @Test("Masks that share masks are written once") func sharedMasks() throws {
    func shared(_ depth: Int) -> String {
      (["layer m0 rect 0,0 8,8 hidden"]
        + (1...depth).map {
          """
          group m\($0) at 1,0 hidden {
            layer a\($0) rect 0,0 8,8 mask m\($0 - 1)
            layer b\($0) rect 0,0 8,8 mask m\($0 - 1) invert
          }
          """
        } + ["layer top rect 0,0 8,8 mask m\(depth)"]).joined(separator: "\n")
    }
    let (small, large) = (try lines(shared(15)).count, try lines(shared(29)).count)
    // Each level has the same number of lines.
    expectEqual(large - small, small - (try lines(shared(1)).count))
    let scene = try scene("canvas 9,9\n\(shared(29))")
    expectEqual(scene.masks.count, 30)
    expectEqual(scene.visibleMasks.map(\.name).first, "m29")
    expectEqual(scene.svgLosses, [])
    // Masks of hidden layers are not written.
    try expectEqual(lines("layer m rect 0,0 8,8 hidden; layer a rect 0,0 8,8 hidden mask m"), [])
    try expectTrue(
      lines("layer m rect 0,0 8,8 opacity 0; layer a rect 0,0 8,8 mask m").contains(
        ##"    <g id="m-drawn"/>"##))
  }

  @Test("A shadow fades with its layer but does not rotate with it")
  func shadows() throws {
    try expectEqual(
      lines("layer a rect 0,0 8,8 shadow 3,-4 10 #ff000033 opacity 0.5; rotate 90deg"),
      [
        "  <defs>",
        ##"    <filter id="a-shadow" filterUnits="userSpaceOnUse" x="-24" y="-24" width="148" height="128" color-interpolation-filters="sRGB">"##,
        ##"      <feDropShadow dx="3" dy="-4" stdDeviation="5" flood-color="#ff0000" flood-opacity="0.2"/>"##,
        "    </filter>", "  </defs>", ##"  <g filter="url(#a-shadow)" opacity="0.5">"##,
        ##"    <rect id="a" transform="matrix(0 1 -1 0 8 0)" x="0" y="0" width="8" height="8" fill="#000000"/>"##,
        "  </g>",
      ])
  }

  @Test("Groups become g elements with their transform, opacity and clip path") func groups() throws {
    try expectEqual(
      lines("group a at 1,2 opacity 0.25 { group b clip { layer c rect 0,0 8,8 } ; scale 2 about 0,0 }"),
      [
        "  <defs>", ##"    <clipPath id="b-clip">"##,
        ##"      <rect x="0" y="0" width="100" height="80"/>"##,
        "    </clipPath>", "  </defs>", ##"  <g id="a" transform="matrix(1 0 0 1 1 2)" opacity="0.25">"##,
        ##"    <g id="b" transform="matrix(2 0 0 2 0 0)" style="isolation:isolate" clip-path="url(#b-clip)">"##,
        ##"      <rect id="c" x="0" y="0" width="8" height="8" fill="#000000"/>"##, "    </g>", "  </g>",
      ])
  }

  @Test(
    "Layers and groups that show nothing are left out",
    arguments: [
      "layer a rect 0,0 8,8 hidden", "layer a rect 0,0 8,8 opacity 0",
      "group g hidden { layer a rect 0,0 8,8 }",
      "group g { }", "layer a rect 0,0 8,8 fill none", "group g { layer a rect 0,0 8,8 hidden }",
      "layer a path \"\"", "layer a line 0,0 9,9 trim 0.5..0.5",
      "group g hidden { layer a rect 0,0 1,1; scale 1e300 }; scale 1e300",
    ])
  func invisibleLayers(script: String) throws {
    try expectEqual(lines(script), [])
  }

  @Test("The canvas has its background, border, rounded corners and crop") func canvas() throws {
    func outline(_ inset: Double) -> Path {
      let rect = Rect(x: inset - 10, y: inset - 20, width: 100 - 2 * inset, height: 80 - 2 * inset)
      return Path(roundedRect: rect, cornerRadii: Size(width: 10 - inset, height: 10 - inset))
    }
    // The rounded clip around the whole image cuts the corners of the border, so its outer edge is a plain rectangle.
    let edge = Path(Rect(x: -10, y: -20, width: 100, height: 80))
    let border = Path(edge.elements + outline(4).elements)
    try expectEqual(
      lines("background white; border 4 red; corner-radius 10; crop 10,20 50,40; layer a rect 0,0 8,8")
        .dropFirst(5),
      [
        ##"  <g clip-path="url(#corners)" style="isolation:isolate">"##,
        ##"    <rect width="50" height="40" fill="#ffffff"/>"##,
        ##"    <g transform="matrix(1 0 0 1 -10 -20)">"##,
        ##"      <rect id="a" x="0" y="0" width="8" height="8" fill="#000000"/>"##, "    </g>",
        ##"    <path d="\##(border.svgData)" fill-rule="evenodd" fill="#ff0000"/>"##,
        "  </g>",
      ])
    let faded = try lines("light srgb; crop 10,20 50,40; background radial 40,30 20 red blue")
    expectTrue(
      faded.contains {
        $0.contains(
          ##"<radialGradient id="background-fill" gradientUnits="userSpaceOnUse" cx="30" cy="10" r="20">"##)
      })
    expectEqual(faded.last, ##"  <rect width="50" height="40" fill="url(#background-fill)"/>"##)
    let text = SVGDocument(try scene("canvas 100,80; crop 10,20 50,40; background white")).text
    expectTrue(text.contains(##"width="50" height="40" viewBox="0 0 50 40">"##))
    let fitted = SVGDocument(try scene("canvas 9,9; canvas fit; layer a rect -4,-6 8,9")).text
    expectTrue(fitted.contains("matrix(1 0 0 1 4 6)"))
  }

  @Test("A text becomes an outline labeled with its words") func texts() throws {
    let line = try #require(try lines("layer a text \"Fish & <chips>\\nnow\" at 3,4 font-size 12").first)
    expectTrue(line.hasPrefix(##"  <path id="a" d="M"##))
    expectTrue(line.contains(##" role="img" aria-label="Fish &amp; &lt;chips&gt;&#10;now""##))
  }

  @Test("Layers keep their names as identifiers, and generated identifiers avoid them") func names() throws {
    let script = "layer a-fill rect 0,0 1,1; layer a rect 0,0 8,8 fill linear 0,0 to 8,0 red blue; light srgb"
    let text = try lines(script).joined()
    expectTrue(text.contains(##"<rect id="a-fill""##) && text.contains(##"fill="url(#a-fill-2)""##))
    let line = ##"x1="0" y1="0" x2="8" y2="0">"##
    expectTrue(text.contains(##"<linearGradient id="a-fill-2" gradientUnits="userSpaceOnUse" "## + line))
  }

  /// The path data of a shape's element equals the shape's path.
  @Test(
    "The path data of a shape reads back as the same path",
    arguments: [
      "M0 0L10.1 3e-7 7 8Z", "M1 1c2 3 4 5 6 7s8 9 1 2q3 4 5 6t7 8", "m5 5h4v-3z l1 1",
      "M0.1 0.2L0.30000000000000004 -0",
    ])
  func pathRoundTrip(data: String) throws {
    let line = try #require(try lines("layer a path \"\(data)\" fill red").first)
    let written = try #require(line.firstMatch(of: #/ d="([^"]*)"/#)).1
    try expectEqual(Path(svgData: String(written)), Path(svgData: data))
  }

  /// The same holds for arcs, up to rounding, and for a part of a path.
  @Test(
    "The path data of a trimmed shape matches its trimmed lines up to rounding",
    arguments: [
      ("arc 10,20 30 from 20deg to 350deg stroke red 2", 0.0, 1.0),
      ("arc 10,20 30 from 350deg to -60.5deg stroke red 2", 0.2, 0.7),
      ("rect 1,2 30,40 radius 9,4 fill red", 0.1, 0.95), ("ellipse 3,4 50,20 fill red", 0.3, 0.4),
      ("path \"M0 0C9 0 9 9 0 9A9 4 30 1 1 20 9Q30 30 9 9Z\" fill red", 0.05, 0.9),
    ])
  func trimRoundTrip(shape: String, start: Double, end: Double) throws {
    let tree = try scene("canvas 100,80\nlayer a \(shape) trim \(start)..\(end)")
    guard case .shape(let drawn) = tree.layers[0].content else {
      Issue.record("no shape")
      return
    }
    let match = try #require(SVGDocument(tree).text.firstMatch(of: #/ d="([^"]*)"/#))
    let found = try Path(svgData: String(match.1)).flattened(tolerance: 1e-6)
    let wanted = drawn.path.flattened(tolerance: 1e-6).trimmed(from: start, to: end)
    expectTrue(found.count == wanted.count && abs(found.length - wanted.length) < 1e-3)
    for (a, b) in zip(found, wanted) {
      let ends = [(a.points[0], b.points[0]), (a.points[a.points.count - 1], b.points[b.points.count - 1])]
      for (p, q) in ends { expectTrue(abs(p.x - q.x) < 1e-3 && abs(p.y - q.y) < 1e-3) }
    }
  }

  @Test("The same scene always gives the same document") func determinism() throws {
    let script = """
      canvas 90,90
      repeat 20 as i { layer l$i ellipse ($i*3.3),($i/7) 9,9 fill radial 9,9 9 red@0.2 #00f8 blend screen }
      """
    expectEqual(SVGDocument(try scene(script)).text, SVGDocument(try scene(script)).text)
  }
}
