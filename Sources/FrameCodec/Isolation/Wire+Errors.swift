import FrameImage

// Cases are numbered here. Both sides are of one build, so the numbers have no other meaning.

extension LimitExceeded.Kind: WireValue {
  private static let plain: [LimitExceeded.Kind] = [
    .pixels, .memory, .side, .layers, .statements, .touches, .fingers, .scriptBytes, .nesting, .recursion,
    .metadata, .fontBytes, .frames, .work, .blur,
  ]

  func write(to wire: inout WireWriter) {
    if let index = Self.plain.firstIndex(of: self) {
      wire.put(UInt8(index))
    } else {
      wire.put(UInt8.max)
      // Kinds without a number are sent by name.
      if case .parts(let name) = self { wire.put(name) } else { wire.put("\(self)") }
    }
  }

  init(from wire: inout WireReader) throws(WireError) {
    let number = Int(try wire.take(UInt8.self))
    if number == UInt8.max {
      self = .parts(try wire.take())
    } else {
      guard Self.plain.indices.contains(number) else { throw WireError() }
      self = Self.plain[number]
    }
  }
}

extension LimitExceeded: WireValue {
  func write(to wire: inout WireWriter) {
    wire.put(kind)
    wire.put(needed)
    wire.put(allowed)
  }

  init(from wire: inout WireReader) throws(WireError) {
    self.init(try wire.take(), needed: try wire.take(), allowed: try wire.take())
  }
}

extension CodecNotice: WireValue {
  func write(to wire: inout WireWriter) {
    switch self {
    case .damage(let count, let detail):
      wire.put(raw: 0)
      wire.put(count)
      wire.put(detail)
    case .cmykConverted(let byProfile):
      wire.put(raw: 1)
      wire.put(byProfile)
    case .profileDropped: wire.put(raw: 2)
    case .metadataDropped(let kind):
      wire.put(raw: 3)
      wire.put(kind)
    case .gainMapDropped: wire.put(raw: 4)
    case .firstFrameOnly(let count):
      wire.put(raw: 5)
      wire.put(count)
    case .trailingDataIgnored(let bytes):
      wire.put(raw: 6)
      wire.put(bytes)
    }
  }

  init(from wire: inout WireReader) throws(WireError) {
    switch try wire.take(UInt8.self) {
    case 0: self = .damage(count: try wire.take(), detail: try wire.take())
    case 1: self = .cmykConverted(byProfile: try wire.take())
    case 2: self = .profileDropped
    case 3: self = .metadataDropped(try wire.take())
    case 4: self = .gainMapDropped
    case 5: self = .firstFrameOnly(of: try wire.take())
    case 6: self = .trailingDataIgnored(bytes: try wire.take())
    default: throw WireError()
    }
  }
}

extension Damage: WireValue {
  func write(to wire: inout WireWriter) {
    wire.put(count)
    wire.put(detail)
    wire.put(harmless)
    wire.put(loss)
  }

  init(from wire: inout WireReader) throws(WireError) {
    self.init(
      count: try wire.take(), detail: try wire.take(String?.self) ?? "", harmless: try wire.take(),
      loss: try wire.take())
    guard (0...Int(UInt32.max)).contains(count), (0...count).contains(harmless) else { throw WireError() }
  }
}

extension CodecError: WireValue {
  func write(to wire: inout WireWriter) {
    switch self {
    case .empty: wire.put(raw: 0)
    case .unknownFormat: wire.put(raw: 1)
    case .damaged(let detail): wire.put(2, detail)
    case .truncated(let detail): wire.put(3, detail)
    case .unsupported(let detail): wire.put(4, detail)
    case .limit(let exceeded):
      wire.put(raw: 5)
      wire.put(exceeded)
    case .limitPassed(let detail): wire.put(6, detail)
    case .outOfMemory: wire.put(raw: 7)
    case .readFailed(let number):
      wire.put(raw: 8)
      wire.put(Int(number))
    case .writeFailed(let number):
      wire.put(raw: 9)
      wire.put(Int(number))
    case .misuse(let detail): wire.put(10, detail)
    // About codecs in other processes, which a worker does not have.
    case .missingPlugin, .refusedPlugin, .unsandboxed, .brokenPlugin, .memoryPassed, .notIsolated, .crashed,
      .timedOut, .nothingWritten:
      wire.put(10, "\(self)")
    }
  }

  init(from wire: inout WireReader) throws(WireError) {
    switch try wire.take(UInt8.self) {
    case 0: self = .empty
    case 1: self = .unknownFormat
    case 2: self = .damaged(detail: try wire.take())
    case 3: self = .truncated(detail: try wire.take())
    case 4: self = .unsupported(detail: try wire.take())
    case 5: self = .limit(try wire.take())
    case 6: self = .limitPassed(detail: try wire.take())
    case 7: self = .outOfMemory
    case 8: self = .readFailed(errorNumber: Int32(clamping: try wire.take(Int.self)))
    case 9: self = .writeFailed(errorNumber: Int32(clamping: try wire.take(Int.self)))
    case 10: self = .misuse(detail: try wire.take())
    default: throw WireError()
    }
  }
}

extension WireWriter {
  fileprivate mutating func put(_ number: UInt8, _ detail: String) {
    put(raw: number)
    put(detail)
  }
}
