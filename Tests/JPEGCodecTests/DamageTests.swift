import FrameCodec
import FrameImage
import JPEGCodec
import TestSupport
import Testing

@Suite struct DamageTests {
  @Test("Probing or decoding zero bytes is the error for an empty file")
  func emptyInput() {
    expectEqual(codecError { _ = try probe([]) }, .empty)
    expectEqual(codecError { _ = try decode([]) }, .empty)
  }

  static let rubbish: [[UInt8]] = [
    [0xFF], [0xFF, 0xD8], [0xFF, 0xD8, 0xFF], [0xFF, 0xD8, 0xFF, 0xD9], [0xFF, 0xD8, 0xFF, 0xDA],
    [0xFF, 0xD8] + [UInt8](repeating: 0x41, count: 500),
    [0xFF, 0xD8] + [UInt8](repeating: 0xFF, count: 500),
    Array("this is no JPEG, whatever its name says".utf8),
  ]

  @Test(
    "Bytes that hold no JPEG image are damaged or truncated under every damage policy", arguments: rubbish,
    DamagePolicy.allCases)
  func garbage(_ bytes: [UInt8], _ policy: DamagePolicy) {
    let probed = codecError { _ = try probe(bytes) }
    let decoded = codecError { _ = try decode(bytes, onDamage: policy) }
    expectTrue(probed?.isDamaged == true || probed?.isTruncated == true)
    expectTrue(decoded?.isDamaged == true || decoded?.isTruncated == true)
  }

  static let images: [String: [UInt8]] = [
    "baseline 4:2:0": (try? encode(sample(width: 33, height: 30), quality: 50)) ?? [],
    "baseline gray": (try? encode(sample(width: 20, height: 41, .gray8), quality: 95)) ?? [],
    "progressive": HandmadeJPEG(
      width: 40, height: 40, sampling: [(2, 1), (1, 1), (1, 1)], isProgressive: true,
      block: HandmadeJPEG.noise
    ).bytes,
    "CMYK": HandmadeJPEG(
      width: 24, height: 24, sampling: [(1, 1), (1, 1), (1, 1), (1, 1)], block: HandmadeJPEG.noise
    ).bytes,
  ]

  /// Returns the offset of the first scan's data.
  private func dataStart(_ bytes: [UInt8]) throws -> Int {
    let scan = try #require(index(of: 0xDA, in: bytes))
    return scan + 2 + (Int(bytes[scan + 2]) << 8) + Int(bytes[scan + 3])
  }

  /// The end marker has two bytes.
  @Test(
    "Every shorter prefix of a JPEG is truncated, and salvaged from the first scan's data on",
    arguments: images.keys.sorted())
  func everyPrefix(_ name: String) throws {
    let bytes = try #require(Self.images[name])
    let whole = try decode(bytes).bitmap
    let start = try dataStart(bytes)
    for count in 1..<bytes.count - 2 {
      let prefix = Array(bytes.prefix(count))
      for policy in [DamagePolicy.fail, .warn] {
        let error = codecError { _ = try decode(prefix, onDamage: policy) }
        expectEqual(error?.isTruncated, true, "\(count) bytes: \(String(describing: error))")
      }
      // The truncation is also found if no rows are read.
      let unread = codecError {
        var decoder = try JPEGCodec().decoder(ByteInput(bytes: prefix), DecodeRequest())
        try decoder.finish()
      }
      expectEqual(unread?.isTruncated, true, "\(count) bytes, unread")
      if count < start {
        expectEqual(codecError { _ = try decode(prefix, onDamage: .salvage) }?.isTruncated, true)
      } else {
        let salvaged = try decode(prefix, onDamage: .salvage)
        expectEqual(salvaged.bitmap.size, whole.size)
        expectTrue(salvaged.damage != nil)
      }
    }
  }

  @Test("A JPEG that lacks only its end marker is damaged, but complete", arguments: images.keys.sorted())
  func missingEndMarker(_ name: String) throws {
    let bytes = try #require(Self.images[name])
    let whole = try decode(bytes).bitmap
    let detail = "Premature end of JPEG file: the end marker is missing"
    for count in [bytes.count - 2, bytes.count - 1] {
      let prefix = Array(bytes.prefix(count))
      expectEqual(codecError { _ = try decode(prefix) }, .damaged(detail: detail))
      for policy in [DamagePolicy.warn, .salvage] {
        let decoded = try decode(prefix, onDamage: policy)
        expectEqual(decoded.bitmap, whole)
        expectEqual(decoded.notices, [.damage(count: 1, detail: detail)])
      }
    }
  }

