import FrameImage

extension Bitmap {
  /// Returns the bitmap at a fraction of its size. Each pixel is the mean of those that it covers, of encoded samples;
  /// colors are weighted by alpha.
  func averaged(by factor: ShrinkFactor) -> Bitmap {
    switch format.depth {
    case .eight: averaged(by: factor.rawValue, of: UInt8.self)
    case .sixteen: averaged(by: factor.rawValue, of: UInt16.self)
    }
  }

  private func averaged<Sample: FixedWidthInteger & UnsignedInteger>(
    by factor: Int, of _: Sample.Type
  ) -> Bitmap {
    let channels = format.channels.rawValue
    let reduced = size.reduced(by: ShrinkFactor(rawValue: factor)!)
    var result = [UInt8](repeating: 0, count: format.rowBytes(width: reduced.width) * reduced.height)
    let colors = format.channels.hasAlpha ? channels - 1 : channels
    bytes.withUnsafeBytes { source in
      result.withUnsafeMutableBytes { result in
        let source = source.bindMemory(to: Sample.self)
        let result = result.bindMemory(to: Sample.self)
        var sums = [Int](repeating: 0, count: channels)
        for y in 0..<reduced.height {
          let rows = (y * factor)..<min((y + 1) * factor, size.height)
          for x in 0..<reduced.width {
            let columns = (x * factor)..<min((x + 1) * factor, size.width)
            for channel in 0..<channels { sums[channel] = 0 }
            for row in rows {
              var at = (row * size.width + columns.lowerBound) * channels
              for _ in columns {
                let weight = colors < channels ? Int(source[at + colors]) : 1
                for channel in 0..<colors { sums[channel] += weight * Int(source[at + channel]) }
                if colors < channels { sums[colors] += weight }
                at += channels
              }
            }
            let count = rows.count * columns.count
            let total = colors < channels ? sums[colors] : count
            let place = (y * reduced.width + x) * channels
            if total > 0 {
              for channel in 0..<colors {
                result[place + channel] = Sample((sums[channel] + total / 2) / total)
              }
            }
            if colors < channels { result[place + colors] = Sample((total + count / 2) / count) }
          }
        }
      }
    }
    return Bitmap(size: reduced, format: format, bytes: result)!
  }
}
