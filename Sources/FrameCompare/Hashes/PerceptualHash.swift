import FrameGeometry
import FrameImage

/// A perceptual hash of 64 bits. Few bits change when an image is resized, compressed or slightly brightened;
/// about half of them differ between unrelated images.
///
/// This is pHash (C. Zauner, "Implementation and Benchmarking of Perceptual Image Hash Functions", 2010,
/// 3.2.1), in the form of `imagehash.phash` of the Python package ImageHash 4:
///
/// 1. Blend the upright image over white, as browsers do, and compute the luma,
///    `0.299 R + 0.587 G + 0.114 B`; both on encoded samples.
/// 2. Average the luma over each of 32 x 32 cells, by area: a pixel on a border counts in both cells, by its
///    parts.
/// 3. Compute the discrete cosine transform (DCT-II) of the cells, and keep the 8 x 8 coefficients of the
///    lowest frequencies, including the mean.
/// 4. Set one bit per coefficient, row by row, the highest bit first: 1 if the coefficient is above the
///    median. (The median of 64 values lies between the two middle ones, so "above" means above the lower of
///    the two.)
///
/// ImageHash itself reduces the image to 32 x 32 with Pillow's Lanczos filter, so some bits near the median
/// differ. Compare these hashes only with each other.
///
/// All arithmetic uses integers. The bits are the same on every machine, and coefficients that cancel, as in
/// a uniform image, are exactly zero. Every image of one color has the hash 8000000000000000, and black has
/// 0.
///
///     var hasher = PerceptualHasher(size: size, format: format, orientation: .up)
///     try decoder.forEachBand { hasher.write($0) }
///     let hash = hasher.hash
package struct PerceptualHash: Equatable, Sendable {
  package var bits: UInt64

  /// The hash as 16 lowercase hexadecimal digits.
  package var text: String { String(bits, digits: 16, radix: 16) }

  /// Returns the number of bits that differ, 0...64.
  package func distance(to other: PerceptualHash) -> Int {
    (bits ^ other.bits).nonzeroBitCount
  }

  /// Groups hashes that are linked by steps of at most `distance` bits (single linkage). Two hashes of a
  /// group may be further apart if others lie between them.
  ///
  /// - Returns: The indices of each group of two or more hashes, ascending. Groups are ordered by their first
  ///   index.
  /// - Complexity: O(n²) for n hashes.
  package static func groups(of hashes: [PerceptualHash], within distance: Int) -> [[Int]] {
    // The first member represents its group. Each link points to a member closer to it, or to itself.
    var links = Array(hashes.indices)
    func first(_ index: Int) -> Int {
      var index = index
      while links[index] != index { index = links[index] }
      return index
    }
    for j in hashes.indices {
      for i in 0..<j where hashes[i].distance(to: hashes[j]) <= distance {
        let (a, b) = (first(i), first(j))
        links[max(a, b)] = min(a, b)
      }
    }
    let groups = Dictionary(grouping: hashes.indices, by: first)
    return groups.values.filter { $0.count > 1 }.sorted { $0[0] < $1[0] }
  }
}