  @Test("Salvage keeps the rows before a truncation unchanged")
  func salvagedRows() throws {
    let bytes = try encode(try sample(width: 64, height: 256), quality: 80)
    let whole = try decode(bytes).bitmap
    let half = try decode(Array(bytes.prefix(bytes.count / 2)), onDamage: .salvage)
    // Chroma is interpolated between rows, so the last row before the damage may differ.
    let (kept, end) = (127 * whole.rowBytes, 144 * whole.rowBytes)
    expectEqual(half.bitmap.bytes.prefix(kept), whole.bytes.prefix(kept))
    expectTrue(half.bitmap.bytes.prefix(end) != whole.bytes.prefix(end))
    expectEqual(half.notices, [.damage(count: 1, detail: "Premature end of JPEG file, row 128 of 256")])
  }

  /// The cut segment follows the last scan, so the image is complete.
  @Test("A segment that is truncated after the last scan leaves the image complete")
  func truncatedLastSegment() throws {
    let comment = HandmadeJPEG.segment(0xFE, [UInt8](repeating: 0xFF, count: 50))
    for isProgressive in [false, true] {
      let jpeg = HandmadeJPEG(
        width: 40, height: 40, isProgressive: isProgressive, tail: comment,
        block: HandmadeJPEG.noise)
      let whole = try decode(jpeg.bytes).bitmap
      let part = try decode(Array(jpeg.bytes.dropLast(30)), onDamage: .salvage)
      expectEqual(part.bitmap, whole)
      let detail = "Premature end of JPEG file: the end marker is missing"
      expectEqual(part.notices, [.damage(count: 1, detail: detail)])
    }
  }

  @Test("Damage in a scan is an error under fail, and a notice under warn and salvage")
  func damagePolicies() throws {
    var bytes = try encode(try sample(width: 64, height: 64), quality: 80)
    let start = try dataStart(bytes)
    // A marker in the middle of the data ends the data.
    bytes.replaceSubrange(start + 200..<start + 202, with: [0xFF, 0xD9])
    expectEqual(codecError { _ = try decode(bytes) }?.isDamaged, true)
    for policy in [DamagePolicy.warn, .salvage] {
      try expectTrue(decode(bytes, onDamage: policy).damage != nil)
    }
  }

  /// Unread rows are skipped, but their data are still checked.
  @Test("Damage in unread rows is found by the end of decoding")
  func damageInUnreadRows() throws {
    let whole = try encode(try sample(width: 64, height: 256), quality: 80)
    for at in [whole.count / 3, whole.count / 2, whole.count * 9 / 10] {
      var bytes = whole
      bytes.replaceSubrange(at..<at + 2, with: [0xFF, 0xD9])
      for rows in [0..<1, 20..<40] {
        for policy in DamagePolicy.allCases {
          var decoder = try JPEGCodec().decoder(
            ByteInput(bytes: bytes), DecodeRequest(onDamage: policy))
          let error = codecError {
            _ = try readRows(&decoder, rows)
            try decoder.finish()
          }
          expectEqual(error?.isDamaged, (policy == .fail ? true : nil))
          expectTrue(decoder.notices == (try decode(bytes, onDamage: .salvage)).notices)
        }
      }
    }
  }

  @Test("Extraneous bytes are a notice between segments, and damage after the data of a scan")
  func extraneousBytes() throws {
    let between = HandmadeJPEG(segments: HandmadeJPEG.segment(0xFE, [1]) + [1, 2, 3]).bytes
    let decoded = try decode(between)
    expectEqual(
      decoded.notices,
      [
        .damage(count: 1, detail: "Corrupt JPEG data: 3 extraneous bytes before marker 0xdb")
      ])
    expectEqual(decoded.bitmap, (try decode(HandmadeJPEG().bytes).bitmap))

    // More bytes than the library's lookahead swallows.
    let inside = HandmadeJPEG(tail: [UInt8](repeating: 1, count: 20)).bytes
    expectEqual(codecError { _ = try decode(inside) }?.isDamaged, true)
    try expectTrue(decode(inside, onDamage: .warn).damage != nil)
  }

  @Test("An unknown JFIF version is not damage")
  func unknownJFIFVersion() throws {
    let jfif = HandmadeJPEG.segment(0xE0, Array("JFIF\0".utf8) + [7, 0, 0, 0, 1, 0, 1, 0, 0])
    try expectEqual(decode(HandmadeJPEG(segments: jfif).bytes).notices, [])
  }

  @Test("Bytes after the end of a JPEG are ignored without a notice")
  func trailingBytes() throws {
    let bytes = HandmadeJPEG().bytes
    try expectEqual(decode(bytes + Array("anything".utf8)).notices, [])
  }

  @Test("An image after the end of a JPEG that no index names is a notice, also behind padding")
  func secondImage() throws {
    for isProgressive in [false, true] {
      let bytes = HandmadeJPEG(isProgressive: isProgressive).bytes
      for padding in [0, 1, 4000] {
        let file = bytes + [UInt8](repeating: 0, count: padding) + bytes
        let detail = "another JPEG follows, which no index names; it is not read"
        for policy in DamagePolicy.allCases {
          try expectEqual(decode(file, onDamage: policy).notices, [.damage(count: 1, detail: detail)])
        }
      }
    }
  }

