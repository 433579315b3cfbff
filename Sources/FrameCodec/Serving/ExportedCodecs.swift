import CFrameCodec
import FrameGeometry
import FrameImage

/// Built-in codecs as a plugin exports its codecs: in the structs and functions of `frameit_codec.h`.
struct ExportedCodecs {
  let codecs: [any Codec]

  /// Runs `body` with the entry point, which is valid only during the call.
  func withEntryPoint<R>(_ body: (UnsafePointer<frameit_codec_entry_point>) -> R) -> R {
    let exported = codecs.map(ExportedCodec.init)
    let contracts = exported.map { UnsafePointer($0.contract) as UnsafePointer<frameit_codec>? }
    return withExtendedLifetime(exported) {
      contracts.withUnsafeBufferPointer { contracts in
        var entry = frameit_codec_entry_point()
        entry.struct_size = UInt32(MemoryLayout<frameit_codec_entry_point>.size)
        entry.major = UInt32(FRAMEIT_CODEC_MAJOR)
        entry.minor = UInt32(FRAMEIT_CODEC_MINOR)
        entry.codec_count = UInt32(contracts.count)
        entry.codecs = contracts.baseAddress
        entry.extension = { name in
          guard let name, String(cString: name) == "frameit.lossless" else { return nil }
          return UnsafeRawPointer(ExportedCodec.lossless)
        }
        return body(&entry)
      }
    }
  }
}

/// One codec and its struct, by whose address its functions find it.
private final class ExportedCodec {
  let codec: any Codec
  let contract: UnsafeMutablePointer<frameit_codec>
  private let texts: [UnsafeMutablePointer<CChar>]

  init(_ codec: any Codec) {
    self.codec = codec
    texts = [codec.format.name, codec.library].map { text in
      let copy = UnsafeMutablePointer<CChar>.allocate(capacity: text.utf8.count + 1)
      text.withCString { copy.update(from: $0, count: text.utf8.count + 1) }
      return copy
    }
    let place = UnsafeMutableRawPointer.allocate(
      byteCount: MemoryLayout<Placed>.size, alignment: MemoryLayout<Placed>.alignment)
    let placed = place.bindMemory(to: Placed.self, capacity: 1)
    placed.initialize(to: Placed(contract: Self.functions))
    contract = UnsafeMutableRawPointer(placed).assumingMemoryBound(to: frameit_codec.self)
    contract.pointee.name = UnsafePointer(texts[0])
    contract.pointee.library = UnsafePointer(texts[1])
    placed.pointee.owner = Unmanaged.passUnretained(self)
  }

  deinit {
    contract.deallocate()
    for text in texts { text.deallocate() }
  }

  /// What the address of a codec's struct leads to.
  private struct Placed {
    var contract: frameit_codec
    var owner: Unmanaged<ExportedCodec>?
  }

  static func of(_ contract: UnsafePointer<frameit_codec>?) -> (any Codec)? {
    contract.flatMap {
      UnsafeRawPointer($0).assumingMemoryBound(to: Placed.self).pointee.owner?.takeUnretainedValue().codec
    }
  }

  private static var functions: frameit_codec {
    var functions = frameit_codec()
    functions.struct_size = UInt32(MemoryLayout<frameit_codec>.size)
    functions.open = { codec, _, input, limits, code, report in
      guard let codec = ExportedCodec.of(codec), let input, let limits = limits?.pointee, let report else {
        return nil
      }
      return made(code, report) { () throws(CodecError) in
        var allowed = Limits()
        allowed.side = Int(limits.side)
        allowed.pixels = Int(clamping: limits.pixels)
        allowed.memory = Int(clamping: limits.memory)
        return ExportedImage(try codec.open(ByteInput(input), limits: allowed), allowed)
      }
    }
    functions.header = { image, header in
      guard let image: ExportedImage = object(image), let header else { return Int32(FRAMEIT_CODEC_MISUSE) }
      header.pointee = image.contractHeader
      return Int32(FRAMEIT_CODEC_OK)
    }
    functions.frame = { image, index, reduction, milliseconds, report in
      call(image, report) { (image: ExportedImage, report) throws(CodecError) in
        milliseconds?.pointee = UInt32(
          clamping: try image.beginFrame(Int(index), ShrinkFactor(rawValue: Int(reduction)) ?? .none))
        report.set(image.damage)
      }
    }
    functions.rows = { image, rows, count, report in
      call(image, report) { (image: ExportedImage, report) throws(CodecError) in
        try image.read(Int(count), into: rows)
        report.set(image.damage)
      }
    }
    functions.finish = { image, report in
      call(image, report) { (image: ExportedImage, report) throws(CodecError) in
        try image.finish()
        report.set(image.damage)
      }
    }
    functions.close = { release($0, as: ExportedImage.self) }
    functions.open_encoder = { codec, _, output, encoding, code, report in
      guard let codec = ExportedCodec.of(codec), let output, let encoding, let report else { return nil }
      return made(code, report) { () throws(CodecError) in
        try ExportedEncoder(output, encoding.pointee, codec.makeEncoder)
      }
    }
    functions.encode_frame = { encoder, milliseconds, report in
      call(encoder, report) { (encoder: ExportedEncoder, _) throws(CodecError) in
        try encoder.encoder.beginFrame(milliseconds: Int(milliseconds))
      }
    }
    functions.encode_rows = { encoder, rows, count, report in
      call(encoder, report) { (encoder: ExportedEncoder, _) throws(CodecError) in
        let bytes = UnsafeRawBufferPointer(start: rows, count: Int(count) * encoder.rowBytes)
        try encoder.encoder.write(bytes.bindMemory(to: UInt8.self).span)
      }
    }
    functions.finish_encoder = { encoder, report in
      call(encoder, report) { (encoder: ExportedEncoder, _) throws(CodecError) in try encoder.encoder.finish()
      }
    }
    functions.close_encoder = { release($0, as: ExportedEncoder.self) }
    return functions
  }

