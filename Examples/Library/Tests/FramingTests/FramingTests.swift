import FrameKit
import Testing

@Suite struct FramingTests {
  /// A chart as an app could draw it: three bars on white.
  private func chart(_ heights: [Int]) throws -> Bitmap {
    var bitmap = Bitmap(size: try #require(PixelSize(width: 60, height: 40)), format: .rgb8)
    for y in 0..<40 {
      for x in 0..<60 {
        let isBar = x % 20 >= 4 && 40 - y <= heights[x / 20]
        let color = isBar ? [20, 90, 200] : [255, 255, 255]
        for channel in 0..<3 { bitmap[x, y, channel] = color[channel] }
      }
    }
    return bitmap
  }

  @Test("A bitmap is framed in memory") func bitmap() throws {
    let edit = try Edit(script: "canvas 120,80; background white; scale 0.5")
    let result = try edit.apply(to: .bitmap(try chart([10, 25, 35]))).render()
    #expect(result.size == PixelSize(width: 120, height: 80))
    #expect(result.pixels[0, 0, 0] == 255 && result.notices.isEmpty)
    #expect(try result.encoded(as: .png).prefix(4) == [0x89, 0x50, 0x4E, 0x47])
  }

  @Test("Two charts differ in one bar") func difference() throws {
    let (before, after) = (try chart([10, 25, 35]), try chart([10, 30, 35]))
    let comparison = try ImageComparison(
      expected: .bitmap(before), actual: .bitmap(after), tolerance: .init(threshold: 0.1)
    ).run()
    #expect(!comparison.isSame)
    // The second bar has grown by 5 rows of 16 pixels.
    #expect(comparison.difference.differing == 80)
    #expect(comparison.difference.box?.x == 24 && comparison.difference.box?.y == 10)
    #expect(try ImageComparison(expected: .bitmap(before), actual: .bitmap(before)).run().isSame)
  }

  @Test("A pinch and a rotation give the layer exactly their values") func gestures() throws {
    var canvas = Canvas(
      width: 400, height: 300, layers: [Layer.image(.bitmap(try chart([10, 25, 35])), name: "chart")])
    canvas.gestures = [.pinch(1.5, on: "chart"), .rotate(by: .degrees(30), on: "chart")]
    let layer = try #require(try canvas.replay().layer("chart"))
    let parts = layer.transform.decomposed()
    #expect(abs(parts.scale.width - 1.5) < 1e-9 && abs(parts.scale.height - 1.5) < 1e-9)
    #expect(abs(parts.rotation - Angle.degrees(30).radians) < 1e-9)
  }

  @Test("A mistake in a script is an error with its place") func mistake() {
    #expect { try Edit(script: "rotate 30") } throws: { error in
      "\(error)" == "script:1:8: the angle has no unit"
    }
  }
}
