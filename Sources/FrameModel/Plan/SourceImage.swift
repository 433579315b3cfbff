/// What a scene knows of an image: its header, and a number to ask for its pixels by.
public struct SourceImage: Hashable, Sendable {
  /// Chosen by whoever holds the bytes; the same image has the same number.
  public var id: Int
  /// As people know it: its file's name.
  public var name: String
  /// As stored, before the orientation is applied.
  public var size: PixelSize
  public var orientation: Orientation
  public var pixels: PixelFormat
  /// What can be moved without decoding it; nil where nothing can.
  public var blocks: BlockGrid?
  /// Those at which it can be decoded.
  public var reductions: [ShrinkFactor]
  /// The one at which it is decoded; a plan's choice.
  public var reduction: ShrinkFactor

  public init(
    id: Int, name: String, size: PixelSize, orientation: Orientation = .up, pixels: PixelFormat,
    blocks: BlockGrid? = nil, reductions: [ShrinkFactor] = [.none], reduction: ShrinkFactor = .none
  ) {
    self.id = id
    self.name = name
    self.size = size
    self.orientation = orientation
    self.pixels = pixels
    self.blocks = blocks
    self.reductions = reductions
    self.reduction = reduction
  }

  /// As decoded.
  public var decodedSize: PixelSize { size.reduced(by: reduction) }

  /// As people see it.
  public var uprightSize: PixelSize { orientation.upright(size) }
}
