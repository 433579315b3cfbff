import FrameModel

extension Orientation {
  /// The Orientation tag of IFD0 in a TIFF structure, as EXIF holds it (CIPA DC-008, 4.5 and 4.6.4);
  /// `.up` where it is missing or makes no sense.
  ///
  /// - Parameter tiff: from the byte order mark on, without "Exif\0\0".
  public init(tiff: [UInt8]) {
    self = Self.find(in: tiff) ?? .up
  }

  private static func find(in tiff: [UInt8]) -> Orientation? {
    guard tiff.count >= 8 else { return nil }
    let littleEndian: Bool
    switch (tiff[0], tiff[1]) {
    case (0x49, 0x49): littleEndian = true
    case (0x4D, 0x4D): littleEndian = false
    default: return nil
    }
    func number(_ offset: Int, _ count: Int) -> Int? {
      guard offset >= 0, offset + count <= tiff.count else { return nil }
      let bytes = tiff[offset..<offset + count]
      return (littleEndian ? Array(bytes.reversed()) : Array(bytes)).reduce(0) { $0 << 8 | Int($1) }
    }
    guard number(2, 2) == 42, let directory = number(4, 4), let entries = number(directory, 2) else {
      return nil
    }
    for i in 0..<entries {
      let entry = directory + 2 + i * 12
      guard let tag = number(entry, 2) else { return nil }
      let short = 3
      if tag == 0x0112, number(entry + 2, 2) == short, let value = number(entry + 8, 2) {
        return Orientation(rawValue: value)
      }
    }
    return nil
  }
}