/// Computes the perceptual hash of a stored image from its rows, from the top down. Holds 1024 sums and one
/// row of luma.
package struct PerceptualHasher {
  private static let cells = 32
  private static let frequencies = 8

  private let format: PixelFormat
  private let orientation: Orientation
  private var sums: AreaSums
  private var luma: [Int]
  /// For each completed cell, the sum of its pixels. Sums of 16-bit samples stay below 2^63 up to 2^47 pixels.
  private var cellSums: [Int] = []

  /// - Parameters: The size and format of the rows, and the orientation that makes the image upright.
  package init(size: PixelSize, format: PixelFormat, orientation: Orientation) {
    self.format = format
    self.orientation = orientation
    sums = AreaSums(size, over: PixelSize(width: Self.cells, height: Self.cells)!, channels: 1)
    luma = [Int](repeating: 0, count: size.width)
  }

  /// - Parameter band: The next whole rows.
  package mutating func write(_ band: Span<UInt8>) {
    for start in stride(from: 0, to: band.count, by: format.rowBytes(width: sums.size.width)) {
      computeLuma(band, from: start)
      sums.add(luma) { cellSums += $0 }
    }
  }

  /// Computes the luma of a row over white, 16 bits.
  private mutating func computeLuma(_ band: Span<UInt8>, from start: Int) {
    let (bytes, channels) = (band.bytes, format.channels)
    let (green, blue) = channels.isGray ? (0, 0) : (1, 2)
    let is16Bit = format.depth == .sixteen
    func sample(_ at: Int) -> Int {
      is16Bit
        ? Int(bytes.unsafeLoadUnaligned(fromByteOffset: start + 2 * at, as: UInt16.self))
        : Int(band[start + at]) * 257
    }
    for x in luma.indices {
      let at = x * channels.rawValue
      // The weights in 65536ths. They add up to 65536, so white stays white.
      let colors = 19595 * sample(at) + 38470 * sample(at + green) + 7471 * sample(at + blue)
      var value = (colors + 1 << 15) >> 16
      if channels.hasAlpha {
        let alpha = sample(at + channels.rawValue - 1)
        value = (value * alpha + 65535 * (65535 - alpha) + 32767) / 65535
      }
      luma[x] = value
    }
  }

  /// True if all coefficients except the mean are zero, so that the hash says nothing: an image of one color,
  /// or a pattern too fine for the lowest frequencies.
  package var isUniform: Bool {
    Self.lowFrequencies(of: uprightMeans).dropFirst().allSatisfy { $0 == 0 }
  }

  /// The hash. All rows must have been written.
  package var hash: PerceptualHash {
    precondition(cellSums.count == Self.cells * Self.cells, "rows are missing")
    let coefficients = Self.lowFrequencies(of: uprightMeans)
    let median = coefficients.sorted()[coefficients.count / 2 - 1]
    return PerceptualHash(bits: coefficients.reduce(0) { $0 << 1 | ($1 > median ? 1 : 0) })
  }

  /// The means of the cells, in 256ths, in upright order. Cells form a square grid, so turning the cells
  /// equals turning the pixels.
  private var uprightMeans: [Int] {
    let area = sums.size.area
    let stored = cellSums.map { sum in
      let (mean, remainder) = sum.quotientAndRemainder(dividingBy: area)
      return mean << 8 | (remainder << 8) / area
    }
    let grid = sums.grid
    return (0..<stored.count).map { index in
      let (y, x) = index.quotientAndRemainder(dividingBy: Self.cells)
      let (column, row) = orientation.storedPixel(x, y, of: grid)
      return stored[row * Self.cells + column]
    }
  }

  /// Returns the first 8 x 8 coefficients of the DCT-II without their common factors: columns first, then
  /// rows.
  private static func lowFrequencies(of means: [Int]) -> [Int] {
    let cosines = Self.cosines
    let half = (0..<frequencies * cells).map { index in
      let (v, x) = index.quotientAndRemainder(dividingBy: cells)
      return (0..<cells).reduce(0) { $0 + cosines[v * cells + $1] * means[$1 * cells + x] }
    }
    return (0..<frequencies * frequencies).map { index in
      let (v, u) = index.quotientAndRemainder(dividingBy: frequencies)
      return (0..<cells).reduce(0) { $0 + cosines[u * cells + $1] * half[v * cells + $1] }
    }
  }

  /// cos((2i + 1) k pi / 64) in 16384ths, k by k. Means have 24 bits, cosines 14, and sums of 32 values add
  /// 5, so both passes stay below 2^62.
  private static let cosines: [Int] = (0..<frequencies * cells).map { index in
    let (k, i) = index.quotientAndRemainder(dividingBy: cells)
    let angle = Angle(degrees: Double((2 * i + 1) * k) * 180 / 64)
    return Int((Trigonometry.sineAndCosine(angle).cosine * 16384).rounded())
  }
}
