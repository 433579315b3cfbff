import FrameCodec
import FrameImage
import TestSupport
import Testing

/// A decoder whose rows are one byte: the row number, plus 100 for each earlier frame. It records its calls.
private final class Numbered: ImageDecoder {
  let size = PixelSize(width: 1, height: 10)!
  let format = PixelFormat.gray8
  let frames = 3
  var damage = Damage()
  /// The damage to report when a row is decoded, by row number.
  var findings: [Int: (inout Damage) -> Void] = [:]
  /// The loss to report when decoding ends.
  var lossAtEnd: CodecError?
  private(set) var calls: [String] = []
  private var frame = 0
  private var row = 0

  func beginFrame(_ index: Int) -> Int {
    calls.append("frame \(index)")
    (frame, row) = (index, 0)
    return 10 * index
  }

  func read(into band: inout MutableSpan<UInt8>) throws(CodecError) {
    calls.append("read \(band.count)")
    for i in 0..<band.count {
      band[i] = UInt8(100 * frame + row)
      findings[row]?(&damage)
      row += 1
    }
  }

  func finish(unread: Int) throws(CodecError) {
    calls.append("finish \(unread)")
    try skip(unread)
    if let lossAtEnd { damage.lose(lossAtEnd) }
  }
}

@Suite struct CheckedDecoderTests {
  private let numbered = Numbered()

  private func decoder(_ policy: DamagePolicy = .fail) throws -> CheckedDecoder {
    try CheckedDecoder(numbered, DecodeRequest(onDamage: policy))
  }

  private func rows(_ decoder: inout CheckedDecoder, _ rows: Range<Int>) throws(CodecError) -> [UInt8] {
    var band = [UInt8](repeating: 0, count: rows.count)
    var span = band.mutableSpan
    try decoder.read(from: rows.lowerBound, into: &span)
    return band
  }

  private func error(_ body: () throws -> Void) -> CodecError? {
    do {
      try body()
      return nil
    } catch {
      return error as? CodecError
    }
  }

  private func isMisuse(_ body: () throws -> Void) -> Bool {
    if case .misuse = error(body) { true } else { false }
  }

  @Test("A decoder is asked for rows in order, and never for more than the image has")
  func order() throws {
    var decoder = try decoder()
    try expectEqual(rows(&decoder, 0..<2), [0, 1])
    try expectEqual(rows(&decoder, 5..<7), [5, 6])
    try decoder.finish()
    try decoder.finish()
    let read = ["read 2", "read 1", "read 1", "read 1", "read 2", "finish 3", "read 1", "read 1", "read 1"]
    expectEqual(numbered.calls, ["frame 0"] + read)
  }

  @Test("Reading rows out of order or outside the image fails and changes nothing")
  func misuse() throws {
    var decoder = try decoder()
    _ = try rows(&decoder, 2..<4)
    for wrong in [3..<4, 0..<1, 9..<11, 10..<11, 4..<11] {
      expectTrue(isMisuse { _ = try rows(&decoder, wrong) }, "\(wrong)")
    }
    try expectEqual(rows(&decoder, 4..<10), [4, 5, 6, 7, 8, 9])
    try expectEqual(rows(&decoder, 10..<10), [])
    try decoder.finish()
    expectTrue(isMisuse { _ = try rows(&decoder, 9..<10) })
  }

  @Test("Frames are decoded in ascending order, each from its first row")
  func frames() throws {
    var decoder = try decoder()
    try expectEqual(decoder.beginFrame(0), 0)
    _ = try rows(&decoder, 0..<10)
    try decoder.finish()
    try expectEqual(decoder.beginFrame(2), 20)
    try expectEqual(rows(&decoder, 1..<2), [201])
    for wrong in [-1, 0, 1, 3] { expectTrue(isMisuse { try decoder.beginFrame(wrong) }, "\(wrong)") }
    expectEqual(numbered.calls.filter { $0.hasPrefix("frame") }, ["frame 0", "frame 2"])
  }

  @Test(
    "Each damage policy accepts exactly its kinds of damage",
    arguments: [
      ("harmless", [DamagePolicy.fail, .warn, .salvage]), ("noted", [.warn, .salvage]),
      ("lost", [.salvage]),
    ])
  func policies(_ kind: String, _ passing: [DamagePolicy]) throws {
    for policy in DamagePolicy.allCases {
      let numbered = Numbered()
      numbered.findings[5] = { damage in
        switch kind {
        case "harmless": damage.add(Damage(count: 1, detail: "it", harmless: 1))
        case "noted": damage.note("it")
        default: damage.lose(.truncated(detail: "it"))
        }
      }
      var decoder = try CheckedDecoder(numbered, DecodeRequest(onDamage: policy))
      try expectEqual(rows(&decoder, 0..<5), [0, 1, 2, 3, 4])
      expectEqual(decoder.notices, [])
      // Damage is found whether its row is read or skipped.
      let wanted: CodecError = kind == "lost" ? .truncated(detail: "it") : .damaged(detail: "it")
      let found = error { _ = try rows(&decoder, 7..<8) }
      expectEqual(found, (passing.contains(policy) ? nil : wanted), "\(kind), \(policy)")
      expectEqual(error { try decoder.finish() }, found, "said again")
      expectEqual(decoder.notices, [.damage(count: 1, detail: "it")])
    }
  }

  @Test("What follows the last row is no loss: the image is complete") func trailing() throws {
    for (policy, passes) in [(DamagePolicy.fail, false), (.warn, true), (.salvage, true)] {
      let numbered = Numbered()
      numbered.lossAtEnd = .truncated(detail: "no end")
      var complete = try CheckedDecoder(numbered, DecodeRequest(onDamage: policy))
      _ = try rows(&complete, 0..<10)
      expectEqual(error { try complete.finish() }, passes ? nil : .truncated(detail: "no end"))
      // The next frame is not lost because of it.
      if passes {
        try complete.beginFrame(1)
        try expectEqual(rows(&complete, 0..<1), [100])
      }
      expectEqual(complete.notices, [.damage(count: 1, detail: "no end")])
    }
  }

  @Test("Damage that is found before the first row counts as well")
  func header() {
    numbered.damage.note("head")
    expectEqual(error { _ = try decoder() }, .damaged(detail: "head"))
    expectTrue(error { _ = try decoder(.warn) } == nil)
  }

  @Test("Of several defects, the first detail and the first loss are reported")
  func places() {
    var damage = Damage()
    expectTrue(damage.notices == [] && damage.loss == nil)
    damage.note("a")
    damage.lose(.damaged(detail: "b"))
    damage.lose(.truncated(detail: "c"))
    var other = Damage()
    other.note("d")
    damage.add(other)
    expectEqual(damage.notices, [.damage(count: 3, detail: "a")])
    expectEqual(damage.loss, .damaged(detail: "b"))
  }
}
