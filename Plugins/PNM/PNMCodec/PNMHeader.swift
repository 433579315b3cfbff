import FrameCodec
import FrameGeometry
import FrameImage

/// The header of an image (pbm(5), pgm(5), ppm(5) and pam(5) of Netpbm).
struct PNMHeader {
  enum Raster {
    /// Decimal numbers. With `bits`, digits that need no separator.
    case plain(bits: Bool)
    /// One byte per sample, or two in big-endian order.
    case raw
    /// Eight pixels per byte, the leftmost in the highest bit. Rows start at a byte boundary, and 1 is black.
    case bits
  }

  let size: PixelSize
  let channels: PixelFormat.Channels
  /// The value of white, 1...65535.
  let maxval: Int
  let raster: Raster
  /// The file offset of the samples.
  let offset: Int

  /// - Throws: a `CodecError` for an invalid header, and `.limit`.
  init(_ input: ByteInput, limits: Limits) throws(CodecError) {
    if input.length == 0 { throw .empty }
    let magic = String(decoding: try input.read(at: 0, count: 2), as: UTF8.self)
    switch magic {
    case "P1": try self.init(input, limits, .gray, .plain(bits: true))
    case "P2": try self.init(input, limits, .gray, .plain(bits: false))
    case "P3": try self.init(input, limits, .rgb, .plain(bits: false))
    case "P4": try self.init(input, limits, .gray, .bits)
    case "P5": try self.init(input, limits, .gray, .raw)
    case "P6": try self.init(input, limits, .rgb, .raw)
    case "P7": try self.init(pam: input, limits)
    default: throw .damaged(detail: "the file does not start with P1 to P7")
    }
  }

  /// Parses two or three numbers and one byte of white space.
  private init(
    _ input: ByteInput, _ limits: Limits, _ channels: PixelFormat.Channels, _ raster: Raster
  ) throws(CodecError) {
    var text = PNMText(input, from: 2, isHeader: true)
    func number(_ what: String) throws(CodecError) -> Int {
      switch try text.nextNumber() {
      case .value(let value): return value
      case .end: throw Self.endsEarly
      case .garbage: throw .damaged(detail: "the \(what) is not a number")
      }
    }
    let width = try number("width")
    let height = try number("height")
    let maxval =
      switch raster {
      case .bits, .plain(bits: true): 1
      default: try number("maxval")
      }
    try self.init(
      width, height, maxval: maxval, channels, raster, offset: text.offset, limits)
  }

  /// Parses lines of a word and its value, in any order (pam(5), "The Layout").
  private init(pam input: ByteInput, _ limits: Limits) throws(CodecError) {
    var text = PNMText(input, from: 2, isHeader: true)
    var numbers: [String: Int] = [:]
    var types: [String] = []
    while true {
      guard let line = try text.nextLine() else { throw Self.endsEarly }
      if line.first == UInt8(ascii: "#") { continue }
      let words = line.split(maxSplits: 1, whereSeparator: \.isWhiteSpace)
      guard let word = words.first.map({ String(decoding: $0, as: UTF8.self) }) else { continue }
      if word == "ENDHDR" { break }
      let value = words.count < 2 ? "" : String(decoding: words[1].trimmed, as: UTF8.self)
      switch word {
      case "WIDTH", "HEIGHT", "DEPTH", "MAXVAL":
        guard let number = UInt(value), numbers[word] == nil else {
          throw .damaged(detail: "\(word) needs one number")
        }
        numbers[word] = Int(min(number, 1 << 40))
      case "TUPLTYPE": types.append(value)
      default: throw .damaged(detail: "the header has an unknown line")
      }
    }
    guard let width = numbers["WIDTH"], let height = numbers["HEIGHT"], let depth = numbers["DEPTH"],
      let maxval = numbers["MAXVAL"]
    else { throw .damaged(detail: "the header lacks one of WIDTH, HEIGHT, DEPTH and MAXVAL") }
    try self.init(
      width, height, maxval: maxval, Self.channels(of: types.joined(separator: " "), depth), .raw,
      offset: text.offset, limits)
  }

  /// Returns the channels of a tuple type (pam(5), "Defined Tuple Types"), or without a type those with this depth.
  private static func channels(
    of type: String, _ depth: Int
  ) throws(CodecError) -> PixelFormat.Channels {
    let channels: PixelFormat.Channels?
    switch type {
    case "BLACKANDWHITE", "GRAYSCALE": channels = .gray
    case "BLACKANDWHITE_ALPHA", "GRAYSCALE_ALPHA": channels = .grayAlpha
    case "RGB": channels = .rgb
    case "RGB_ALPHA": channels = .rgba
    case "": channels = .init(rawValue: depth)
    default: throw .unsupported(detail: "PAM with a tuple type other than gray and RGB")
    }
    guard let channels, channels.rawValue == depth else {
      throw .unsupported(detail: "PAM with \(depth) samples per pixel of type '\(type)'")
    }
    return channels
  }

  private init(
    _ width: Int, _ height: Int, maxval: Int, _ channels: PixelFormat.Channels, _ raster: Raster,
    offset: Int, _ limits: Limits
  ) throws(CodecError) {
    guard (1...65535).contains(maxval) else {
      throw .damaged(detail: "the maxval \(maxval) is not from 1 to 65535")
    }
    size = try CodecError.size(width: width, height: height, within: limits)
    self.maxval = maxval
    self.channels = channels
    self.raster = raster
    self.offset = offset
  }

  private static let endsEarly = CodecError.truncated(detail: "the file ends within the header")

  // MARK: What follows from it

  var pixels: PixelFormat { PixelFormat(channels, maxval < 256 ? .eight : .sixteen) }

  /// The bytes of a stored row, or nil if rows have no fixed length.
  var storedRowBytes: Int? {
    switch raster {
    case .plain: nil
    case .raw: pixels.rowBytes(width: size.width)
    case .bits: (size.width + 7) / 8
    }
  }

  /// The offset of the end of the samples, or nil if only reading them can tell.
  var end: Int? { storedRowBytes.map { offset + $0 * size.height } }

  /// Returns whether another image begins where this one ends. This image's rows are not checked.
  func isFollowedByAnother(in input: ByteInput) throws(CodecError) -> Bool {
    guard let end else { return false }
    let start = try input.read(at: end, count: 3)
    return start.count == 3 && start[0] == UInt8(ascii: "P")
      && (UInt8(ascii: "1")...UInt8(ascii: "7")).contains(start[1])
      && (start[2].isWhiteSpace || start[2] == UInt8(ascii: "#"))
  }

  var traits: [String] {
    switch raster {
    case .plain(bits: true): ["plain", "bitmap"]
    case .bits: ["bitmap"]
    case .plain: ["plain"] + unusualMaxval
    case .raw: unusualMaxval
    }
  }

  private var unusualMaxval: [String] {
    maxval == pixels.depth.maximum ? [] : ["maxval \(maxval)"]
  }
}

extension ArraySlice<UInt8> {
  /// The bytes without white space at either end.
  fileprivate var trimmed: ArraySlice<UInt8> {
    let start = drop { $0.isWhiteSpace }
    return start.prefix(through: start.lastIndex { !$0.isWhiteSpace } ?? start.startIndex - 1)
  }
}
