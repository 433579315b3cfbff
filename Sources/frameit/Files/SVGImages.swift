import FoundationEssentials
import FrameCodec
import FrameKit
import FrameModel
import FrameSVG

/// The images of a scene as an SVG document has them: by the bytes of their files, or by their places.
struct SVGImages {
  private let shown: [(id: Int, image: OpenImage)]
  private let limits: Limits

  /// What every browser reads, and what that is called (RFC 9649 and IANA's list of media types).
  private static let types = [
    "png": "image/png", "jpeg": "image/jpeg", "gif": "image/gif", "webp": "image/webp",
  ]

  /// - Throws: `Failure` of status `input` for an image of another format.
  init(_ scene: FinishedScene, limits: Limits) throws(Failure) {
    shown = scene.tree.shownImages.map(\.id).filter { $0 >= 0 }.map { ($0, scene.images[$0]) }
    self.limits = limits
    for (_, image) in shown where Self.types[image.codec.format.name] == nil {
      throw Failure(
        .input, "is \(image.codec.format.title), which browsers do not show in an SVG",
        note: "make a PNG of it first: frameit apply -e '' \(image.name.quoted) -o image.png",
        of: image.name)
    }
  }

  /// Data URIs (RFC 2397), by the images' numbers.
  ///
  /// - Throws: `Failure` for a file that cannot be read, and of status `limit`.
  func embedded() throws(Failure) -> [Int: String] {
    // The bytes, their letters, and the document with them.
    // A file may say any length: each counts for no more than is a limit passed by itself.
    let needed = shown.reduce(0) { sum, entry in
      min(sum, limits.memory) + min(entry.image.bytes.length, limits.memory) * 4
    }
    do throws(LimitExceeded) {
      try limits.check(memory: needed)
    } catch {
      throw Failure(.limit, error.message)
    }
    var hrefs: [Int: String] = [:]
    for (id, image) in shown {
      do throws(CodecError) {
        let bytes = try image.bytes.read(at: 0, count: image.bytes.length)
        hrefs[id] =
          "data:\(Self.types[image.codec.format.name]!);base64,\(Data(bytes).base64EncodedString())"
      } catch {
        throw Failure(.input, error.message, of: image.name)
      }
    }
    return hrefs
  }

  /// Relative references (RFC 3986, part 4.2), by the images' numbers.
  ///
  /// - Parameter folder: that the document lies in.
  /// - Throws: `Failure` for what has no place.
  func links(from folder: String) throws(Failure) -> [Int: String] {
    var hrefs: [Int: String] = [:]
    for (id, image) in shown {
      guard let base = FilePath.real(folder), FilePath.isFile(image.name),
        let own = FilePath.real(FilePath.folder(image.name))
      else {
        throw Failure(
          .usage, "has no place that --link could name", note: "leave --link out, and its bytes are written",
          of: image.name)
      }
      hrefs[id] = Self.reference(to: FilePath.join(own, FilePath.name(image.name)), from: base)
    }
    return hrefs
  }

  /// - Parameters: real paths.
  private static func reference(to file: String, from folder: String) -> String {
    let slash = UInt8(ascii: "/")
    let steps = file.systemBytes.split(separator: slash)
    let base = folder.systemBytes.split(separator: slash)
    let shared = zip(steps.dropLast(), base).prefix { $0 == $1 }.count
    let up = Array(repeating: "..", count: base.count - shared)
    return (up + steps.dropFirst(shared).map { percentEncoded($0) }).joined(separator: "/")
  }

  /// All but unreserved characters.
  private static func percentEncoded(_ bytes: some Sequence<UInt8>) -> String {
    bytes.reduce(into: "") { text, byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "~"):
        text.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        text += "%" + (digits.count < 2 ? "0" : "") + digits
      }
    }
  }
}
