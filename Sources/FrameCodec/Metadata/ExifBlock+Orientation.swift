import FrameModel

extension ExifBlock {
  /// A block that contains only an orientation.
  public init(orientation: Orientation) {
    isLittleEndian = false
    bytes = Array("MM".utf8) + [0, 42, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0]
    add(orientation)
  }

  /// Returns the block with another orientation: replaced in place if there is one; otherwise, if requested, in a
  /// longer first directory at the end, to which the header then points, so that nothing moves.
  ///
  /// - Returns: nil if the first directory is truncated, or has an orientation that is not an integer.
  public func oriented(_ orientation: Orientation, adding: Bool) -> ExifBlock? {
    guard main.isWhole else { return nil }
    var result = self
    if let entry = main.entries(in: self).first(where: { $0.tag == Tag.orientation }) {
      guard Kind.isInteger(entry.type) else { return nil }
      result.put(orientation, in: entry)
    } else if adding {
      result.add(orientation)
    }
    return result
  }

  private mutating func add(_ orientation: Orientation) {
    let old = main
    let entries = old.entries(in: self)
    let next = next(of: old)
    // Entries are sorted by tag.
    let place = entries.firstIndex { $0.tag > Tag.orientation } ?? entries.count
    var all = entries.map { Array(bytes[$0.at..<$0.at + 12]) }
    all.insert([UInt8](repeating: 0, count: 12), at: place)
    if bytes.count % 2 == 1 { bytes.append(0) }
    let start = bytes.count
    bytes += [0, 0] + all.joined() + [0, 0, 0, 0]
    put(all.count, at: start, 2)
    let at = start + 2 + 12 * place
    put(orientation, in: Entry(at: at, in: self))
    put(next, at: start + 2 + 12 * all.count, 4)
    put(start, at: 4, 4)
  }
}
