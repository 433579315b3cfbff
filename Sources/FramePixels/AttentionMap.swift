import FrameGeometry
import FrameImage

/// How much each part of an upright image attracts attention.
///
/// After L. Itti, C. Koch and E. Niebur, "A Model of Saliency-Based Visual Attention for Rapid Scene Analysis" (1998),
/// on a grid of at most 256 cells per side:
///
/// 1. Lightness and two opponent colors, of encoded samples.
/// 2. The difference between the mean of a small and of a large square around each cell, at three scales; the
///    saturation; and the resemblance to skin. Each is a map from 0 to 255.
/// 3. A map with few strong places counts more than one with many (the operator N of the paper, 2.2).
/// 4. The sum of the maps, as far as it is above its mean.
///
/// All arithmetic uses integers, so that the map of the same pixels is the same on every machine.
package struct AttentionMap: Equatable, Sendable {
  package let size: PixelSize
  /// From 0 to 4095, row by row.
  package let values: [UInt16]

  /// - Parameter orientation: The orientation that makes the grid upright.
  package init(_ grid: ImageGrid, orientation: Orientation) {
    let values = Self.attention(grid)
    size = orientation.upright(grid.size)
    var upright: [UInt16] = []
    upright.reserveCapacity(values.count)
    for y in 0..<size.height {
      for x in 0..<size.width {
        let (column, row) = orientation.storedPixel(x, y, of: grid.size)
        upright.append(values[row * grid.size.width + column])
      }
    }
    self.values = upright
  }

  // MARK: Computing

  /// The largest value.
  private static let highest: Int32 = 4095
  /// Differences below two levels of 8 bits are noise.
  private static let least: Int32 = 32
  /// The half side of the large square, in 256ths of the grid's longer side, and that of the small one as its divisor.
  private static let surrounds = [8, 20, 48]
  private static let centerDivisor: Int = 5

  private static func attention(_ grid: ImageGrid) -> [UInt16] {
    let size = grid.size
    let channels = OpponentColors(grid)
    let sums = [channels.lightness, channels.redGreen, channels.blueYellow].map { BoxSums($0, size) }
    let longer = max(size.width, size.height)
    var maps: [(map: [Int32], weight: Int32)] = surrounds.map { surround in
      let outer = max(2, surround * longer / 256)
      let map = contrast(sums, size, inner: outer / centerDivisor, outer: outer)
      return (map.normalized(least), 4)
    }
    maps.append((channels.saturation.normalized(16 * least), 2))
    maps.append((channels.skin.normalized(least), 4))
    var total = [Int32](repeating: 0, count: size.area)
    for (map, weight) in maps {
      for i in total.indices { total[i] += map[i] * weight }
    }
    // What is transparent is not seen, and in an image with transparent parts, what is opaque is the subject.
    let full = Int32(ImageGrid.full)
    if let lowest = channels.alpha.min(), lowest < full {
      let mean = total.mean
      for i in total.indices {
        total[i] = Int32(Int64(total[i] + mean + 64) * Int64(channels.alpha[i]) / Int64(full))
      }
    }
    total = BoxSums(total, size).means(radius: max(1, longer / 128))
    let mean = total.mean
    for i in total.indices { total[i] = max(0, total[i] - mean) }
    let top = total.max() ?? 0
    return total.map { top > 0 ? UInt16(Int64($0) * Int64(highest) / Int64(top)) : 0 }
  }

  /// Returns the differences between small squares and the large ones around them.
  private static func contrast(_ sums: [BoxSums], _ size: PixelSize, inner: Int, outer: Int) -> [Int32] {
    var map = [Int32](repeating: 0, count: size.area)
    for channel in sums {
      let (center, surround) = (channel.means(radius: inner), channel.means(radius: outer))
      for i in map.indices { map[i] += abs(center[i] - surround[i]) }
    }
    return map
  }
}

