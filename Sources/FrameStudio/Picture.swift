import FrameEngine
import FrameGeometry

/// A picture for a page: its header, and an image file.
struct Picture {
  var header: Header
  let image: [UInt8]

  enum Quality: String, Encodable {
    /// Drawn while fingers move: reduced, and lossy if nothing is transparent.
    case preview = "moving"
    case full
  }

  /// The header's length in little-endian order, the header, and the image.
  var message: [UInt8] {
    let header = JSON.bytes(of: header)
    let length = UInt32(header.count)
    return (0..<4).map { UInt8(truncatingIfNeeded: length >> (8 * $0)) } + header + image
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
    let subject: Subject

    enum Subject {
      case canvas(Canvas)
      case thumbnail(Thumbnail)
      case missingThumbnail(MissingThumbnail)
    }

    init(version: Int, _ subject: Subject) { (self.version, self.subject) = (version, subject) }

    private enum Key: String, CodingKey {
      case `is`, seq, version, milliseconds
    }

    func encode(to encoder: any Encoder) throws {
      var fields = encoder.container(keyedBy: Key.self)
      try fields.encode("picture", forKey: .is)
      try fields.encode(seq, forKey: .seq)
      try fields.encode(version, forKey: .version)
      try fields.encode(milliseconds, forKey: .milliseconds)
      switch subject {
      case .canvas(let canvas): try canvas.encode(to: encoder)
      case .thumbnail(let thumbnail): try thumbnail.encode(to: encoder)
      case .missingThumbnail(let missing): try missing.encode(to: encoder)
      }
    }
  }

  /// The canvas under the script, or the input before all edits.
  struct Canvas: Encodable {
    enum Kind: String, Encodable {
      case canvas, before
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
    let layers: [Overlay.Layer]
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
    _ edit: PreparedEdit, _ kind: Kind, _ quality: Picture.Quality, type: String, _ overlay: Overlay,
    fingers: [Point], time: Double?
  ) {
    (self.kind, self.quality, self.type, self.time) = (kind, quality, type, time)
    (width, height) = (edit.plan.window.size.width, edit.plan.window.size.height)
    part = edit.shownPart.numbers
    let finished = edit.finishedCanvas
    (canvas, origin) = ([finished.size.width, finished.size.height], [finished.minX, finished.minY])
    touches = fingers.map { [$0.x, $0.y] }
    (layers, states) = (overlay.layers, overlay.states)
    (matrix, transform) = (overlay.matrix, overlay.transform)
  }
}
