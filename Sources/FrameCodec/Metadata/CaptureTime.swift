/// When an image was taken, in the local time of its camera.
package struct CaptureTime: Equatable, Sendable {
  /// "2026-11-21".
  package let day: String
  /// "22:19:51".
  package let time: String

  /// "2026:11:21 22:19:51".
  package var exifText: String { day.replacing("-", with: ":") + " " + time }

  /// Parses the forms of EXIF, "2026:11:21 22:19:51", and of XMP, "2026-11-21T22:19:51.25+01:00" (ISO 8601).
  ///
  /// - Returns: nil if it is not a time.
  package init?(_ text: String) {
    let parts = text.split(maxSplits: 1) { " T".contains($0) }
    guard parts.count == 2 else { return nil }
    let day = parts[0].split(omittingEmptySubsequences: false) { ":-".contains($0) }
    let clock = parts[1].prefix { $0.isASCII && $0.isNumber || $0 == ":" }
    let numbers = (day + clock.split(separator: ":", omittingEmptySubsequences: false)).map { part in
      part.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(part) : nil
    }
    guard day.count == 3, numbers.count == 6, !numbers.contains(nil), let month = numbers[1],
      let date = numbers[2],
      (1...12).contains(month), (1...31).contains(date)
    else { return nil }
    self.day = day.joined(separator: "-")
    time = String(clock)
  }
}

extension [MetadataBlock] {
  /// When the image was taken. If several blocks tell a time, EXIF counts first, then XMP, then texts.
  package var captureTime: CaptureTime? {
    MetadataBlock.Kind.allCases.lazy.flatMap { kind in
      lazy.filter { $0.kind == kind }.compactMap(\.captureTime)
    }.first
  }
}

extension MetadataBlock {
  package var captureTime: CaptureTime? {
    switch kind {
    case .exif: ExifBlock(bytes)?.date.flatMap { CaptureTime($0) }
    case .xmp:
      [
        XMPPacket.Name(namespace: XMPPacket.Space.exif, local: "DateTimeOriginal"),
        XMPPacket.Name(namespace: XMPPacket.Space.photoshop, local: "DateCreated"),
        XMPPacket.Name(namespace: XMPPacket.Space.xmp, local: "CreateDate"),
      ].lazy.compactMap { XMPPacket(bytes).value(of: $0) }.compactMap {
        CaptureTime(String(decoding: $0, as: UTF8.self))
      }.first
    case .iptc: nil
    case .comment:
      keyword?.hasSuffix("DateTimeOriginal") == true
        ? CaptureTime(String(decoding: bytes, as: UTF8.self)) : nil
    }
  }
}
