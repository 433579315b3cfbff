import FrameEngine
import FrameGeometry
import FrameScene

/// A picture for a page: its header, and an image file.
struct Picture {
  var header: Header
  let image: [UInt8]

  enum Quality: String, Encodable {
    /// Drawn while fingers move: reduced, and lossy if nothing is transparent.
    case preview = "moving"
    case full
  }
}

extension Picture {
  /// The JSON before an image: these fields, and those of its subject.
  struct Header: Encodable {
    /// The number of the picture on its page.
    var seq = 0
    /// The version of the script.
    let version: Int
    /// The time that it took to draw.
    var milliseconds = 0.0
    /// A `Canvas`, `Thumbnail` or `MissingThumbnail`.
    let subject: any Encodable

    init(version: Int, _ subject: any Encodable) { (self.version, self.subject) = (version, subject) }

    private enum Key: String, CodingKey {
      case `is`, seq, version, milliseconds
    }

    func encode(to encoder: any Encoder) throws {
      var fields = encoder.container(keyedBy: Key.self)
      try fields.encode("picture", forKey: .is)
      try fields.encode(seq, forKey: .seq)
      try fields.encode(version, forKey: .version)
      try fields.encode(milliseconds, forKey: .milliseconds)
      try subject.encode(to: encoder)
    }
  }

  /// The canvas under the script, or the input before all edits.
  struct Canvas: Encodable {
    enum Kind: String, Encodable {
      case canvas, before
    }

    struct Layer: Encodable {
      let name: String
      let corners: [[Double]]
      let current: Bool
      /// True if a finger is on it.
      let hit: Bool
    }

    let kind: Kind
    let quality: Quality
    /// The type of the image file, as in HTTP.
    let type: String
    let width: Int
    let height: Int
    /// The part of the canvas that is shown: x y width height.
    let part: [Double]
    /// The width and height of the finished canvas.
    let canvas: [Double]
    /// The top left corner of the finished canvas.
    let origin: [Double]
    let touches: [[Double]]
    let layers: [Layer]
    /// The map of the current layer to the canvas.
    let matrix: [Double]?
    /// The transform of the current layer.
    let transform: [Double]?
    /// The last state of each recognizer.
    let states: [[String]]
    /// In seconds of virtual time; nil for the end of the script, or the moment of the fingers.
    let time: Double?
  }

  /// A small picture of an input under the script.
  struct Thumbnail: Encodable {
    let kind = "thumb"
    let quality = Quality.full
    /// The number of the input, from 1.
    let number: Int
    let type: String
    let width: Int
    let height: Int
  }

  /// An input that cannot be drawn. There is no image.
  struct MissingThumbnail: Encodable {
    let kind = "thumb"
    let quality = Quality.full
    /// The number of the input, from 1.
    let number: Int
    let error: String
  }
}

extension Picture.Canvas {
  init(
    _ edit: PreparedEdit, _ kind: Kind, _ quality: Picture.Quality, type: String, fingers: [Point],
    time: Double?
  ) {
    (self.kind, self.quality, self.type, self.time) = (kind, quality, type, time)
    (width, height) = (edit.plan.window.size.width, edit.plan.window.size.height)
    part = edit.shownPart.numbers
    let finished = edit.finishedCanvas
    (canvas, origin) = ([finished.size.width, finished.size.height], [finished.minX, finished.minY])
    touches = fingers.map { [$0.x, $0.y] }
    let hit = Set(fingers.compactMap(edit.layer(at:)))
    let visible = Self.visible(edit.layers)
    layers = visible.map { layer in
      Layer(
        name: layer.name, corners: layer.cornersOnCanvas, current: layer.status.isCurrent,
        hit: hit.contains(layer.name))
    }
    let current = visible.first { $0.status.isCurrent }
    (matrix, transform) = (current?.toScene.list, current.map { PlaneMap.affine($0.transform) }?.list)
    var last: [String: String] = [:]
    var order: [String] = []
    for case .gesture(let event, let layer) in edit.record.trace where event.time <= time ?? .infinity {
      let key = "\(layer) \(event.name)"
      if last.updateValue(event.state.rawValue, forKey: key) == nil { order.append(key) }
    }
    states = order.map { [$0, last[$0] ?? ""] }
  }

  private static func visible(_ layers: [SceneTree.Layer]) -> [SceneTree.Layer] {
    layers.flatMap { layer -> [SceneTree.Layer] in
      if layer.status.isHidden { return [] }
      return [layer] + visible(layer.children)
    }
  }
}
