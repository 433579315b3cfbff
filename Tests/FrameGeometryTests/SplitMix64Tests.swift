import FrameGeometry
import TestSupport
import Testing

@Suite struct SplitMix64Tests {
  /// Numbers published with implementations of the algorithm.
  static let references: [(seed: UInt64, numbers: [UInt64])] = [
    (
      1_234_567,
      [
        6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
        4_593_380_528_125_082_431, 16_408_922_859_458_223_821,
      ]
    ),
    (
      0,
      [
        0xE220_A839_7B1D_CDAF, 0x6E78_9E6A_A1B9_65F4, 0x06C4_5D18_8009_454F, 0xF88B_B8A8_724C_81EC,
        0x1B39_896A_51A8_749B,
      ]
    ),
  ]

  @Test(
    "SplitMix64 generates the published reference numbers", arguments: references)
  func publishedNumbers(
    seed: UInt64, numbers: [UInt64]
  ) {
    var generator = SplitMix64(seed: seed)
    expectEqual(numbers.indices.map { _ in generator.next() }, numbers)
  }

  @Test("A copied generator continues like the original") func copies() {
    var one = SplitMix64(seed: 42)
    _ = one.next()
    var other = one
    expectEqual(one.next(), other.next())
    expectEqual(one, other)
  }
}
