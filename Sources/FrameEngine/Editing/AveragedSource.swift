import FrameImage

/// An image at a fraction of its size. Each pixel is the mean of the pixels that it covers, of encoded samples; colors are
/// weighted by alpha.
struct AveragedSource<Source: PixelSource>: PixelSource {
  let size: PixelSize
  private var source: Source
  private let factor: ShrinkFactor

  init(_ source: Source, by factor: ShrinkFactor) {
    self.source = source
    self.factor = factor
    size = source.size.reduced(by: factor)
  }

  var format: PixelFormat { source.format }

  mutating func read(from row: Int, into band: inout MutableSpan<UInt8>) throws {
    let rowBytes = format.rowBytes(width: size.width)
    let sourceBytes = format.rowBytes(width: source.size.width)
    // The rows of the source that one row covers.
    var covered = [UInt8](repeating: 0, count: sourceBytes * factor.rawValue)
    for index in 0..<band.count / rowBytes {
      let top = (row + index) * factor.rawValue
      let rows = min(factor.rawValue, source.size.height - top)
      var span = covered.mutableSpan
      var rest = span.extracting(first: rows * sourceBytes)
      try source.read(from: top, into: &rest)
      band.withUnsafeMutableBytes {
        let averages = UnsafeMutableRawBufferPointer(rebasing: $0[index * rowBytes..<(index + 1) * rowBytes])
        switch format.depth {
        case .eight: average(covered, rows, into: averages.bindMemory(to: UInt8.self))
        case .sixteen: average(covered, rows, into: averages.bindMemory(to: UInt16.self))
        }
      }
    }
  }

  mutating func finish() throws { try source.finish() }

  private func average<Sample: FixedWidthInteger & UnsignedInteger>(
    _ covered: [UInt8], _ rows: Int, into averages: UnsafeMutableBufferPointer<Sample>
  ) {
    let (channels, width) = (format.channels.rawValue, source.size.width)
    let colors = format.channels.hasAlpha ? channels - 1 : channels
    var sums = [Int](repeating: 0, count: channels)
    covered.withUnsafeBytes { covered in
      let covered = covered.bindMemory(to: Sample.self)
      for x in 0..<size.width {
        let columns = (x * factor.rawValue)..<min((x + 1) * factor.rawValue, width)
        for channel in 0..<channels { sums[channel] = 0 }
        for row in 0..<rows {
          var at = (row * width + columns.lowerBound) * channels
          for _ in columns {
            let weight = colors < channels ? Int(covered[at + colors]) : 1
            for channel in 0..<colors { sums[channel] += weight * Int(covered[at + channel]) }
            if colors < channels { sums[colors] += weight }
            at += channels
          }
        }
        let count = rows * columns.count
        let total = colors < channels ? sums[colors] : count
        for channel in 0..<colors {
          averages[x * channels + channel] = total > 0 ? Sample((sums[channel] + total / 2) / total) : 0
        }
        if colors < channels { averages[x * channels + colors] = Sample((total + count / 2) / count) }
      }
    }
  }
}
