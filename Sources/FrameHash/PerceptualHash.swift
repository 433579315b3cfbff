import FrameModel

/// 64 bits for what an image looks like: few of them change when it is resized, compressed or made a little
/// brighter, and about half of them when it is another image.
///
/// It is the hash that is known as pHash (C. Zauner, "Implementation and Benchmarking of Perceptual Image
/// Hash Functions", 2010, 3.2.1), in the form of `imagehash.phash` of the Python package ImageHash 4:
///
/// 1. The upright image over white, laid there as browsers do, as luma, `0.299 R + 0.587 G + 0.114 B`; both of
///    the encoded samples.
/// 2. Its mean in each of 32 x 32 cells, by area: a pixel on a border counts in both cells by its parts.
/// 3. The discrete cosine transform (DCT-II) of these, and of it the 8 x 8 coefficients of the lowest
///    frequencies, the mean among them.
/// 4. A bit for each, row by row and the highest first: 1 where the coefficient is above their median. (The
///    median of 64 lies between the two in the middle: being above it means being above the lower one.)
///
/// ImageHash itself brings the image to 32 x 32 by Pillow's Lanczos filter, so that some bits near the median
/// differ; its hashes are compared among themselves, and these too.
///
/// All is computed in whole numbers: the bits are the same on every machine, and coefficients that cancel,
/// as those of an even surface, are zero and not what rounding has left of them. Each surface of one color
/// has the hash 8000000000000000, and black 0.
///
///     var hasher = PerceptualHasher(size: size, format: format, orientation: .up)
///     try decoder.forEachBand { hasher.write($0) }
///     let hash = hasher.hash
public struct PerceptualHash: Hashable, Sendable {
  public var bits: UInt64

  public init(bits: UInt64) {
    self.bits = bits
  }

