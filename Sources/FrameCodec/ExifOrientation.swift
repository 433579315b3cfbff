import FrameModel

extension Orientation {
  /// The Orientation tag of IFD0 in a TIFF structure, as in EXIF (CIPA DC-008, 4.5 and 4.6.4); `.up` if it is missing
  /// or invalid.
  ///
  /// - Parameter tiff: from the byte order mark on, without "Exif\0\0".
  public init(tiff: [UInt8]) {
    self = ExifBlock(tiff)?.orientation ?? .up
  }
}
