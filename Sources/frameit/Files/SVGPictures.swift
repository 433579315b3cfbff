import FoundationEssentials
import FrameCodec
import FrameKit
import FrameModel
import FrameSVG

/// The pictures of a scene as an SVG document has them: by the bytes of their files, or by their places.
struct SVGPictures {
  private let shown: [(id: Int, picture: OpenPicture)]
  private let limits: Limits

  /// What every browser reads, and what that is called (RFC 9649 and IANA's list of media types).
  private static let types = [
    "png": "image/png", "jpeg": "image/jpeg", "gif": "image/gif", "webp": "image/webp",
  ]

  /// - Throws: `Failure` of status `input` for a picture of another format.
  init(_ scene: FinishedScene, limits: Limits) throws(Failure) {
    shown = scene.tree.shownPictures.map(\.id).filter { $0 >= 0 }.map { ($0, scene.pictures[$0]) }
    self.limits = limits
    for (_, picture) in shown where Self.types[picture.codec.format.name] == nil {
      throw Failure(
        .input, "is \(picture.codec.format.title), which browsers do not show in an SVG",
        note: "make a PNG of it first: frameit apply -e '' \(picture.name.quoted) -o picture.png",
        of: picture.name)
    }
  }

  /// Data URIs (RFC 2397), by the pictures' numbers.
  ///
  /// - Throws: `Failure` for a file that cannot be read, and of status `limit`.
  func embedded() throws(Failure) -> [Int: String] {
    // The bytes, their letters, and the document with them.
    // A file may say any length: each counts for no more than is a limit passed by itself.
    let needed = shown.reduce(0) { sum, entry in
      min(sum, limits.memory) + min(entry.picture.bytes.length, limits.memory) * 4
    }
    do throws(LimitExceeded) {
      try limits.check(memory: needed)
    } catch {
      throw Failure(.limit, error.wording)
    }
    var hrefs: [Int: String] = [:]
    for (id, picture) in shown {
      do throws(CodecError) {
        let bytes = try picture.bytes.read(at: 0, count: picture.bytes.length)
        hrefs[id] =
          "data:\(Self.types[picture.codec.format.name]!);base64,\(Data(bytes).base64EncodedString())"
      } catch {
        throw Failure(.input, error.wording, of: picture.name)
      }
    }
    return hrefs
  }

  /// Relative references (RFC 3986, part 4.2), by the pictures' numbers.
  ///
  /// - Parameter folder: that the document lies in.
  /// - Throws: `Failure` for what has no place.
  func links(from folder: String) throws(Failure) -> [Int: String] {
    var hrefs: [Int: String] = [:]
    for (id, picture) in shown {
      guard let base = Path.real(folder), Path.isFile(picture.name),
        let own = Path.real(Path.folder(picture.name))
      else {
        throw Failure(
          .usage, "has no place that --link could name", note: "leave --link out, and its bytes are written",
          of: picture.name)
      }
      hrefs[id] = Self.reference(to: Path.join(own, Path.name(picture.name)), from: base)
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
