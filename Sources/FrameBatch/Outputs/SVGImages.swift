import FrameGeometry
import FoundationEssentials
import FrameEngine
import FrameFiles
import FrameImage

/// The references to the images of a scene in an SVG document: data URIs or relative paths.
package struct SVGImages {
  private let shown: [(id: Int, image: OpenImage)]
  /// PNG files, and the number of the first.
  private let (pictures, firstPicture): ([[UInt8]], Int)
  private let limits: Limits

  /// The media types of the formats that all browsers read (RFC 9649 and the IANA media type registry).
  private static let types = [
    "png": "image/png", "jpeg": "image/jpeg", "gif": "image/gif", "webp": "image/webp",
  ]

  /// - Throws: `BatchError` for an image of another format.
  package init(_ scene: FinishedScene, limits: Limits) throws(BatchError) {
    shown = scene.tree.visibleImages.map(\.id).filter(scene.images.indices.contains).map {
      ($0, scene.images[$0])
    }
    (pictures, firstPicture) = (scene.pictures, scene.images.count)
    self.limits = limits
    for (_, image) in shown where Self.types[image.codec.format.name] == nil {
      throw BatchError(.svg(.format(image.codec.format.title)), of: image.name)
    }
  }

  /// Returns data URIs (RFC 2397), by the numbers of the images.
  ///
  /// - Throws: `BatchError` for an unreadable file, or of status `limit`.
  package func embedded() throws(BatchError) -> [Int: String] {
    // The bytes, their base64 text, and the document that contains it.
    // A file can claim any length, so each one counts for at most four times the limit, which exceeds it.
    var needed = 0
    for (_, image) in shown {
      let length = try BatchError.converting(image.file?.length() ?? 0)
      needed = min(needed, limits.memory) + min(length, limits.memory) * 4
    }
    for picture in pictures { needed += picture.count * 4 }
    try converting(limits.check(memory: needed)) { BatchError(.limit($0)) }
    var hrefs = embeddedPictures
    for (id, image) in shown {
      let bytes = try BatchError.converting(image.file?.all() ?? [])
      hrefs[id] = Self.dataURI(bytes, Self.types[image.codec.format.name]!)
    }
    return hrefs
  }

  private var embeddedPictures: [Int: String] {
    Dictionary(
      uniqueKeysWithValues: pictures.enumerated().map {
        (firstPicture + $0, Self.dataURI($1, Self.types["png"]!))
      })
  }

  private static func dataURI(_ bytes: [UInt8], _ type: String) -> String {
    "data:\(type);base64,\(Data(bytes).base64EncodedString())"
  }

  /// Returns relative references (RFC 3986, section 4.2), by the numbers of the images. Pictures of layers, which have no files, are
  /// data URIs.
  ///
  /// - Parameter folder: The folder of the document.
  /// - Throws: `BatchError` for an image without a file.
  package func links(from folder: String) throws(BatchError) -> [Int: String] {
    var hrefs = embeddedPictures
    for (id, image) in shown {
      guard let base = FilePath.real(folder), FilePath.isFile(image.name),
        let own = FilePath.real(FilePath.folder(image.name))
      else {
        throw BatchError(.svg(.notAFile), of: image.name)
      }
      hrefs[id] = Self.reference(to: FilePath.join(own, FilePath.name(image.name)), from: base)
    }
    return hrefs
  }

  /// Returns the reference to a file from a folder, both given as resolved paths.
  private static func reference(to file: String, from folder: String) -> String {
    let slash = UInt8(ascii: "/")
    let steps = file.systemBytes.split(separator: slash)
    let base = folder.systemBytes.split(separator: slash)
    let shared = zip(steps.dropLast(), base).prefix { $0 == $1 }.count
    let up = Array(repeating: "..", count: base.count - shared)
    return (up + steps.dropFirst(shared).map { percentEncoded($0) }).joined(separator: "/")
  }

  /// Percent-encodes all bytes except unreserved characters.
  private static func percentEncoded(_ bytes: some Sequence<UInt8>) -> String {
    bytes.reduce(into: "") { text, byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "~"):
        text.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        text += "%" + String(byte, digits: 2, radix: 16).uppercased()
      }
    }
  }
}

/// A problem of an image in an SVG document.
package enum SVGProblem: Equatable, Sendable {
  /// Browsers do not show images of this format, given by its title, in SVG.
  case format(String)
  /// The image has no file that a link could name.
  case notAFile
}