/// The colors of a grid as lightness and differences of opponent colors, all from 0 to twice `ImageGrid.full`.
private struct OpponentColors {
  private(set) var lightness: [Int32] = []
  private(set) var redGreen: [Int32] = []
  private(set) var blueYellow: [Int32] = []
  private(set) var saturation: [Int32] = []
  /// The resemblance to skin.
  private(set) var skin: [Int32] = []
  private(set) var alpha: [Int32] = []

  init(_ grid: ImageGrid) {
    let full = Int32(ImageGrid.full)
    for i in stride(from: 0, to: grid.cells.count, by: 4) {
      let (r, g, b) = (grid.cells[i], grid.cells[i + 1], grid.cells[i + 2])
      let light = (2 * r + 5 * g + b) / 8
      lightness.append(light)
      redGreen.append(r - g + full)
      blueYellow.append((r + g) / 2 - b + full)
      // Dark colors do not look saturated, whatever their ratios.
      saturation.append(light < full / 6 ? 0 : max(r, g, b) - min(r, g, b))
      skin.append(Self.skin(r >> 4, g >> 4, b >> 4, light >> 4))
      alpha.append(grid.cells[i + 3])
    }
  }

  /// The distance from the middle of the chroma of skin, of any lightness (D. Chai and K. N. Ngan, "Face Segmentation
  /// Using Skin-Color Map in Videophone Applications", 1999: Cb from 77 to 127, Cr from 133 to 173).
  private static func skin(_ r: Int32, _ g: Int32, _ b: Int32, _ light: Int32) -> Int32 {
    guard (50...235).contains(light) else { return 0 }
    let cb = (-43 * r - 85 * g + 128 * b) >> 8 + 128
    let cr = (128 * r - 107 * g - 21 * b) >> 8 + 128
    return max(0, 255 - 12 * abs(cr - 153) - 10 * abs(cb - 104))
  }
}

/// The sums of all rectangles of a map that begin at its corner, for means of squares in constant time (F. C. Crow,
/// "Summed-Area Tables for Texture Mapping", 1984).
private struct BoxSums {
  private let size: PixelSize
  private var sums: [Int]

  init(_ map: [Int32], _ size: PixelSize) {
    self.size = size
    let stride = size.width + 1
    sums = [Int](repeating: 0, count: stride * (size.height + 1))
    for y in 0..<size.height {
      var row = 0
      for x in 0..<size.width {
        row += Int(map[y * size.width + x])
        sums[(y + 1) * stride + x + 1] = sums[y * stride + x + 1] + row
      }
    }
  }

  /// Returns the mean of the square around each cell, as far as it is inside the map.
  func means(radius: Int) -> [Int32] {
    var means: [Int32] = []
    means.reserveCapacity(size.area)
    let stride = size.width + 1
    for y in 0..<size.height {
      let (top, bottom) = (max(0, y - radius) * stride, min(size.height, y + radius + 1) * stride)
      for x in 0..<size.width {
        let (left, right) = (max(0, x - radius), min(size.width, x + radius + 1))
        let sum = sums[bottom + right] - sums[bottom + left] - sums[top + right] + sums[top + left]
        means.append(Int32(sum / ((bottom - top) / stride * (right - left))))
      }
    }
    return means
  }
}

extension [Int32] {
  fileprivate var mean: Int32 { Int32(reduce(0) { $0 + Int($1) } / Swift.max(1, count)) }

  /// Returns the map with a largest value of 255, times the square of the distance between that and the mean, in 256ths.
  /// A map without a value of at least `least` becomes 0.
  fileprivate func normalized(_ least: Int32) -> [Int32] {
    guard let top = self.max(), top >= least else { return map { _ in 0 } }
    let scaled = map { $0 * 255 / top }
    let distance = 255 - scaled.mean
    let weight = (distance * distance) >> 8
    return scaled.map { $0 * weight }
  }
}

// MARK: Windows

extension AttentionMap {
  /// The number of places at which a window is tried, less one.
  private static let steps = 256
  /// A cell in the units of lengths.
  private static let cell = 256