  /// 16 digits, in lower case.
  public var text: String {
    let digits = String(bits, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// In how many bits they differ: 0...64.
  public func distance(to other: PerceptualHash) -> Int {
    (bits ^ other.bits).nonzeroBitCount
  }

  /// The groups of hashes that are linked by steps of at most so many bits (single linkage): two of a group
  /// may be further apart, where others lie between them.
  ///
  /// - Returns: the places in `hashes` of each group of two or more, in their order, by the first one's.
  /// - Complexity: O(n²) for n hashes.
  public static func groups(of hashes: [PerceptualHash], within distance: Int) -> [[Int]] {
    // The first one of a group stands for it; a link leads to one nearer to it.
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

/// Takes the rows of a stored image, from the top down, and has its hash when all have come. It holds 1024
/// sums and one row of luma.
public struct PerceptualHasher {
  private static let cells = 32
  private static let kept = 8

  private let size: PixelSize
  private let format: PixelFormat
  private let orientation: Orientation
  private var row = 0
  private var luma: [UInt64]
  /// Of a cell, the sum of its pixels by their area in it. Where coordinates are multiplied by 32, borders
  /// of pixels and of cells are whole numbers, and each cell has the area of width times height: sums of
  /// 16-bit samples stay below 2^64 for every `PixelSize`.
  private var sums = [UInt64](repeating: 0, count: cells * cells)
  private let columns: [Overlap]

  /// - Parameters: of the rows that will be written, and how they stand to the upright image.
  public init(size: PixelSize, format: PixelFormat, orientation: Orientation) {
    self.size = size
    self.format = format
    self.orientation = orientation
    luma = [UInt64](repeating: 0, count: size.width)
    columns = (0..<Self.cells).map { Overlap(cell: $0, of: size.width) }
  }

  /// The pixels of a row or column that lie in a cell, and how many 32nds of the outer ones do.
  private struct Overlap {
    var first: Int
    var last: Int
    var ofFirst: UInt64
    var ofLast: UInt64

    init(cell: Int, of count: Int) {
      let (low, high) = (cell * count, (cell + 1) * count)
      first = low / cells
      last = (high - 1) / cells
      ofFirst = UInt64(min(high, (first + 1) * cells) - low)
      ofLast = UInt64(high - max(low, last * cells))
    }
  }

  /// - Parameter band: the next whole rows.
  public mutating func write(_ band: Span<UInt8>) {
    for start in stride(from: 0, to: band.count, by: format.rowBytes(width: size.width)) {
      takeLuma(band, from: start)
      addRow()
      row += 1
    }
  }

  /// Luma of 16 bits, over white.
  private mutating func takeLuma(_ band: Span<UInt8>, from start: Int) {
    let (bytes, channels) = (band.bytes, format.channels)
    let (green, blue) = channels.isGray ? (0, 0) : (1, 2)
    let deep = format.depth == .sixteen
    func sample(_ at: Int) -> UInt64 {
      deep
        ? UInt64(bytes.unsafeLoadUnaligned(fromByteOffset: start + 2 * at, as: UInt16.self))
        : UInt64(band[start + at]) * 257
    }
    for x in 0..<size.width {
      let at = x * channels.rawValue
      // Thousandths as 65536ths: they add up to 65536, so that white stays white.
      let colors = 19595 * sample(at) + 38470 * sample(at + green) + 7471 * sample(at + blue)
      var value = (colors + 1 << 15) >> 16
      if channels.hasAlpha {
        let alpha = sample(at + channels.rawValue - 1)
        value = (value * alpha + 65535 * (65535 - alpha) + 32767) / 65535
      }
      luma[x] = value
    }
  }

  /// Adds a row to the cells that it lies in.
  private mutating func addRow() {
    let (top, bottom) = (row * Self.cells, (row + 1) * Self.cells)
    let cellRows = top / size.height...(bottom - 1) / size.height
    for (column, overlap) in columns.enumerated() {
      var sum = overlap.ofFirst * luma[overlap.first]
      if overlap.last > overlap.first {
        for x in overlap.first + 1..<overlap.last { sum += luma[x] * UInt64(Self.cells) }
        sum += overlap.ofLast * luma[overlap.last]
      }
      for cell in cellRows {
        let height = min(bottom, (cell + 1) * size.height) - max(top, cell * size.height)
        sums[cell * Self.cells + column] += sum * UInt64(height)
      }
    }
  }

  /// Whether the image has no look: a surface of one color, or a pattern too fine for the frequencies that the hash
  /// is made of.
  public var isEven: Bool {
    Self.lowFrequencies(of: uprightMeans).dropFirst().allSatisfy { $0 == 0 }
  }

  /// Of the rows that were written: all of them.
  public var hash: PerceptualHash {
    precondition(row == size.height, "\(row) rows of \(size.height)")
    let coefficients = Self.lowFrequencies(of: uprightMeans)
    let median = coefficients.sorted()[coefficients.count / 2 - 1]
    return PerceptualHash(bits: coefficients.reduce(0) { $0 << 1 | ($1 > median ? 1 : 0) })
  }

  /// The cells' means, in 256ths, turned as the image is: cells are squares of one grid, so that turning
  /// them is the same as turning the pixels.
  private var uprightMeans: [Int] {
    let area = UInt64(size.area)
    let stored = sums.map { sum in
      let (mean, rest) = sum.quotientAndRemainder(dividingBy: area)
      return Int(mean << 8 | (rest << 8) / area)
    }
    let last = Self.cells - 1
    return (0..<stored.count).map { index in
      let (y, x) = index.quotientAndRemainder(dividingBy: Self.cells)
      let (column, row) =
        switch orientation {
        case .up: (x, y)
        case .upMirrored: (last - x, y)
        case .down: (last - x, last - y)
        case .downMirrored: (x, last - y)
        case .leftMirrored: (y, x)
        case .right: (y, last - x)
        case .rightMirrored: (last - y, last - x)
        case .left: (last - y, x)
        }
      return stored[row * Self.cells + column]
    }
  }

  /// The first 8 x 8 coefficients of DCT-II, without the factors that all of them share: first of the
  /// columns, then of the rows.
  private static func lowFrequencies(of means: [Int]) -> [Int] {
    let cosines = Self.cosines
    let half = (0..<kept * cells).map { index in
      let (v, x) = index.quotientAndRemainder(dividingBy: cells)
      return (0..<cells).reduce(0) { $0 + cosines[v * cells + $1] * means[$1 * cells + x] }
    }
    return (0..<kept * kept).map { index in
      let (v, u) = index.quotientAndRemainder(dividingBy: kept)
      return (0..<cells).reduce(0) { $0 + cosines[u * cells + $1] * half[v * cells + $1] }
    }
  }

  /// cos((2i + 1) k pi / 64) in 16384ths, k by k. Means have 24 bits, cosines 14 and sums of 32 add 5: both
  /// passes stay below 2^62.
  private static let cosines: [Int] = (0..<kept * cells).map { index in
    let (k, i) = index.quotientAndRemainder(dividingBy: cells)
    let angle = Angle(degrees: Double((2 * i + 1) * k) * 180 / 64)
    return Int((Trigonometry.sineAndCosine(angle).cosine * 16384).rounded())
  }
}
