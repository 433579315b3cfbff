import FrameGeometry

/// The number of frames per second of an animation. Frame k is shown from k/rate on.
///
///     FrameRate("29.97")?.milliseconds(of: 0..<100)   // 3337
public struct FrameRate: Hashable, Sendable {
  /// Frames per thousand seconds.
  let thousandths: Int

  package static let range = 1...1000

  /// - Parameter rate: Frames per second, from 1 to 1000.
  /// - Returns: nil for a rate outside 1 to 1000.
  public init?(_ rate: Int) {
    guard Self.range.contains(rate) else { return nil }
    thousandths = rate * 1000
  }

  /// - Parameter text: `30`, `30fps`, or with up to three decimals.
  /// - Returns: nil for anything else, and for a rate outside 1 to 1000.
  public init?(_ text: String) {
    let number = text.hasSuffix("fps") ? text.dropLast(3) : text[...]
    let parts = number.split(separator: ".", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count),
      parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains) }
      ),
      parts[0].count <= 4, let whole = Int(parts[0])
    else { return nil }
    let decimals = parts.count > 1 ? parts[1] : "0"
    guard decimals.count <= 3, let rest = Int(decimals + String(repeating: "0", count: 3 - decimals.count))
    else {
      return nil
    }
    thousandths = whole * 1000 + rest
    guard thousandths >= Self.range.lowerBound * 1000, thousandths <= Self.range.upperBound * 1000 else {
      return nil
    }
  }

  /// Returns the time at which a frame is first shown, in seconds.
  package func time(of frame: Int) -> Double { Double(frame) * 1000 / Double(thousandths) }

  /// Returns the first frame shown at a time or after it. Times are sums of floating-point numbers, so a time within
  /// a millionth of a frame counts as that frame.
  ///
  /// - Parameter time: in seconds, 0 or more.
  package func frame(at time: Double) -> Int {
    let frames = (time * Double(thousandths) / 1000 - 1e-6).rounded(.up)
    return Int(max(0, min(frames, 1e15)))
  }

  /// Returns how long frames are shown together, in whole milliseconds. Each end is rounded separately, so the error
  /// of many is not larger than that of one.
  package func milliseconds(of frames: Range<Int>) -> Int {
    milliseconds(at: frames.upperBound) - milliseconds(at: frames.lowerBound)
  }

  private func milliseconds(at frame: Int) -> Int {
    (frame * 2_000_000 + thousandths) / (2 * thousandths)
  }

  /// As written in scripts and commands: "29.97".
  public var description: String { (Double(thousandths) / 1000).scriptText }
}

extension FrameRate: CustomStringConvertible {}
