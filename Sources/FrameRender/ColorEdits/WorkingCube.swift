import FrameImage

/// A cube of colors for working pixels, interpolated in tetrahedra: Kasson, Nin, Plouffe and Hafner, "Performing color space
/// conversions with three-dimensional linear interpolation" (J. Electronic Imaging 4, 1995).
///
/// Grays are on an edge that all tetrahedra of a cell share, so a cube whose grays stay gray keeps them gray, bit for bit.
struct WorkingCube: Sendable {
  let lookup: LookupCube
  /// The samples at the ends of the grid.
  let low, high: WorkingPixel
  /// From samples to grid points.
  let scale: WorkingPixel
  /// The values of each channel.
  let values: [ClosedRange<Double>]

  init(_ cube: LookupCube) {
    lookup = cube
    func pixel(_ number: (ClosedRange<Double>) -> Double) -> WorkingPixel {
      let all = cube.domain.map { Float(number($0)) }
      return WorkingPixel(all[0], all[1], all[2], all[0])
    }
    low = pixel(\.lowerBound)
    high = pixel(\.upperBound)
    scale = pixel { Double(cube.size - 1) / ($0.upperBound - $0.lowerBound) }
    let first = cube.colors[0]
    let ends = cube.colors.reduce(into: (low: first, high: first)) {
      $0.low.replace(with: $1, where: $1 .< $0.low)
      $0.high.replace(with: $1, where: $1 .> $0.high)
    }
    values = (0..<3).map { Double(ends.low[$0])...Double(ends.high[$0]) }
  }

  /// - Parameter pixel: not premultiplied.
  @inline(__always)
  func color(at pixel: WorkingPixel) -> WorkingPixel {
    var limited = low.replacing(with: pixel, where: pixel .> low)
    limited = high.replacing(with: limited, where: limited .< high)
    let place = (limited - low) * scale
    let last = Int32(lookup.size - 2)
    // Places are 0 or more, so that truncation rounds down.
    let cell = (x: min(Int32(place.x), last), y: min(Int32(place.y), last), z: min(Int32(place.z), last))
    let (r, g, b) = (place.x - Float(cell.x), place.y - Float(cell.y), place.z - Float(cell.z))
    let (rowStep, planeStep) = (lookup.size, lookup.size * lookup.size)
    let start = Int(cell.x) + Int(cell.y) * rowStep + Int(cell.z) * planeStep
    let end = start + 1 + rowStep + planeStep
    // The corners of the tetrahedron: from the start along the channel with the largest share, and to the end along that
    // with the smallest one.
    let largest = max(r, max(g, b))
    let smallest = min(r, min(g, b))
    let middle = max(min(r, g), min(max(r, g), b))
    let second = start + (r >= g && r >= b ? 1 : g >= b ? rowStep : planeStep)
    let third = end - (b <= r && b <= g ? planeStep : r <= g ? 1 : rowStep)
    let colors = lookup.colors
    var color = colors[start] * (1 - largest) + colors[second] * (largest - middle)
    color += colors[third] * (middle - smallest)
    color += colors[end] * smallest
    color.w = pixel.w
    return color
  }
}
