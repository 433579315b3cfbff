import FrameTesting
import Testing

/// Properties of a golden that a comparison with the golden itself cannot check.
@Suite struct OrientationTests {
  @Test("All eight EXIF orientations look the same")
  func orientations() throws {
    let sheet = try Bitmap(pngFile: Samples.golden("eight-portraits"))
    for number in 1..<8 {
      let (x0, y0) = (8 + 68 * (number % 4), 6 + 88 * (number / 4))
      for y in 0..<80 {
        for x in 0..<60 {
          // JPEG blocks are rounded differently if they are turned.
          let apart = (0..<3).map { abs(sheet[x0 + x, y0 + y, $0] - sheet[8 + x, 6 + y, $0]) }
          #expect(apart.max()! <= 2, "portrait \(number + 1) at \(x),\(y)")
        }
      }
    }
  }
}
