import Testing

@testable import JPEGCodec

@Suite struct MD5Tests {
  /// RFC 1321, A.5.
  @Test(arguments: [
    ("", "D41D8CD98F00B204E9800998ECF8427E"), ("a", "0CC175B9C0F1B6A831C399E269772661"),
    ("message digest", "F96B697D7CB7938D525A2F31AAF161D0"),
    (
      "12345678901234567890123456789012345678901234567890123456789012345678901234567890",
      "57EDF4A22BE3C955AC49DA2E2107B67A"
    ),
  ]) func theStandardsOwn(_ text: String, _ wanted: String) {
    #expect(MD5.hex(of: Array(text.utf8)) == wanted)
  }

  @Test func allLengthsAroundABlock() {
    let hashes = (50..<70).map { MD5.hex(of: [UInt8](repeating: 65, count: $0)) }
    #expect(Set(hashes).count == hashes.count)
    #expect(hashes[6] == "A2F3E2024931BD470555002AA5CCC010")
  }
}
