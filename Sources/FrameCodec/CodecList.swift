/// The codecs of a run, in the order in which they are asked. A value that is handed down: there is no
/// registry.
public struct CodecList: Sendable {
  public let codecs: [any Codec]
  private let otherwise: @Sendable (_ start: [UInt8]) -> CodecError?

  /// - Parameter otherwise: what is wrong with a file that begins with these bytes, which no codec knows; nil: it
  ///   is no image of any known format.
  public init(
    _ codecs: [any Codec], otherwise: @escaping @Sendable (_ start: [UInt8]) -> CodecError? = { _ in nil }
  ) {
    self.codecs = codecs
    self.otherwise = otherwise
  }

  /// Enough bytes for every signature.
  private static let start = 64

  /// The codec whose signature the bytes begin with. Names play no part.
  ///
  /// - Throws: `CodecError.empty`, `.unknownFormat` or what is known of such a file, `.readFailed`.
  public func codec(for input: ByteInput) throws(CodecError) -> any Codec {
    if input.length == 0 { throw .empty }
    let start = try input.read(at: 0, count: Self.start)
    guard
      let codec = codecs.first(where: { $0.format.signatures.contains { $0.matches(start) } })
    else { throw otherwise(start) ?? .unknownFormat }
    return codec
  }

  /// The first that writes all that is drawn, as it is: what a scene without images is written by.
  public var lossless: any Codec {
    codecs.first {
      $0.format.capabilities.writes && $0.format.capabilities.alpha && !$0.format.capabilities.isLossy
    } ?? codecs[0]
  }

  /// The codec of this name, or with this file extension, in any case.
  public func codec(named name: String) -> (any Codec)? {
    let name = name.lowercased()
    return codecs.first { $0.format.name == name || $0.format.extensions.contains(name) }
  }
}
