/// A JPEG made from quantized DCT coefficients, for files that no encoder writes: any sampling, CMYK, chosen markers,
/// damage at a known place (ITU-T T.81, annexes B, F and G).
///
/// All quantizers are 8, so a block whose only coefficient is a DC of v - 128 is flat with samples v.
struct HandmadeJPEG {
  var width = 8
  var height = 8
  /// Horizontal and vertical sampling factors, one pair for each component.
  var sampling: [(h: Int, v: Int)] = [(1, 1)]
  var isProgressive = false
  /// Segments directly after SOI.
  var segments: [UInt8] = []
  /// Bytes directly before EOI: more scans, or garbage.
  var tail: [UInt8] = []
  /// The bytes of all scans; nil if they are made from blocks.
  var scansInstead: [UInt8]?
  /// The coefficients of a block by component, column and row: DC, then some AC coefficients in zigzag order, in
  /// -7...7 without 0.
  var block: (Int, Int, Int) -> [Int] = { _, _, _ in [0] }

  /// Returns an image with the same sample of each component everywhere.
  static func flat(_ samples: [Int], segments: [UInt8] = []) -> HandmadeJPEG {
    HandmadeJPEG(
      sampling: samples.map { _ in (1, 1) }, segments: segments,
      block: { component, _, _ in [samples[component] - 128] })
  }

  /// Returns blocks that differ from each other but are the same in each run.
  static func noise(_ component: Int, _ x: Int, _ y: Int) -> [Int] {
    var state = UInt64(component &* 7919 &+ x &* 104729 &+ y &* 1_299_709 &+ 1)
    func next(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
    let dc = next(160) - 80
    return [dc] + (0..<next(10)).map { _ in (1 + next(7)) * (next(2) == 0 ? 1 : -1) }
  }

  static func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
    let length = content.count + 2
    return [0xFF, marker, UInt8(length >> 8), UInt8(length & 0xFF)] + content
  }

  static let adobe = Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0]
  static func adobe(transform: UInt8) -> [UInt8] { segment(0xEE, adobe + [transform]) }

  /// Returns the header of a scan with these components.
  static func scan(_ components: [Int], from: Int, to: Int, high: Int = 0, low: Int = 0) -> [UInt8] {
    var content = [UInt8(components.count)]
    for component in components { content += [UInt8(component + 1), 0] }
    content += [UInt8(from), UInt8(to), UInt8(high << 4 | low)]
    return segment(0xDA, content)
  }

  var bytes: [UInt8] {
    var frame: [UInt8] = [8]
    for side in [height, width] { frame += [UInt8(side >> 8), UInt8(side & 0xFF)] }
    frame.append(UInt8(sampling.count))
    for (i, factors) in sampling.enumerated() {
      frame += [UInt8(i + 1), UInt8(factors.h << 4 | factors.v), 0]
    }
    let quantizers = [0] + [UInt8](repeating: 8, count: 64)
    // DC: twelve categories with codes of 4 bits. AC: the end of a block, three categories, and the end of 16384 or
    // more blocks, with codes of 3 bits.
    let dc: [UInt8] = [0x00] + Self.codes(12, ofBits: 4) + Array(0...11)
    let ac: [UInt8] = [0x10] + Self.codes(5, ofBits: 3) + [0, 1, 2, 3, 0xE0]
    var bytes: [UInt8] = [0xFF, 0xD8] + segments
    bytes += Self.segment(0xDB, quantizers)
    bytes += Self.segment(isProgressive ? 0xC2 : 0xC0, frame)
    bytes += Self.segment(0xC4, dc) + Self.segment(0xC4, ac)
    bytes += scansInstead ?? scans
    return bytes + tail + [0xFF, 0xD9]
  }

  /// Returns the number of codes of each length from 1 to 16.
  private static func codes(_ count: Int, ofBits bits: Int) -> [UInt8] {
    (1...16).map { $0 == bits ? UInt8(count) : 0 }
  }

  private var scans: [UInt8] {
    let all = Array(sampling.indices)
    guard isProgressive else {
      return Self.scan(all, from: 0, to: 63) + data(all, dc: true, ac: true)
    }
    return Self.scan(all, from: 0, to: 0) + data(all, dc: true, ac: false)
      + all.flatMap { Self.scan([$0], from: 1, to: 63) + data([$0], dc: false, ac: true) }
  }

  /// Returns the entropy-coded bytes of a scan.
  private func data(_ components: [Int], dc: Bool, ac: Bool) -> [UInt8] {
    var bits = BitWriter()
    var last = [Int](repeating: 0, count: sampling.count)
    for (component, x, y) in order(components) {
      let coefficients = block(component, x, y)
      if dc {
        let difference = coefficients[0] - last[component]
        last[component] = coefficients[0]
        let category = Self.category(difference)
        bits.append(category, count: 4)
        bits.append(signed: difference, count: category)
      }
      if ac {
        for value in coefficients.dropFirst() {
          let category = Self.category(value)
          bits.append(category, count: 3)
          bits.append(signed: value, count: category)
        }
        bits.append(0, count: 3)
      }
    }
    return bits.finished
  }

  /// Returns the blocks in the order of a scan: by MCU if there are several components, otherwise row by row.
  private func order(_ components: [Int]) -> [(component: Int, x: Int, y: Int)] {
    let h = sampling.map(\.h).max()!
    let v = sampling.map(\.v).max()!
    func divide(_ a: Int, _ b: Int) -> Int { (a + b - 1) / b }
    if components.count == 1, let only = components.first {
      let columns = divide(divide(width * sampling[only].h, h), 8)
      let rows = divide(divide(height * sampling[only].v, v), 8)
      return (0..<rows).flatMap { y in (0..<columns).map { (only, $0, y) } }
    }
    return (0..<divide(height, 8 * v)).flatMap { mcuY in
      (0..<divide(width, 8 * h)).flatMap { mcuX in
        components.flatMap { c in
          (0..<sampling[c].v).flatMap { y in
            (0..<sampling[c].h).map { x in
              (c, mcuX * sampling[c].h + x, mcuY * sampling[c].v + y)
            }
          }
        }
      }
    }
  }

  private static func category(_ value: Int) -> Int {
    Int.bitWidth - value.magnitude.leadingZeroBitCount
  }
}

/// A writer of bits, highest first, that inserts a 0 byte after each 0xFF (ITU-T T.81, B.1.1.5).
struct BitWriter {
  private var bytes: [UInt8] = []
  private var pending = 0
  private var count = 0

  mutating func append(_ bits: Int, count: Int) {
    for i in (0..<count).reversed() {
      pending = pending << 1 | (bits >> i & 1)
      self.count += 1
      if self.count == 8 {
        bytes.append(UInt8(pending))
        if pending == 0xFF { bytes.append(0) }
        pending = 0
        self.count = 0
      }
    }
  }

  /// Appends a value of a known category. For a negative value, the low bits of value - 1 are written (F.1.2.1).
  mutating func append(signed value: Int, count: Int) {
    append(value < 0 ? value - 1 : value, count: count)
  }

  /// The bytes, the last one padded with ones.
  var finished: [UInt8] {
    var whole = self
    while whole.count > 0 { whole.append(1, count: 1) }
    return whole.bytes
  }
}
