import FrameCodec
import FrameGeometry

/// A builder of TIFF structures in either byte order, for valid and invalid EXIF.
struct Tiff {
  var little: Bool
  var bytes: [UInt8]

  /// Starts a structure with its header, which tells where the first directory is.
  init(little: Bool, directory: Int = 8) {
    self.little = little
    bytes = little ? [0x49, 0x49] : [0x4D, 0x4D]
    add(42, 2)
    add(directory, 4)
  }

  mutating func add(_ number: Int, _ count: Int) {
    bytes += encoded(number, count)
  }

  func encoded(_ number: Int, _ count: Int) -> [UInt8] {
    let big = (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * (count - 1 - $0))) }
    return little ? big.reversed() : big
  }

  enum Value {
    case short(Int)
    case long(Int)
    case rational(Int, Int)
    case ascii(String)
    case undefined([UInt8])
    /// The offset of another directory or of data, filled in with `put` once it is known.
    case directory(String)
  }

  /// Writes a directory and the values that do not fit into its entries.
  ///
  /// - Returns: The positions of the offsets to fill in, by name, and the position of the offset of the next
  ///   directory.
  mutating func addDirectory(_ entries: [(tag: Int, value: Value)]) -> (places: [String: Int], next: Int) {
    var places: [String: Int] = [:]
    add(entries.count, 2)
    var data: [UInt8] = []
    let dataStart = bytes.count + 12 * entries.count + 4
    for (tag, value) in entries {
      add(tag, 2)
      let (type, count, content): (Int, Int, [UInt8]) =
        switch value {
        case .short(let n): (3, 1, encoded(n, 2))
        case .long(let n): (4, 1, encoded(n, 4))
        case .rational(let a, let b): (5, 1, encoded(a, 4) + encoded(b, 4))
        case .ascii(let text): (2, text.utf8.count + 1, Array(text.utf8) + [0])
        case .undefined(let bytes): (7, bytes.count, bytes)
        case .directory: (4, 1, [0, 0, 0, 0])
        }
      add(type, 2)
      add(count, 4)
      if case .directory(let name) = value { places[name] = bytes.count }
      if content.count <= 4 {
        bytes += content + [UInt8](repeating: 0, count: 4 - content.count)
      } else {
        add(dataStart + data.count, 4)
        data += content + (content.count % 2 == 1 ? [0] : [])
      }
    }
    let next = bytes.count
    add(0, 4)
    bytes += data
    return (places, next)
  }

  mutating func put(_ number: Int, at place: Int) {
    bytes.replaceSubrange(place..<place + 4, with: encoded(number, 4))
  }
}

/// EXIF as a camera writes it: all directories, a maker note and a thumbnail.
struct CameraExif {
  var little = true
  var orientation = 6
  var hasPlace = true
  var hasThumbnail = true

  static let makerNote = Array("MAKER\0".utf8) + (0..<40).map { UInt8($0 * 5) }
  static let thumbnail: [UInt8] = [0xFF, 0xD8] + [UInt8](repeating: 0xAB, count: 60) + [0xFF, 0xD9]

  var bytes: [UInt8] {
    var tiff = Tiff(little: little)
    var entries: [(Int, Tiff.Value)] = [
      (0x0100, .long(4000)), (0x0101, .long(3000)), (0x010F, .ascii("Maker of cameras")),
      (0x0112, .short(orientation)), (0x011A, .rational(300, 1)), (0x011B, .rational(150, 1)),
      (0x0128, .short(2)), (0x013B, .ascii("Ann Artist")), (0x8298, .ascii("(c) Ann")),
      (0x8769, .directory("exif")),
    ]
    if hasPlace { entries.append((0x8825, .directory("gps"))) }
    let (places, next) = tiff.addDirectory(entries)
    tiff.put(tiff.bytes.count, at: places["exif"]!)
    let (inner, _) = tiff.addDirectory([
      (0x9003, .ascii("2026:11:21 22:19:51")), (0x9214, .undefined(Array("area of subject".utf8))),
      (0x927C, .undefined(Self.makerNote)), (0xA002, .short(4000)), (0xA003, .long(3000)),
      (0xA005, .directory("interoperability")),
    ])
    tiff.put(tiff.bytes.count, at: inner["interoperability"]!)
    _ = tiff.addDirectory([(0x0001, .ascii("R98")), (0x1001, .short(4000)), (0x1002, .short(3000))])
    if hasPlace {
      tiff.put(tiff.bytes.count, at: places["gps"]!)
      _ = tiff.addDirectory([
        (0x0001, .ascii("N")), (0x0002, .undefined(Array("LATITUDE-LATITUDE-DEGREE".utf8))),
        (0x0003, .ascii("E")),
      ])
    }
    if hasThumbnail {
      tiff.put(tiff.bytes.count, at: next)
      let (small, _) = tiff.addDirectory([
        (0x0103, .short(6)), (0x0112, .short(orientation)), (0x0201, .directory("thumbnail")),
        (0x0202, .long(Self.thumbnail.count)),
      ])
      tiff.put(tiff.bytes.count, at: small["thumbnail"]!)
      tiff.bytes += Self.thumbnail
    }
    return tiff.bytes
  }
}

extension [UInt8] {
  /// Returns whether `part` occurs anywhere in the bytes.
  func containsBytes(_ part: some Collection<UInt8>) -> Bool { place(of: part) != nil }

  func place(of part: some Collection<UInt8>) -> Int? {
    guard count >= part.count else { return nil }
    return (0...count - part.count).first { self[$0..<$0 + part.count].elementsEqual(part) }
  }
}

/// A reproducible pseudorandom generator (xorshift64, Marsaglia 2003).
struct Noise {
  var state: UInt64

  init(_ seed: Int) { state = UInt64(truncatingIfNeeded: seed &* 2_654_435_761 | 1) }

  mutating func below(_ bound: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int(state >> 33) % bound
  }

  /// Returns the bytes with random changes: values are replaced, and parts are repeated, removed or cut off.
  mutating func mutated(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    for _ in 0...below(6) where !bytes.isEmpty {
      let at = below(bytes.count)
      let end = Swift.min(bytes.count, at + 1 + below(16))
      switch below(8) {
      case 0...2: bytes[at] = UInt8(below(256))
      case 3: bytes[at] = [0, 1, 0x7F, 0x80, 0xFF][below(5)]
      case 4: bytes.insert(contentsOf: bytes[at..<end], at: at)
      case 5: bytes.removeSubrange(at..<end)
      case 6: for i in at..<end { bytes[i] = bytes[below(bytes.count)] }
      default: if below(4) == 0 { bytes.removeSubrange(at...) }
      }
    }
    return bytes
  }
}

extension Orientation {
  /// The orientation of an image with this EXIF.
  init(tiff bytes: [UInt8]) { self = [MetadataBlock(.exif, bytes)].orientation }
}