  /// Returns the middle of the window that contains most attention, in the pixels of the image.
  ///
  /// Attention near the middle of a window has a larger weight, and so has a window near the middle of the part. Of equal
  /// windows, the one nearest to the middle is chosen, and then the upper left one.
  ///
  /// - Parameters:
  ///   - image: The size of the upright image.
  ///   - part: The part of the image that windows are in.
  ///   - window: The size of the window.
  package func center(of window: Size, in part: Rect, image: Size) -> Point {
    var (x, y) = (Span1D(part.minX, part.maxX), Span1D(part.minY, part.maxY))
    // Usually one of them does nothing.
    x = x.window(window.width, best: profile(alongX: true, x, y, image), of: size.width, image.width)
    y = y.window(window.height, best: profile(alongX: false, x, y, image), of: size.height, image.height)
    return Point(x: x.middle, y: y.middle)
  }

  /// Returns the sum of each column, or of each row, between two places across.
  private func profile(alongX: Bool, _ x: Span1D, _ y: Span1D, _ image: Size) -> [Int] {
    let (along, across) = alongX ? (size.width, size.height) : (size.height, size.width)
    let span = alongX ? y.cells(across, image.height) : x.cells(across, image.width)
    var sums = [Int](repeating: 0, count: along)
    for j in 0..<across {
      let part = max(0, min(span.upper, (j + 1) * Self.cell) - max(span.lower, j * Self.cell))
      guard part > 0 else { continue }
      for i in 0..<along { sums[i] += Int(values[alongX ? j * along + i : i * across + j]) * part }
    }
    return sums
  }

  /// A part of one axis of the image, in its pixels.
  private struct Span1D {
    let low: Double
    let high: Double

    init(_ low: Double, _ high: Double) { (self.low, self.high) = (low, high) }

    var middle: Double { (low + high) / 2 }

    /// In units of the grid.
    func cells(_ count: Int, _ side: Double) -> (lower: Int, upper: Int) {
      func place(_ x: Double) -> Int { Int((x / side * Double(count * AttentionMap.cell)).rounded()) }
      return (place(low), place(high))
    }

    /// Returns the window of a length that contains most of a profile.
    func window(_ length: Double, best profile: [Int], of count: Int, _ side: Double) -> Span1D {
      let free = high - low - length
      guard free > 0 else { return self }
      let own = cells(count, side)
      let width = Span1D(0, length).cells(count, side).upper
      let step = AttentionMap.bestStep(profile, from: own.lower, free: own.upper - own.lower - width, width)
      let start = low + free * Double(step) / Double(AttentionMap.steps)
      return Span1D(start, start + length)
    }
  }

  /// Returns the number of the step at which a window contains most of a profile.
  ///
  /// - Parameters: The first place of the window, the distance to the last one, and its width.
  private static func bestStep(_ profile: [Int], from start: Int, free: Int, _ width: Int) -> Int {
    var prefix = [0]
    for value in profile { prefix.append(prefix[prefix.count - 1] + value) }
    // Places are multiples of `free / steps`, so lengths are multiplied by the number of steps.
    let unit = cell * steps
    func sum(to place: Int) -> Int {
      let place = min(max(0, place), profile.count * unit)
      let (index, rest) = place.quotientAndRemainder(dividingBy: unit)
      // Sums are below 2^44: 256 cells of 4095 in each direction, in 256ths.
      return prefix[index] + (rest > 0 ? profile[index] * rest / unit : 0)
    }
    func score(_ step: Int) -> Int {
      let left = start * steps + step * free
      // Nested windows: what is near the middle counts in all of them.
      var total = 0
      for (part, weight) in [(8, 4), (6, 2), (4, 2), (2, 1)] {
        let inset = width * steps * (8 - part) / 16
        total += weight * (sum(to: left + width * steps - inset) - sum(to: left + inset))
      }
      let distance = abs(2 * step - steps)
      return total / 1024 * (8 * steps * steps - distance * distance)
    }
    var best = (step: steps / 2, score: score(steps / 2))
    for distance in 1...steps / 2 {
      for step in [steps / 2 - distance, steps / 2 + distance] {
        let score = score(step)
        if score > best.score { best = (step, score) }
      }
    }
    return best.step
  }
}
