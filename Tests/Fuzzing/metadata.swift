import FrameCodec
import FrameModel

// For libFuzzer, by `make fuzz`: any bytes as EXIF, XMP, IPTC, Photoshop's resources and a profile, edited in a
// way that the first byte chooses. What must hold for whatever they are is a precondition here.

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let input = Array(UnsafeBufferPointer(start: start, count: count))
  guard let choice = input.first, let size = PixelSize(width: 640, height: 480) else { return 0 }
  let bytes = Array(input.dropFirst())
  fuzzExif(bytes, choice, size)
  fuzzXMP(bytes, choice, size)
  if let result = IPTCRecords(bytes).edited(where: { $0 != .copyright }) {
    precondition(result.records.bytes.count <= bytes.count)
  }
  precondition(PhotoshopResources.iptc(in: bytes)?.count ?? 0 <= bytes.count)
  _ = ICCProfile(bytes)?.isSRGB
  return 0
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
    precondition(result.orientation == .up && result.bytes.count <= bytes.count)
    precondition(!(edit.dropsPlace && result.hasPlace))
  }
  let part = exif.keeping(copyright: true, resolution: choice & 64 != 0, place: choice & 128 != 0)
  precondition(part?.bytes.count ?? 0 <= 2 * bytes.count + 64)
}

private func fuzzXMP(_ bytes: [UInt8], _ choice: UInt8, _ size: PixelSize) {
  let packet = XMPPacket(bytes)
  var edit = XMPEdit(size: choice & 1 != 0 ? size : nil)
  edit.moves = choice & 4 != 0
  edit.dropsPlace = choice & 8 != 0
  edit.dropsCopyright = choice & 16 != 0
  edit.only = choice & 32 != 0 ? .copyright : nil
  if let result = packet.edited(edit) {
    precondition(result.packet?.bytes.count ?? 0 <= bytes.count + 3 * bytes.count / 8 + 64)
  }
  _ = packet.merged { _ in bytes }
  _ = packet.unwrapped
}
