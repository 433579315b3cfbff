import FrameImage

/// An image at a fraction of its size. Each pixel is the mean of the pixels that it covers, of encoded samples; colors are
/// weighted by alpha.
package struct AveragedSource: PixelSource {
  package let size: PixelSize
  private var source: any PixelSource
  private let factor: ShrinkFactor

  package init(_ source: any PixelSource, by factor: ShrinkFactor) {
    self.source = source
    self.factor = factor
    size = source.size.reduced(by: factor)
  }

  package var format: PixelFormat { source.format }

  package mutating func read(from row: Int, into band: inout MutableSpan<UInt8>) throws {
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

  package mutating func finish() throws { try source.finish() }

  private func average<Sample: FixedWidthInteger & UnsignedInteger>(
    _ covered: [UInt8], _ rows: Int, into averages: UnsafeMutableBufferPointer<Sample>
  ) {
    covered.withUnsafeBytes {
      let samples = $0.bindMemory(to: Sample.self)
      if format.channels.hasAlpha {
        averageWeighted(samples, rows, into: averages)
      } else {
        averageOpaque(samples, rows, into: averages)
      }
    }
  }

  /// Sums columns first, which is a loop over vectors.
  private func averageOpaque<Sample: FixedWidthInteger & UnsignedInteger>(
    _ covered: UnsafeBufferPointer<Sample>, _ rows: Int, into averages: UnsafeMutableBufferPointer<Sample>
  ) {
    let (channels, width) = (format.channels.rawValue, source.size.width)
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: width * channels) { sums in
      for i in 0..<sums.count { sums[i] = UInt32(covered[i]) }
      for row in 1..<max(rows, 1) {
        for i in 0..<sums.count { sums[i] &+= UInt32(covered[row * sums.count + i]) }
      }
      for x in 0..<size.width {
        let columns = (x * factor.rawValue)..<min((x + 1) * factor.rawValue, width)
        let count = UInt32(rows * columns.count)
        for channel in 0..<channels {
          var sum = count / 2
          for column in columns { sum &+= sums[column * channels + channel] }
          averages[x * channels + channel] = Sample(sum / count)
        }
      }
    }
  }

  private func averageWeighted<Sample: FixedWidthInteger & UnsignedInteger>(
    _ covered: UnsafeBufferPointer<Sample>, _ rows: Int, into averages: UnsafeMutableBufferPointer<Sample>
  ) {
    let (channels, width) = (format.channels.rawValue, source.size.width)
    let colors = channels - 1
    var sums = [Int](repeating: 0, count: channels)
    for x in 0..<size.width {
      let columns = (x * factor.rawValue)..<min((x + 1) * factor.rawValue, width)
      for channel in 0..<channels { sums[channel] = 0 }
      for row in 0..<rows {
        var at = (row * width + columns.lowerBound) * channels
        for _ in columns {
          let weight = Int(covered[at + colors])
          for channel in 0..<colors { sums[channel] += weight * Int(covered[at + channel]) }
          sums[colors] += weight
          at += channels
        }
      }
      let (count, total) = (rows * columns.count, sums[colors])
      for channel in 0..<colors {
        averages[x * channels + channel] = total > 0 ? Sample((sums[channel] + total / 2) / total) : 0
      }
      averages[x * channels + colors] = Sample((total + count / 2) / count)
    }
  }
}
