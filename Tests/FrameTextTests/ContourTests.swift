import FrameGeometry
import TestSupport
import Testing

@testable import FrameText

@Suite struct ContourTests {
  @Test("The least rotation is the first of the least among all rotations")
  func leastRotation() {
    var numbers = SplitMix64(seed: 5)
    for count in 1...40 {
      for values in 1...4 as ClosedRange<UInt64> {
        // Few values, so that most points are equal to others.
        let points = (0..<count).map { _ in Point(x: Double(numbers.next() % values), y: 0) }
        let rotations = points.indices.map { first in (points[first...] + points[..<first]).map(\.x) }
        let least = rotations.indices.min { rotations[$0].lexicographicallyPrecedes(rotations[$1]) }
        expectEqual(Contour.leastRotation(of: points), least)
      }
    }
  }
}
