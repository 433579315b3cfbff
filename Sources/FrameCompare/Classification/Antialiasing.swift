/// Detects antialiased pixels, which may differ between two drawings of the same shape.
///
/// V. Vysniauskas, "Anti-aliased pixel and intensity slope detector", Elektronika ir Elektrotechnika 7, 2009.
/// Such a pixel has few equal neighbors, has brighter and darker ones, and its brightest or darkest neighbor
/// lies in a flat area in both images. A pixel at the edge of the image counts one more equal neighbor.
struct Antialiasing<Pixel: PackedPixel> {
  /// A variant of the method, named after the program that uses it. The variants differ in three points that the paper
  /// leaves open: when a neighbor counts as equal, which of two equally bright neighbors is used, and whether
  /// it must be the same neighbor in both images.
  enum Variant {
    /// Version 0.4.0 of PyPI: equal brightness; the first in column order; the same neighbor.
    case pixelmatch
    /// Version 4: equal samples; the first in row order; either neighbor.
    case odiff
  }

  let variant: Variant
  let distance: ColorDistance<Pixel>
  let width: Int
  let height: Int

  func isAntialiased(_ x: Int, _ y: Int, of image: RowWindow<Pixel>, beside other: RowWindow<Pixel>) -> Bool {
    let pixel = image[y][x]
    let brightness = distance.brightness(pixel)
    var equalNeighbors = isAtEdge(x, y) ? 1 : 0
    // The brightest and the darkest neighbor, with the pixel's brightness minus theirs.
    var brightest = (delta: 0.0, x: 0, y: 0)
    var darkest = (delta: 0.0, x: 0, y: 0)
    let columns = max(x - 1, 0)...min(x + 1, width - 1)
    let rows = max(y - 1, 0)...min(y + 1, height - 1)
    let byColumns = variant == .pixelmatch
    for outer in byColumns ? columns : rows {
      for inner in byColumns ? rows : columns {
        let (column, row) = byColumns ? (outer, inner) : (inner, outer)
        guard column != x || row != y else { continue }
        let neighbor = image[row][column]
        let delta = brightness - distance.brightness(neighbor)
        if variant == .odiff ? pixel == neighbor : delta == 0 {
          equalNeighbors += 1
          if equalNeighbors > 2 { return false }
        } else if delta < brightest.delta {
          brightest = (delta, column, row)
        } else if delta > darkest.delta {
          darkest = (delta, column, row)
        }
      }
    }
    guard brightest.delta < 0, darkest.delta > 0 else { return false }
    let bright = (inImage: isFlat(brightest, in: image), inOther: isFlat(brightest, in: other))
    let dark = (inImage: isFlat(darkest, in: image), inOther: isFlat(darkest, in: other))
    return switch variant {
    case .pixelmatch: bright.inImage && bright.inOther || dark.inImage && dark.inOther
    case .odiff: (bright.inImage || dark.inImage) && (bright.inOther || dark.inOther)
    }
  }

  /// Returns whether a pixel has at least three neighbors with exactly the same samples.
  private func isFlat(_ place: (delta: Double, x: Int, y: Int), in image: RowWindow<Pixel>) -> Bool {
    let (x, y) = (place.x, place.y)
    let pixel = image[y][x]
    // The loop below also counts the pixel itself.
    var equalNeighbors = (isAtEdge(x, y) ? 1 : 0) - 1
    for row in max(y - 1, 0)...min(y + 1, height - 1) {
      let pixels = image[row]
      for column in max(x - 1, 0)...min(x + 1, width - 1) where pixels[column] == pixel {
        equalNeighbors += 1
      }
    }
    return equalNeighbors > 2
  }

  private func isAtEdge(_ x: Int, _ y: Int) -> Bool {
    x == 0 || y == 0 || x == width - 1 || y == height - 1
  }
}
