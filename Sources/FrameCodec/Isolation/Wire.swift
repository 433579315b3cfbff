/// A value that is sent to another process of the same build, as its parts one after the other, in an order that only
/// the two methods know.
protocol WireValue {
  func write(to wire: inout WireWriter)

  /// - Throws: `WireError` for invalid bytes. The sender may be compromised.
  init(from wire: inout WireReader) throws(WireError)
}

struct WireWriter {
  private(set) var bytes: [UInt8] = []

  mutating func put(_ value: some WireValue) { value.write(to: &self) }
  mutating func put(raw: UInt8) { bytes.append(raw) }
  mutating func put(raw: some Sequence<UInt8>) { bytes += raw }
}

struct WireReader {
  private let bytes: [UInt8]
  private var next = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  var left: Int { bytes.count - next }

  mutating func take<Value: WireValue>(_ type: Value.Type = Value.self) throws(WireError) -> Value {
    try Value(from: &self)
  }

  mutating func raw(_ count: Int) throws(WireError) -> ArraySlice<UInt8> {
    guard count >= 0, count <= left else { throw WireError() }
    defer { next += count }
    return bytes[next..<next + count]
  }
}

/// Invalid bytes.
struct WireError: Error {}

extension WireValue {
  /// The value of these bytes, all of which must be used.
  init(wire bytes: [UInt8]) throws(WireError) {
    var wire = WireReader(bytes)
    self = try wire.take()
    guard wire.left == 0 else { throw WireError() }
  }

  var wire: [UInt8] {
    var wire = WireWriter()
    wire.put(self)
    return wire.bytes
  }
}

// MARK: What values are made of

extension WireValue where Self: FixedWidthInteger {
  func write(to wire: inout WireWriter) {
    withUnsafeBytes(of: self) { wire.put(raw: $0) }
  }

  init(from wire: inout WireReader) throws(WireError) {
    let bytes = try wire.raw(MemoryLayout<Self>.size)
    self = bytes.withUnsafeBytes { $0.loadUnaligned(as: Self.self) }
  }
}

extension Int: WireValue {}
extension UInt8: WireValue {}
extension UInt32: WireValue {}
extension UInt64: WireValue {}

extension Bool: WireValue {
  func write(to wire: inout WireWriter) { wire.put(raw: self ? 1 : 0) }

  init(from wire: inout WireReader) throws(WireError) {
    switch try wire.take(UInt8.self) {
    case 0: self = false
    case 1: self = true
    default: throw WireError()
    }
  }
}

extension Double: WireValue {
  func write(to wire: inout WireWriter) { wire.put(bitPattern) }

  /// Only finite numbers are valid.
  init(from wire: inout WireReader) throws(WireError) {
    self.init(bitPattern: try wire.take())
    guard isFinite else { throw WireError() }
  }
}

extension Array: WireValue where Element: WireValue {
  func write(to wire: inout WireWriter) {
    wire.put(count)
    if let bytes = self as? [UInt8] { return wire.put(raw: bytes) }
    for element in self { wire.put(element) }
  }

  init(from wire: inout WireReader) throws(WireError) {
    let count: Int = try wire.take()
    // Every element takes at least one byte.
    guard (0...wire.left).contains(count) else { throw WireError() }
    // A small element can take many bytes in memory.
    guard Element.self == UInt8.self || count <= 1 << 20 else { throw WireError() }
    if Element.self == UInt8.self {
      self = Array<UInt8>(try wire.raw(count)) as! Self
      return
    }
    self.init()
    for _ in 0..<count { append(try wire.take()) }
  }
}

extension String: WireValue {
  func write(to wire: inout WireWriter) { wire.put(Array(utf8)) }

  init(from wire: inout WireReader) throws(WireError) {
    self.init(decoding: try wire.take([UInt8].self), as: UTF8.self)
  }
}

extension Optional: WireValue where Wrapped: WireValue {
  func write(to wire: inout WireWriter) {
    wire.put(self != nil)
    if let self { wire.put(self) }
  }

  init(from wire: inout WireReader) throws(WireError) {
    self = try wire.take(Bool.self) ? try wire.take(Wrapped.self) : nil
  }
}

extension WireValue where Self: RawRepresentable, RawValue: WireValue {
  func write(to wire: inout WireWriter) { wire.put(rawValue) }

  init(from wire: inout WireReader) throws(WireError) {
    guard let value = Self(rawValue: try wire.take()) else { throw WireError() }
    self = value
  }
}
