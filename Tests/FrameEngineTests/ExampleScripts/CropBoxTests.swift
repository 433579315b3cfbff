import Testing

/// The crop box example.
@Suite struct CropBoxTests {
  private func script(aspect: Double) throws -> String {
    try example("crop.txt").replacing("param aspect = 0", with: "param aspect = \(aspect)")
  }

  @Test("Its claims hold with any aspect ratio", arguments: [0, 1, 1.5, 0.7, 2.5])
  func claims(aspect: Double) throws {
    _ = try play(script(aspect: aspect))
  }

  #if !THOROUGH
    private static let drags = 30
  #else
    private static let drags = 100
  #endif

  @Test("Whatever its handles do, the box stays on the canvas and keeps its ratio", arguments: [0, 1.5])
  func anywhere(aspect: Double) throws {
    let (column, row) = ("($crop_x+$crop_w*mod($i,3)/2)", "($crop_y+$crop_h*floor($i/3)/2)")
    var checks = """
        expect $crop_x >= -1e-9
        expect $crop_y >= -1e-9
        expect ($crop_x+$crop_w) <= (300+1e-9)
        expect ($crop_y+$crop_h) <= (200+1e-9)
        expect $crop_w >= (40-1e-9)
        expect $crop_h >= (40-1e-9)

      """
    if aspect > 0 { checks += "  expect ($crop_w/$crop_h) \(aspect) ~1e-9\n" }
    // The first drag gives the box its ratio.
    let start = "let i = 8; drag \(column),\(row) to 200,140\n"
    let drags = "let i = random(0,8)\n drag \(column),\(row) to random(-50,350),random(-50,250)\n"
    _ = try play(script(aspect: aspect) + start + "repeat \(Self.drags) {\n\(drags)\(checks)}\n")
  }
}
