/// The darkest and the lightest sample of each channel, from 0 to 1.
package struct ToneRanges: Hashable, Sendable {
  package let red, green, blue: ClosedRange<Double>

  package init(red: ClosedRange<Double>, green: ClosedRange<Double>, blue: ClosedRange<Double>) {
    (self.red, self.green, self.blue) = (red, green, blue)
  }

  package init(all range: ClosedRange<Double>) { self.init(red: range, green: range, blue: range) }

  package var channels: [ClosedRange<Double>] { [red, green, blue] }

  /// True if no channel has two different samples, so that nothing can be stretched.
  package var areFlat: Bool { channels.allSatisfy { $0.lowerBound == $0.upperBound } }

  /// The smallest range with the ranges of all channels, for each of them.
  package var joined: ToneRanges {
    ToneRanges(
      all: min(
        red.lowerBound, green.lowerBound, blue.lowerBound)...max(
          red.upperBound, green.upperBound, blue.upperBound))
  }
}
