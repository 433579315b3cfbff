import FrameModel

/// Tells whether a pixel lies on an edge that was softened, where two drawings of the same thing may differ.
///
/// V. Vysniauskas, "Anti-aliased pixel and intensity slope detector", Elektronika ir Elektrotechnika 7,
/// 2009. Such a pixel has few neighbors like itself, brighter ones and darker ones, and its brightest or
/// darkest neighbor lies within a plain area in both images. Beyond its edge an image is taken to have
/// one more like it.
struct Antialiasing<Pixel: PackedPixel> {
  /// Whose form of the method. They differ in what is left open: what a neighbor "like itself" is, which
  /// of two equally bright ones counts, and whether it must be the same neighbor in both images.
  enum Form {
    /// PyPI, 0.4.0: the same brightness; the first by columns; the same neighbor.
    case pixelmatch
    /// Version 4: the same samples; the first by rows; either.
    case odiff
  }

  let form: Form
  let distance: ColorDistance<Pixel>
  let width: Int
  let height: Int

  func isSoftened(_ x: Int, _ y: Int, of image: RowWindow<Pixel>, beside other: RowWindow<Pixel>) -> Bool {
    let pixel = image[y][x]
    let brightness = distance.brightness(pixel)
    var alike = liesAtEdge(x, y) ? 1 : 0
    // How much darker and brighter than its neighbors the pixel is at most, and which they are.
    var brightest = (by: 0.0, x: 0, y: 0)
    var darkest = (by: 0.0, x: 0, y: 0)
    let columns = max(x - 1, 0)...min(x + 1, width - 1)
    let rows = max(y - 1, 0)...min(y + 1, height - 1)
    let goesDown = form == .pixelmatch
    for outer in goesDown ? columns : rows {
      for inner in goesDown ? rows : columns {
        let (column, row) = goesDown ? (outer, inner) : (inner, outer)
        guard column != x || row != y else { continue }
        let neighbor = image[row][column]
        let by = brightness - distance.brightness(neighbor)
        if form == .odiff ? pixel == neighbor : by == 0 {
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
    let bright = (here: isPlain(brightest, in: image), there: isPlain(brightest, in: other))
    let dark = (here: isPlain(darkest, in: image), there: isPlain(darkest, in: other))
    return switch form {
    case .pixelmatch: bright.here && bright.there || dark.here && dark.there
    case .odiff: (bright.here || dark.here) && (bright.there || dark.there)
    }
  }

  /// Whether three neighbors or more are stored with the very same samples.
  private func isPlain(_ place: (by: Double, x: Int, y: Int), in image: RowWindow<Pixel>) -> Bool {
    let (x, y) = (place.x, place.y)
    let pixel = image[y][x]
    // The loop below meets the pixel itself, too.
    var alike = (liesAtEdge(x, y) ? 1 : 0) - 1
    for row in max(y - 1, 0)...min(y + 1, height - 1) {
      let pixels = image[row]
      for column in max(x - 1, 0)...min(x + 1, width - 1) where pixels[column] == pixel { alike += 1 }
    }
    return alike > 2
  }

  private func liesAtEdge(_ x: Int, _ y: Int) -> Bool {
    x == 0 || y == 0 || x == width - 1 || y == height - 1
  }
}
