import FrameCodec
import FrameFiles
import FramePlan

/// What an edit does with the gain maps of its images.
package indirect enum GainMapUse {
  /// The images have none.
  case none
  /// The output is a copy of the image, with its map.
  case copied
  /// The output has a map of its own.
  case written(GainMapRendering)
  /// The output is the image that the map gives.
  case applied
  case dropped

  /// - Parameters:
  ///   - plan: the plan of the output.
  ///   - images: its images.
  ///   - maps: their maps; nil if there are none, or if they are not wanted.
  ///   - base: how the output itself is made.
  ///   - isApplied: whether that applies them.
  init(
    _ plan: RenderPlan, of images: [OpenImage], _ maps: ImageGainMaps?, base: Rendering,
    isApplied: Bool, _ codec: any Codec, _ encoding: EncodingSettings, _ memory: EditMemory,
    _ editor: Editor
  ) {
    if !plan.shownImages.contains(where: { images[$0].header.gainMap != nil }) {
      self = .none
    } else if case .blocks(let blocks) = base, blocks.keepsEverything {
      self = .copied
    } else if isApplied {
      self = .applied
    } else if let maps,
      let map = GainMapRendering(plan, maps, base: base, codec, encoding, memory, editor)
    {
      self = .written(map)
    } else {
      self = .dropped
    }
  }

  /// Returns the notices about maps that cannot be read or written.
  ///
  /// - Parameters:
  ///   - images: the images of the edit.
  ///   - primary: the first image that the script took.
  ///   - maps: as above.
  ///   - plan: the plan of the output.
  ///   - policy: what the edit should do.
  ///   - format: the format of the output.
  func notices(
    _ images: [OpenImage], primary: OpenImage?, _ maps: ImageGainMaps?, _ plan: RenderPlan,
    _ policy: GainMapPolicy, _ format: ImageFormat
  ) -> [EditNotice] {
    if policy == .drop { return [] }
    var notices = maps?.notices ?? []
    if case .dropped = self, let lost = maps?.firstPicture(shownBy: plan) {
      let canStore = format.capabilities.gainMap
      notices.append(canStore ? .gainMapOfFrames(lost.name) : .gainMapNotStored(lost.name, format.title))
    }
    if case .apply = policy, maps?.hasReadable != true, let primary {
      notices.append(.noGainMap(primary.name))
    }
    return notices
      + images.flatMap { image in
        image.header.notices.filter(\.isAboutGainMap).map { EditNotice.image(image.name, $0) }
      }
  }

  /// Makes the gain map of the output; nil for an output without one, or if what is salvaged does not include it.
  ///
  /// - Parameter images: the images of the edit.
  func encodedMap(
    _ options: PreparedEdit.Options, of images: [OpenImage]
  ) throws(EditFailure) -> (map: OutputGainMap?, notices: [EditNotice]) {
    guard case .written(let map) = self else { return (nil, []) }
    do throws(EditFailure) {
      let made = try map.encoded(options)
      return (made.map, made.notices)
    } catch {
      guard options.onDamage == .salvage, let (image, _) = images.unreadableGainMap(error) else {
        throw error
      }
      return (nil, [.image(image.name, .gainMapUnreadable)])
    }
  }
}

extension [OpenImage] {
  /// Returns the image whose gain map cannot be decoded, and the error that says so; nil for another error.
  func unreadableGainMap(_ failure: EditFailure) -> (image: OpenImage, failure: EditFailure)? {
    guard case .input(let error, let position) = failure, case .unreadable(let reason) = error.problem,
      let image = first(where: { $0.gainMapName == error.name })
    else { return nil }
    switch reason {
    case .damaged, .truncated, .unsupported:
      return (image, .input(InputError(error.name, .unreadableGainMap(reason)), at: position))
    default: return nil
    }
  }
}
