import FrameModel

/// Tells whether a pixel lies on an edge that was softened, where two drawings of the same thing may differ.
///
/// V. Vysniauskas, "Anti-aliased pixel and intensity slope detector", Elektronika ir Elektrotechnika 7,
/// 2009, in the form of pixelmatch (PyPI, 0.4.0). Such a pixel has few neighbours of its own brightness,
/// brighter ones and darker ones, and its brightest or darkest neighbour lies within a plain area in both
/// pictures. Beyond its edge a picture is taken to have one more like it.
struct Antialiasing<Pixel: PackedPixel> {
  let distance: ColourDistance<Pixel>
  let width: Int
  let height: Int

  func isSoftened(_ x: Int, _ y: Int, of picture: RowWindow<Pixel>, beside other: RowWindow<Pixel>) -> Bool {
    let brightness = distance.brightness(picture[y][x])
    var alike = liesAtEdge(x, y) ? 1 : 0
    // How much darker and brighter than its neighbours the pixel is at most, and which they are.
    var brightest = (by: 0.0, x: 0, y: 0)
    var darkest = (by: 0.0, x: 0, y: 0)
    // Of equal neighbours the first counts: pixelmatch goes down the columns, and so must this.
    for column in max(x - 1, 0)...min(x + 1, width - 1) {
      for row in max(y - 1, 0)...min(y + 1, height - 1) where column != x || row != y {
        let by = brightness - distance.brightness(picture[row][column])
        if by == 0 {
          alike += 1
          if alike > 2 { return false }
        } else if by < brightest.by {
          brightest = (by, column, row)
        } else if by > darkest.by {
          darkest = (by, column, row)
        }
      }
    }
    guard brightest.by < 0, darkest.by > 0 else { return false }
    return isPlain(brightest.x, brightest.y, in: picture) && isPlain(brightest.x, brightest.y, in: other)
      || isPlain(darkest.x, darkest.y, in: picture) && isPlain(darkest.x, darkest.y, in: other)
  }

  /// Whether three neighbours or more are stored with the very same samples.
  private func isPlain(_ x: Int, _ y: Int, in picture: RowWindow<Pixel>) -> Bool {
    let pixel = picture[y][x]
    // The loop below meets the pixel itself, too.
    var alike = (liesAtEdge(x, y) ? 1 : 0) - 1
    for row in max(y - 1, 0)...min(y + 1, height - 1) {
      let pixels = picture[row]
      for column in max(x - 1, 0)...min(x + 1, width - 1) where pixels[column] == pixel { alike += 1 }
    }
    return alike > 2
  }

  private func liesAtEdge(_ x: Int, _ y: Int) -> Bool {
    x == 0 || y == 0 || x == width - 1 || y == height - 1
  }
}
