import FrameEngine
import FrameGeometry
import FrameMessages
import FrameScene

/// A picture for a page: its header, and an image file.
struct Picture {
  /// The JSON before the image. `seq` is the number of the picture on its page, `version` that of the script, and
  /// `milliseconds` the time that it took to draw.
  var header: JSONFields
  let image: [UInt8]

  enum Kind: String, Encodable {
    case canvas
    /// The input before all edits.
    case before
  }

  enum Quality: String, Encodable {
    /// Drawn while fingers move: reduced, and lossy if nothing is transparent.
    case preview = "moving"
    case full
  }

  /// A small picture of an input under the script.
  ///
  /// - Parameters:
  ///   - input: The number of the input, from 0.
  ///   - fields: The type and the size of the image; an error if the input cannot be drawn.
  init(thumbnail input: Int, _ fields: JSONFields, _ image: [UInt8] = [], version: Int) {
    self.image = image
    header = [
      "is": "picture", "version": version, "kind": "thumb", "quality": Quality.full, "number": input + 1,
    ]
    header.add(fields)
  }

  /// The canvas under the script, or the input before all edits.
  ///
  /// - Parameters:
  ///   - image: The image file, and its type as in HTTP.
  ///   - time: In seconds of virtual time; nil for the end of the script, or the moment of the fingers.
  init(
    _ edit: PreparedEdit, _ kind: Kind, _ quality: Quality, _ image: (bytes: [UInt8], type: String),
    fingers: [Point], time: Double?, version: Int
  ) {
    self.image = image.bytes
    let (size, finished) = (edit.plan.window.size, edit.finishedCanvas)
    header = [
      "is": "picture", "version": version, "kind": kind, "quality": quality, "type": image.type,
      "width": size.width, "height": size.height, "time": time,
    ]
    // The part of the canvas that is shown: x y width height.
    header["part"] = edit.shownPart.numbers
    // The size and the top left corner of the finished canvas.
    header["canvas"] = [finished.size.width, finished.size.height]
    header["origin"] = [finished.minX, finished.minY]
    header["touches"] = fingers.map { [$0.x, $0.y] }
    let hit = Set(fingers.compactMap(edit.layer(at:)))
    let visible = Self.visible(edit.layers)
    header["layers"] = visible.map { layer -> JSONFields in
      // `hit` is true if a finger is on the layer.
      [
        "name": layer.name, "corners": layer.cornersOnCanvas, "current": layer.status.isCurrent,
        "hit": hit.contains(layer.name),
      ]
    }
    // The map of the current layer to the canvas, and its transform.
    let current = visible.first { $0.status.isCurrent }
    header["matrix"] = current?.toScene.list
    header["transform"] = current.map { PlaneMap.affine($0.transform) }?.list
    // The last state of each recognizer.
    var last: [String: String] = [:]
    var order: [String] = []
    for case .gesture(let event, let layer) in edit.record.trace where event.time <= time ?? .infinity {
      let key = "\(layer) \(event.name)"
      if last.updateValue(event.state.rawValue, forKey: key) == nil { order.append(key) }
    }
    header["states"] = order.map { [$0, last[$0] ?? ""] }
  }

  private static func visible(_ layers: [SceneTree.Layer]) -> [SceneTree.Layer] {
    layers.flatMap { layer -> [SceneTree.Layer] in
      if layer.status.isHidden { return [] }
      return [layer] + visible(layer.children)
    }
  }
}
