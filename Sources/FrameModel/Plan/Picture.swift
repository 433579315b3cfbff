/// What a scene knows of a picture: its header, and a number to ask for its pixels by.
public struct Picture: Hashable, Sendable {
  /// Chosen by whoever holds the bytes; the same picture has the same number.
  public var id: Int
  /// As people know it: its file's name.
  public var name: String
  /// As stored, before the orientation is applied.
  public var size: PixelSize
  public var orientation: Orientation
  public var pixels: PixelFormat

  public init(
    id: Int, name: String, size: PixelSize, orientation: Orientation = .up, pixels: PixelFormat
  ) {
    self.id = id
    self.name = name
    self.size = size
    self.orientation = orientation
    self.pixels = pixels
  }

  /// As people see it.
  public var uprightSize: PixelSize { orientation.upright(size) }
}
