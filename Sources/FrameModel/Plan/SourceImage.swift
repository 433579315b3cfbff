/// An image as a scene sees it: its header, and a number to request its pixels.
public struct SourceImage: Hashable, Sendable {
  /// Assigned by the owner of the bytes; the same image has the same number.
  public var id: Int
  /// The name that people know: its file's name.
  public var name: String
  /// As stored, before the orientation is applied.
  public var size: PixelSize
  public var orientation: Orientation
  public var pixels: PixelFormat
  /// The blocks that can be moved without decoding; nil if there are none.
  public var blocks: BlockGrid?
  /// The shrink factors at which it can be decoded.
  public var reductions: [ShrinkFactor]
  /// The shrink factor at which it is decoded, chosen by a plan.
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
