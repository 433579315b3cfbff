import FrameCodec
import FrameGeometry
import FrameImage

/// Selects metadata for an output, and checks that what was dropped is not there to be dropped again: the same policy
/// changes nothing of its own result.
///
/// - Parameter choice: chooses what is kept and dropped.
func checkFilter(_ blocks: [MetadataBlock], _ choice: UInt8) {
  let purposes: [MetadataPolicy.Purpose] = [.gps, .date, .copyright, .resolution]
  let chosen = Set(purposes.enumerated().filter { choice >> $0.offset & 1 == 1 }.map(\.element))
  let policy =
    choice & 16 != 0
    ? MetadataPolicy(keeps: chosen, drops: choice & 32 != 0 ? [.date] : [])
    : MetadataPolicy(drops: chosen)
  let capabilities = ImageFormat.Capabilities(
    alpha: true, depths: [.eight], maximumSide: 1 << 16, loss: .nothing,
    metadata: Dictionary(uniqueKeysWithValues: MetadataBlock.Kind.allCases.map { ($0, 1 << 24) }))
  let placements: [MetadataPolicy.Placement] = [.same, .scaled, .moved]
  let output = MetadataPolicy.Output(
    size: PixelSize(width: 640, height: 480)!, placement: placements[Int(choice >> 6) % 3], isSRGB: true,
    capabilities: capabilities)
  let result = policy.filteredMetadata(ImageMetadata(blocks: blocks), to: output)
  hold(result.metadata.blocks.count <= blocks.count)
  let again = policy.filteredMetadata(result.metadata, to: output)
  hold(again.metadata == result.metadata, "the same policy changes its own result")
  hold(again.dropped.isEmpty, "\(again.dropped) remained")
  hold(again.notices.isEmpty, "\(again.notices)")
}
