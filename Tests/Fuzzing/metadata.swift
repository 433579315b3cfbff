import FrameCodec
import FrameImage
import FrameScript

/// A harness that reads arbitrary bytes as EXIF, XMP, IPTC, Photoshop resources and an ICC profile, and edits them. The
/// first byte chooses the edit.
enum Harness: FuzzTarget {
  static func seeds() -> [[UInt8]] {
    let exif: [[UInt8]] = [
      // One entry, the orientation, in both byte orders.
      [0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0],
      [0x49, 0x49, 42, 0, 8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, 6, 0, 0, 0, 0, 0, 0, 0],
    ]
    let xmp = """
      <?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF
      xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about=""
      xmlns:tiff="http://ns.adobe.com/tiff/1.0/" tiff:Orientation="6"><dc:rights xmlns:dc=
      "http://purl.org/dc/elements/1.1/"><rdf:Alt><rdf:li xml:lang="x-default">me</rdf:li></rdf:Alt></dc:rights>
      </rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>
      """
    let iptc: [UInt8] = [0x1C, 2, 116, 0, 2, 0x6D, 0x65, 0x1C, 2, 5, 0, 1, 0x61]
    let resources = Array("8BIM".utf8) + [4, 4, 0, 0, 0, 0, 0, UInt8(iptc.count)] + iptc + [0]
    return exif + [Array(xmp.utf8), iptc, resources]
  }

  static func run(_ choice: Choice, _ bytes: [UInt8]) {
    guard let size = PixelSize(width: 640, height: 480) else { return }
    fuzzExif(bytes, choice.byte, size)
    fuzzXMP(bytes, choice.byte, size)
    if let result = IPTCRecords(bytes).edited(where: { $0 != .copyright }) {
      hold(result.records.bytes.count <= bytes.count)
    }
    if case .whole(let records) = PhotoshopResources.iptc(in: bytes) { hold(records.count <= bytes.count) }
    _ = ICCProfile(bytes)?.describes(.rgb)
  }
}

private func fuzzExif(_ bytes: [UInt8], _ choice: UInt8, _ size: PixelSize) {
  guard let exif = ExifBlock(bytes) else { return }
  _ = (exif.date, exif.resolution, exif.hasThumbnail)
  var edit = ExifEdit(size: choice & 1 != 0 ? size : nil)
  edit.swapsAxes = choice & 2 != 0
  edit.moves = choice & 4 != 0
  edit.dropsPlace = choice & 8 != 0
  edit.dropsCopyright = choice & 16 != 0
  edit.dropsResolution = choice & 32 != 0
  if let result = exif.edited(edit) {
    hold(result.orientation == .up && result.bytes.count <= bytes.count)
    hold(!(edit.dropsPlace && result.hasPlace))
  }
  let part = exif.keeping(copyright: true, resolution: choice & 64 != 0, place: choice & 128 != 0)
  hold(part?.bytes.count ?? 0 <= 2 * bytes.count + 64)
}

private func fuzzXMP(_ bytes: [UInt8], _ choice: UInt8, _ size: PixelSize) {
  let packet = XMPPacket(bytes)
  var edit = XMPEdit(size: choice & 1 != 0 ? size : nil)
  edit.moves = choice & 4 != 0
  edit.dropsPlace = choice & 8 != 0
  edit.dropsCopyright = choice & 16 != 0
  edit.only = choice & 32 != 0 ? .copyright : nil
  if let result = packet.edited(edit) {
    hold(result.packet?.bytes.count ?? 0 <= bytes.count + 3 * bytes.count / 8 + 64)
  }
  _ = packet.merged { _ in bytes }
  _ = packet.unwrapped
}
