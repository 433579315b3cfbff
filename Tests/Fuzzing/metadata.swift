import FrameCodec
import FrameImage
import FrameScript

@testable import PNGCodec

/// A harness that reads arbitrary bytes as IPTC records, as Photoshop resources, as a text of a PNG or as a comment. What
/// is removed of it is absent when the rest is read again, and what is written is read again.
enum Harness: FuzzTarget {
  static func seeds() -> [[UInt8]] {
    let iptc: [UInt8] =
      [0x1C, 1, 90, 0, 3, 0x1B, 0x25, 0x47, 0x1C, 2, 116, 0, 2, 0x6D, 0x65, 0x1C, 2, 55, 0, 8]
      + Array("20261121".utf8)
      + [0x1C, 2, 5, 0, 1, 0x61, 0x1C, 2, 202, 0x80, 4, 0, 0, 0, 2, 1, 2]
    let resources = Array("8BIM".utf8) + [4, 4, 0, 0, 0, 0, 0, UInt8(iptc.count)] + iptc + [0]
    let others = Array("8BIM".utf8) + [3, 0xED, 1, 0x61, 0, 0, 0, 2, 7, 8] + resources
    let keyword = PNGTexts.profileKeyword
    let texts: [[UInt8]] = [
      Array("Copyright".utf8) + [0] + Array("me".utf8), Array("\(PNGTexts.xmpKeyword)\0\0\0\0\0<a/>".utf8),
      Array("Title\0\0\0en\0T\0\u{E9}".utf8),
      Array("\(keyword)iptc\0".utf8) + HexProfile.text("iptc", resources),
      Array("\(keyword)exif\0".utf8)
        + HexProfile.text("exif", Array("Exif\0\0MM\0*\0\0\0\u{8}\0\0\0\0\0\0".utf8)),
      Array("date:create\0002026".utf8),
      Array("Comment\0\0".utf8) + (ZlibStream.deflated(Array("aaaaaa".utf8)) ?? []),
    ]
    return [iptc, resources, others, Array("exif:GPSLatitude: 48/1".utf8), [0x61, 0xE9, 0]] + texts
  }

  static func run(_ choice: Choice, _ bytes: [UInt8]) {
    checkRecords(bytes)
    checkResources(bytes)
    checkText(bytes, choice)
    var blocks = [MetadataBlock(.iptc, bytes)]
    if let comment = MetadataBlock(comment: bytes) {
      hold(String(validating: comment.bytes, as: UTF8.self) != nil, "a comment is not UTF-8")
      blocks.append(comment)
    }
    checkFilter(blocks, choice.byte)
  }

  // MARK: IPTC

  private static func checkRecords(_ bytes: [UInt8]) {
    let records = IPTCRecords(bytes)
    guard let all = records.edited(where: { _ in true }) else {
      return hold(records.edited(where: { _ in false }) == nil, "damage depends on the edit")
    }
    // Only padding is removed.
    hold(
      bytes.starts(with: all.records.bytes) && bytes.dropFirst(all.records.bytes.count).allSatisfy { $0 == 0 }
    )
    hold(all.gone.isEmpty)
    // The records that are needed to read the others are in every result.
    guard let frame = records.edited(where: { _ in false })?.records.bytes.count else {
      return hold(false, "damage depends on the edit")
    }
    var left = frame
    for part in MetadataPart.allCases {
      guard let without = records.edited(where: { $0 != part }),
        let only = records.edited(where: { $0 == part })
      else { return hold(false, "damage depends on the edit") }
      hold(without.gone == (only.records.bytes.count == frame ? [] : [part]))
      guard let rest = without.records.edited(where: { $0 == part }),
        let again = without.records.edited(where: { $0 != part })
      else { return hold(false, "the result is damaged") }
      hold(rest.records.bytes.count == frame && again.records == without.records && again.gone.isEmpty)
      left += only.records.bytes.count - frame
    }
    hold(left == all.records.bytes.count, "a record has no part, or two")
  }

  private static func checkResources(_ bytes: [UInt8]) {
    if case .whole(let records) = PhotoshopResources.iptc(in: bytes) { hold(records.count < bytes.count) }
    let wrapped = PhotoshopResources.wrapping(iptc: bytes)
    hold(PhotoshopResources.iptc(in: wrapped) == (bytes.isEmpty ? .none : .whole(bytes)))
  }

  // MARK: PNG

  private static func checkText(_ bytes: [UInt8], _ choice: Choice) {
    if !bytes.isEmpty { hold(HexProfile.bytes(of: HexProfile.text("a", bytes)) == bytes) }
    if let profile = HexProfile.bytes(of: bytes) { hold(2 * profile.count <= bytes.count) }
    let type = choice.pick(["tEXt", "zTXt", "iTXt"])
    guard let blocks = read([(type, bytes), (type, deflated(bytes))]) else { return }
    // Texts are written in the order of their kinds, with valid keywords; XMP and EXIF are what they were.
    guard let again = read(PNGTexts.chunks(blocks).filter { $0.type != "eXIf" }) else {
      return hold(false, "what was written cannot be read")
    }
    for kind in [MetadataBlock.Kind.xmp, .iptc] {
      guard let block = blocks.first(kind), !block.bytes.isEmpty else { continue }
      hold(again.first(kind) == block, "\(kind) has changed")
    }
    let comments = (blocks, again.filter { $0.kind == .comment })
    hold(comments.0.filter { $0.kind == .comment }.count >= comments.1.count)
    hold(read(PNGTexts.chunks(again).filter { $0.type != "eXIf" }) == again, "a second copy differs")
    checkFilter(blocks, choice.byte)
  }

  private static func read(_ chunks: [(type: String, data: [UInt8])]) -> [MetadataBlock]? {
    var texts = PNGTexts()
    for chunk in chunks {
      do throws(CodecError) {
        hold(try texts.take(chunk.type, chunk.data, maximum: 1 << 20) <= 1 << 20)
      } catch {
        check(error)
        return nil
      }
    }
    return texts.blocks
  }

  /// Returns a text chunk whose text is compressed: the bytes after the second zero, which ends the compression method.
  private static func deflated(_ bytes: [UInt8]) -> [UInt8] {
    guard let end = bytes.firstIndex(of: 0), end + 1 < bytes.count else { return bytes }
    return bytes[...end] + [0] + (ZlibStream.deflated(Array(bytes[(end + 1)...])) ?? [])
  }
}
