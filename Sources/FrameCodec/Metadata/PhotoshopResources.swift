/// Photoshop's image resources, in which files store IPTC: "8BIM", a number, a name, a length, the data.
public enum PhotoshopResources {
  private static let signature = Array("8BIM".utf8)
  private static let iptc = 0x0404

  /// The IPTC records in a file's resources.
  public enum Records: Equatable, Sendable {
    case none
    case whole([UInt8])
    /// The resources are truncated within or before the records.
    case damaged
  }

  /// Finds the IPTC records in the resources.
  public static func iptc(in resources: [UInt8]) -> Records {
    var at = 0
    while at + 12 <= resources.count {
      // Other programs have signatures of their own: AgHg, DCSR, PHUT, MeSa.
      let number = Int(resources[at + 4]) << 8 | Int(resources[at + 5])
      let name = (Int(resources[at + 6]) + 2) & ~1
      let lengthAt = at + 6 + name
      // A length beyond the end is damage only in Photoshop's own resources.
      let isOwn = resources[at..<at + 4].elementsEqual(signature)
      guard lengthAt + 4 <= resources.count else { return isOwn ? .damaged : .none }
      let length = resources[lengthAt..<lengthAt + 4].reduce(0) { $0 << 8 | Int($1) }
      let start = lengthAt + 4
      guard length <= resources.count - start else { return isOwn ? .damaged : .none }
      if number == iptc, isOwn {
        return length == 0 ? .none : .whole(Array(resources[start..<start + length]))
      }
      at = start + (length + 1) & ~1
    }
    return resources.dropFirst(at).starts(with: signature) ? .damaged : .none
  }

  /// Returns a resource with these records.
  public static func wrapping(iptc records: [UInt8]) -> [UInt8] {
    let length = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: records.count >> $0) }
    let number = [UInt8(iptc >> 8), UInt8(iptc & 0xFF)]
    return signature + number + [0, 0] + length + records + (records.count % 2 == 1 ? [0] : [])
  }
}