  private func mirrored(_ bytes: [UInt8]) throws -> [UInt8] {
    let output = ByteOutput()
    let all = PixelRect(x: 0, y: 0, size: try probe(bytes).size)
    _ = try transform(
      bytes, into: output,
      TransformRequest(
        LosslessTransform(.exact, .upMirrored, source: all), onDamage: .salvage,
        metadata: .replaced(ImageMetadata(), keepsUnknown: false)))
    return output.bytes
  }

  /// The library takes the coding and the size of a second frame header before it refuses it.
  @Test("A second frame header that the file's end cuts changes nothing")
  func cutSecondHeader() throws {
    let jpeg = HandmadeJPEG(width: 40, height: 40, block: HandmadeJPEG.noise)
    let image = Array(jpeg.bytes.dropLast(2))
    let damage = try decode(image, onDamage: .salvage)
    for marker: UInt8 in [0xC0, 0xC2, 0xC9, 0xCA] {
      for count in 1...7 {
        let cut = image + [0xFF, marker] + [0, 17, 12, 0xFF, 0xFF, 0xFF, 0xFF].prefix(count)
        let read = try decode(cut, onDamage: .salvage)
        expectTrue(read.bitmap == damage.bitmap && read.notices == damage.notices, "\(marker) \(count)")
        try expectEqual(mirrored(cut), mirrored(image), "\(marker) \(count)")
      }
    }
  }

  /// Any bytes give an image or one of our errors.
  @Test(
    "Randomly changed bytes give an image or a codec error", arguments: images.keys.sorted())
  func changedBytes(_ name: String) throws {
    let bytes = try #require(Self.images[name])
    var limits = Limits()
    limits.pixels = 1 << 20
    var state: UInt64 = 1
    func next(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
    for i in 0..<600 {
      var changed = bytes
      for _ in 0...next(4) { changed[next(bytes.count)] = UInt8(next(256)) }
      do {
        let policy = DamagePolicy.allCases[i % 3]
        _ = try decode(changed, ShrinkFactor.allCases[i % 4], onDamage: policy, limits: limits)
      } catch {
        expectTrue(error is CodecError)
      }
    }
  }

  @Test("A decoder that failed to read fails to finish with the same error")
  func repeatedError() throws {
    let bytes = try encode(try sample(width: 64, height: 64), quality: 80)
    var decoder = try JPEGCodec().decoder(
      ByteInput(bytes: Array(bytes.prefix(bytes.count / 2))), DecodeRequest())
    let first = codecError { _ = try readRows(&decoder, 0..<64) }
    expectEqual(first?.isTruncated, true)
    expectEqual(codecError { try decoder.finish() }, first)
  }

  /// Returns a gray column of 20 blocks with a restart marker after each block but the last. The marker after the
  /// block `stale` repeats the number of the marker before it. The data end before the block `cutBefore`.
  private func column(stale: Int? = nil, cutBefore: Int? = nil) -> [UInt8] {
    var data = HandmadeJPEG.scan([0], from: 0, to: 63)
    for block in 0..<20 {
      if block == cutBefore { break }
      var bits = BitWriter()
      // The code of a DC difference of three bits, these bits, and the end of the block.
      bits.append(3, count: 4)
      bits.append(signed: 4 + block % 4, count: 3)
      bits.append(0, count: 3)
      data += bits.finished
      let isLast = block == 19 || block + 1 == cutBefore
      if !isLast { data += [0xFF, 0xD0 + UInt8((block == stale ? block + 7 : block) % 8)] }
    }
    let bytes = HandmadeJPEG(
      width: 8, height: 160, segments: HandmadeJPEG.segment(0xDD, [0, 1]), scansInstead: data
    ).bytes
    return cutBefore == nil ? bytes : bytes.dropLast(2)
  }

  @Test("A stale restart marker before a cut counts as truncation, and earlier rows are salvaged")
  func staleRestartMarker() throws {
    let whole = try decode(column()).bitmap
    let cut = column(stale: 10, cutBefore: 12)
    for policy in [DamagePolicy.fail, .warn] {
      expectEqual(codecError { _ = try decode(cut, onDamage: policy) }?.isTruncated, true)
    }
    let salvaged = try decode(cut, onDamage: .salvage)
    expectTrue(salvaged.damage != nil && salvaged.bitmap.size == whole.size)
    expectEqual(salvaged.bitmap.bytes.prefix(8 * 8 * 11), whole.bytes.prefix(8 * 8 * 11))
    // Skipping the rows before gives the same result.
    var decoder = try JPEGCodec().decoder(ByteInput(bytes: cut), DecodeRequest(onDamage: .salvage))
    let last = try readRows(&decoder, 159..<160)
    expectTrue(last.elementsEqual(salvaged.bitmap.bytes.suffix(8)))
    try decoder.finish()
  }
}
