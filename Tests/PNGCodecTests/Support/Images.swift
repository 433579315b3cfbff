/// A PNG made without libpng or zlib: its pixels are in stored blocks.
struct HandMade {
  var width: Int
  var height: Int
  var depth = 8
  /// The color type as in IHDR: 0 gray, 2 RGB, 3 palette, 4 gray and alpha, 6 RGBA.
  var colorType = 0
  var interlaced = false
  /// Chunks between IHDR and IDAT.
  var before: [(String, [UInt8])] = []
  /// Chunks between IDAT and IEND.
  var after: [(String, [UInt8])] = []
  /// The filters of the rows, repeated cyclically; not for interlaced images.
  var filters: [UInt8] = [0]
  /// The samples of a pixel.
  var pixel: (_ x: Int, _ y: Int) -> [Int] = { x, y in [(x * 7 + y * 13) & 255] }

  var bytes: [UInt8] {
    var header = bigEndian(UInt32(width)) + bigEndian(UInt32(height))
    header += [UInt8(depth), UInt8(colorType), 0, 0, interlaced ? 1 : 0]
    let chunks =
      [("IHDR", header)] + before + [("IDAT", storedZlib(filteredRows))] + after + [("IEND", [])]
    return signature + chunks.flatMap { chunk($0, $1) }
  }

  private var filteredRows: [UInt8] {
    if !interlaced {
      let rows = (0..<height).map { y in pack((0..<width).flatMap { pixel($0, y) }) }
      let bytes = max(1, depth * pixel(0, 0).count / 8)
      return rows.indices.flatMap { y -> [UInt8] in
        let filter = filters[y % filters.count]
        return [filter] + filtered(rows[y], above: y > 0 ? rows[y - 1] : nil, by: filter, pixel: bytes)
      }
    }
    // The first column and row of each pass, and its column and row steps (PNG specification 8.2).
    let passes = [
      (0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2),
    ]
    return passes.flatMap { x, y, dx, dy in
      row(Array(stride(from: x, to: width, by: dx)), Array(stride(from: y, to: height, by: dy)))
    }
  }

  private func row(_ columns: [Int], _ rows: [Int]) -> [UInt8] {
    columns.isEmpty ? [] : rows.flatMap { y in [0] + pack(columns.flatMap { pixel($0, y) }) }
  }

  /// Filters a row exactly as PNG specification 9.2 says.
  private func filtered(_ row: [UInt8], above: [UInt8]?, by filter: UInt8, pixel: Int) -> [UInt8] {
    row.indices.map { i in
      let a = i < pixel ? 0 : Int(row[i - pixel])
      let b = above.map { Int($0[i]) } ?? 0
      let c = i < pixel ? 0 : above.map { Int($0[i - pixel]) } ?? 0
      let p = a + b - c
      let (pa, pb, pc) = (abs(p - a), abs(p - b), abs(p - c))
      let paeth = pa <= pb && pa <= pc ? a : pb <= pc ? b : c
      let prediction = [0, a, b, (a + b) / 2, paeth][Int(filter)]
      return UInt8(truncatingIfNeeded: Int(row[i]) - prediction)
    }
  }

  private func pack(_ samples: [Int]) -> [UInt8] {
    Samples.pack(samples, depth: depth)
  }
}

enum Samples {
  /// Packs samples side by side, the first in the highest bits (PNG specification 7.2).
  static func pack(_ samples: [Int], depth: Int) -> [UInt8] {
    if depth == 16 { return samples.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] } }
    var bytes = [UInt8](repeating: 0, count: (samples.count * depth + 7) / 8)
    for (i, sample) in samples.enumerated() {
      let bit = i * depth
      bytes[bit / 8] |= UInt8(sample << (8 - depth - bit % 8))
    }
    return bytes
  }
}

let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

func bigEndian(_ number: UInt32) -> [UInt8] {
  [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
}

func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
  let named = Array(type.utf8) + data
  return bigEndian(UInt32(data.count)) + named + bigEndian(crc32(named))
}

/// Returns a zlib stream of stored blocks (RFC 1950, RFC 1951 3.2.4).
func storedZlib(_ data: [UInt8]) -> [UInt8] {
  var stream: [UInt8] = [0x78, 0x01]
  var start = 0
  repeat {
    let block = data[start..<min(start + 65_535, data.count)]
    start += block.count
    let low = UInt8(block.count & 255), high = UInt8(block.count >> 8)
    stream += [start == data.count ? 1 : 0, low, high, ~low, ~high] + block
  } while start < data.count
  var a: UInt32 = 1
  var b: UInt32 = 0
  for byte in data {
    a = (a + UInt32(byte)) % 65_521
    b = (b + a) % 65_521
  }
  return stream + bigEndian(b << 16 | a)
}

private let crcTable: [UInt32] = (0..<256).map { n in
  (0..<8).reduce(UInt32(n)) { c, _ in c & 1 == 1 ? 0xEDB8_8320 ^ (c >> 1) : c >> 1 }
}

/// Returns the CRC of PNG specification, annex D. It is implemented here so that the tests do not depend on zlib.
func crc32(_ bytes: some Sequence<UInt8>) -> UInt32 {
  ~bytes.reduce(~0) { crcTable[Int(($0 ^ UInt32($1)) & 255)] ^ ($0 >> 8) }
}

/// Returns the chunks of a PNG so that a test can change them.
func chunks(_ png: [UInt8]) -> [(type: String, data: [UInt8])] {
  var at = 8
  var found: [(String, [UInt8])] = []
  while at + 12 <= png.count {
    let length = png[at..<at + 4].reduce(0) { $0 << 8 | Int($1) }
    guard at + 12 + length <= png.count else { break }
    found.append(
      (String(decoding: png[at + 4..<at + 8], as: UTF8.self), Array(png[at + 8..<at + 8 + length])))
    at += 12 + length
  }
  return found
}
