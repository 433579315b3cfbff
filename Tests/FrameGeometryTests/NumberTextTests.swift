import FrameGeometry
import TestSupport
import Testing

/// Numbers as text in scripts and reports.
@Suite struct NumberTextTests {
  @Test(
    "Script text writes integers without a fraction and reads back exactly",
    arguments: [
      (0.0, "0"), (-0.0, "0"), (3, "3"), (-12, "-12"), (0.5, "0.5"), (-0.25, "-0.25"), (0.1, "0.1"),
      (0.1 + 0.2, "0.30000000000000004"), (123_456_789_012_345, "123456789012345"),
      (1e15, "1000000000000000"),
      (0x1p53, "9007199254740992"),
      (1e16, "1e+16"), (1e-7, "1e-07"),
    ])
  func scriptText(number: Double, text: String) {
    expectEqual(number.scriptText, text)
    expectEqual(Double(text), number)
  }

  @Test(
    "Fixed decimals round half away from zero and never give a negative zero",
    arguments: [
      (1.0, 2, "1.00"), (1.5, 0, "2"), (2.5, 0, "3"), (-2.5, 0, "-3"), (0.125, 2, "0.13"),
      (-0.125, 2, "-0.13"), (0.005, 1, "0.0"), (-0.004, 2, "0.00"), (12.3456, 3, "12.346"),
      (0.05, 2, "0.05"), (99.999, 2, "100.00"), (1234567.891, 1, "1234567.9"), (0, 3, "0.000"),
      (0.99, 0, "1"), (0.4, 0, "0"),
    ])
  func fixedDecimals(number: Double, decimals: Int, text: String) {
    expectEqual(number.fixed(decimals), text)
  }

  @Test("A number too large for fixed decimals is written as script text") func largeNumbers() {
    expectEqual(1e20.fixed(2), "1e+20")
    expectEqual(Double.infinity.fixed(2), "inf")
    expectEqual(1e14.fixed(17), "100000000000000.00000000000000000")
    expectEqual((-1.5e15).fixed(2), "-1500000000000000.00")
    expectEqual(1e18.fixed(1), "1000000000000000000.0")
  }
}
