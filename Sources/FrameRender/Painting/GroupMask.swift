import FrameImage
import FramePlan

/// Items whose alpha or luminance says how much of other pixels is visible.
struct GroupMask: Sendable {
  private(set) var items: PainterList
  private let channel: MaskChannel
  private let isInverted: Bool
  /// From working pixels to encoded ones, for luminance; nil if working pixels are encoded.
  private let encoding: WorkingColors?

  init(_ mask: RenderPlan.Mask, _ making: inout PainterFactory) {
    items = PainterList(mask.items, &making)
    channel = mask.channel
    isInverted = mask.isInverted
    encoding = mask.channel == .luminance ? making.space.toneConversion(.encode) : nil
  }

  /// The weights of SVG's and CSS's luminance masks (Filter Effects 1, `luminanceToAlpha`), for encoded samples.
  private static let luminance = WorkingPixel(0.2125, 0.7154, 0.0721, 0)

  func prepared(for rows: Range<Int>, in workspace: Workspace) throws -> GroupMask {
    var mask = self
    mask.items = try items.prepared(for: rows, in: workspace)
    return mask
  }

  /// Multiplies each pixel by the mask.
  func cut(_ tile: Tile) {
    let mask = tile.above
    items.paint(on: mask)
    let count = tile.columns.count * tile.rows.count
    encoding?.apply(to: mask.pixels, count: count)
    for i in 0..<count {
      let pixel = mask.pixels[i]
      // Premultiplied, so that luminance is multiplied by alpha, too.
      let value = channel == .alpha ? pixel.w : (pixel * Self.luminance).sum()
      let share = min(max(value, 0), 1)
      tile.pixels[i] *= isInverted ? 1 - share : share
    }
  }
}
