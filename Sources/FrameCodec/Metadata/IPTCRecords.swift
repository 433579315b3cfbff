/// Records of IPTC's Information Interchange Model (IIM 4.2, part 1, 1.6): a marker, the numbers of record and data
/// set, a length, the data.
public struct IPTCRecords: Hashable, Sendable {
  public let bytes: [UInt8]

  public init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  public enum Part: Hashable, Sendable {
    case copyright
    case thumbnail
    /// The character set and the versions, which are needed to read the others.
    case frame
  }

  /// - Returns: the records without some parts; nil if they are invalid and cannot be separated.
  public func edited(where stays: (Part?) -> Bool) -> (records: IPTCRecords, gone: Set<Part>)? {
    var result: [UInt8] = []
    var gone: Set<Part> = []
    var at = 0
    while at < bytes.count {
      // Photoshop pads with zeros.
      if bytes[at] == 0, bytes[at...].allSatisfy({ $0 == 0 }) { break }
      guard let (part, range) = record(at: at) else { return nil }
      if stays(part) {
        result += bytes[range]
      } else if let part {
        gone.insert(part)
      }
      at = range.upperBound
    }
    return (IPTCRecords(result), gone)
  }

  /// Whether there is no information.
  public var isEmpty: Bool {
    edited { $0 != .frame }?.records.bytes.isEmpty ?? true
  }

  private func record(at start: Int) -> (part: Part?, range: Range<Int>)? {
    guard bytes[start] == 0x1C, start + 5 <= bytes.count else { return nil }
    var length = Int(bytes[start + 3]) << 8 | Int(bytes[start + 4])
    var header = 5
    if length & 0x8000 != 0 {
      // The length of the length field.
      let count = length & 0x7FFF
      guard (1...4).contains(count), start + 5 + count <= bytes.count else { return nil }
      length = bytes[start + 5..<start + 5 + count].reduce(0) { $0 << 8 | Int($1) }
      header += count
    }
    guard length <= bytes.count - start - header else { return nil }
    let range = start..<start + header + length
    let part: Part? =
      switch (bytes[start + 1], bytes[start + 2]) {
      case (1, _), (2, 0): .frame
      case (2, 80), (2, 110), (2, 116): .copyright
      case (2, 200...202): .thumbnail
      default: nil
      }
    return (part, range)
  }
}
