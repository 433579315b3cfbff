import FrameGeometry
import FrameImage
import FramePlan

/// The number of visible pixels with each sample, for each channel, from the rows of an image.
package struct ToneHistogram {
  /// The least number of pixels that a reduced image keeps on its longer side. A reduced pixel is the mean of several, which
  /// hides the darkest and the lightest ones: photos of 1200 to 4800 pixels lost up to 9 of 255 levels at 512, and 5 at 1024.
  package static let longestSide = 1024

  private let format: PixelFormat
  private let columns: Range<Int>
  private let rows: Range<Int>
  private let rowBytes: Int
  /// The counts of all samples for each color channel.
  private var counts: [[Int]]
  private var row = 0

  /// - Parameters:
  ///   - size: The size of the rows' image.
  ///   - part: The part of the stored image that counts.
  ///   - factor: How many pixels of the stored image a pixel has on each side.
  package init(_ size: PixelSize, _ format: PixelFormat, part: Rect, shrunk factor: Double) {
    /// All pixels that show a piece of the part.
    func pixels(_ low: Double, _ high: Double, of side: Int) -> Range<Int> {
      let first = min(max(0, Int((low / factor).rounded(.down))), side - 1)
      return first..<min(max(first + 1, Int((high / factor).rounded(.up))), side)
    }
    self.format = format
    columns = pixels(part.minX, part.maxX, of: size.width)
    rows = pixels(part.minY, part.maxY, of: size.height)
    rowBytes = format.rowBytes(width: size.width)
    counts = Array(
      repeating: Array(repeating: 0, count: format.depth.maximum + 1), count: format.channels.isGray ? 1 : 3)
  }

  package mutating func beginFrame() { row = 0 }

  /// - Parameter band: The next whole rows.
  package mutating func write(_ band: Span<UInt8>) {
    for start in stride(from: 0, to: band.count, by: rowBytes) {
      if rows.contains(row) { count(band.extracting(start..<start + rowBytes)) }
      row += 1
    }
  }

  private mutating func count(_ pixels: Span<UInt8>) {
    switch format.depth {
    case .eight: count { Int(pixels[$0]) }
    case .sixteen:
      let bytes = pixels.bytes
      count { Int(bytes.unsafeLoadUnaligned(fromByteOffset: 2 * $0, as: UInt16.self)) }
    }
  }

  /// - Parameter sample: Returns a sample by its index in the row.
  @inline(__always)
  private mutating func count(_ sample: (Int) -> Int) {
    let samples = format.channels.rawValue
    let alpha = samples - 1
    let hasAlpha = format.channels.hasAlpha
    for channel in counts.indices {
      for x in columns where !hasAlpha || sample(x * samples + alpha) > 0 {
        counts[channel][sample(x * samples + channel)] += 1
      }
    }
  }

  /// Returns for each channel the range from the darkest to the lightest sample, after a share of the pixels at each end.
  ///
  /// - Parameter share: Less than one half.
  /// - Returns: nil if no pixel was visible.
  package func ranges(clipping share: Double) -> ToneRanges? {
    let total = counts[0].reduce(0, +)
    guard total > 0 else { return nil }
    // With the slack, a tenth of 250 pixels is 25 of them, however 0.1 is rounded.
    let most = Int((share * Double(total) + 1e-9).rounded(.down))
    let full = Double(format.depth.maximum)
    let ranges = counts.map { counts in
      func end(_ samples: some Sequence<Int>) -> Int {
        var passed = 0
        return samples.first { sample in
          passed += counts[sample]
          return passed > most
        } ?? 0
      }
      let (black, white) = (end(counts.indices), end(counts.indices.reversed()))
      return Double(black) / full...Double(white) / full
    }
    return ranges.count == 1
      ? ToneRanges(all: ranges[0]) : ToneRanges(red: ranges[0], green: ranges[1], blue: ranges[2])
  }
}