  /// The extension for lossless transforms, which lives as long as the program.
  nonisolated(unsafe) static let lossless: UnsafePointer<frameit_codec_lossless> = {
    let functions = UnsafeMutablePointer<frameit_codec_lossless>.allocate(capacity: 1)
    functions.initialize(to: frameit_codec_lossless())
    functions.pointee.struct_size = UInt32(MemoryLayout<frameit_codec_lossless>.size)
    functions.pointee.move = { image, output, move, trailing, report in
      call(image, report) { (image: ExportedImage, report) throws(CodecError) in
        guard let output, let move = move?.pointee else { throw .misuse(detail: "there is no output") }
        let notices = try image.lossless.move(ByteOutput(output), TransformRequest(move, image.limits))
        for notice in notices {
          switch notice {
          case .damage(let count, let detail): report.set(Damage(count: count, detail: detail))
          case .trailingDataIgnored(let bytes): trailing?.pointee = UInt64(clamping: bytes)
          default: throw .misuse(detail: "a move cannot report \(notice)")
          }
        }
      }
    }
    functions.pointee.open_encoder = { image, output, encoding, code, report in
      guard let image: ExportedImage = object(image), let output, let encoding, let report else { return nil }
      return made(code, report) { () throws(CodecError) in
        try ExportedEncoder(output, encoding.pointee) { output, request throws(CodecError) in
          try image.lossless.makeEncoder(output, request)
        }
      }
    }
    return UnsafePointer(functions)
  }()
}

// MARK: Calls

/// Returns the object behind a pointer of the contract.
private func object<Object: AnyObject>(_ pointer: OpaquePointer?) -> Object? {
  pointer.map { Unmanaged<Object>.fromOpaque(UnsafeRawPointer($0)).takeUnretainedValue() }
}

private func release<Object: AnyObject>(_ pointer: OpaquePointer?, as _: Object.Type) {
  if let pointer { Unmanaged<Object>.fromOpaque(UnsafeRawPointer(pointer)).release() }
}

/// Returns a new object for the host, or nil with the error in `code` and `report`.
private func made(
  _ code: UnsafeMutablePointer<Int32>?, _ report: UnsafeMutablePointer<frameit_codec_report>,
  _ make: () throws(CodecError) -> AnyObject
) -> OpaquePointer? {
  do throws(CodecError) {
    return OpaquePointer(Unmanaged.passRetained(try make()).toOpaque())
  } catch {
    report.pointee.set(error)
    code?.pointee = report.pointee.code
    return nil
  }
}

/// Calls a function of an object, and returns the contract's code.
private func call<Object: AnyObject>(
  _ pointer: OpaquePointer?, _ report: UnsafeMutablePointer<frameit_codec_report>?,
  _ body: (Object, inout frameit_codec_report) throws(CodecError) -> Void
) -> Int32 {
  guard let object: Object = object(pointer), let report else { return Int32(FRAMEIT_CODEC_MISUSE) }
  do throws(CodecError) {
    try body(object, &report.pointee)
    return Int32(FRAMEIT_CODEC_OK)
  } catch {
    report.pointee.set(error)
    report.pointee.is_final = 1
    return report.pointee.code
  }
}
