import CXXHash
import FrameCodec

/// What a result follows from, as one number of 128 bits: XXH3 of the program's version, its options, the script and all
/// that was read. (A checksum: whoever can choose the contents can make two alike.)
struct Fingerprint {
  private let state: OpaquePointer

  init() {
    // A few hundred bytes; without them nothing else goes on, either.
    state = cxxhash_begin()!
  }

  /// Of a file's bytes; nil for what is no file, or cannot be read.
  static func sum(of path: String) -> String? {
    guard OutputFile.isRegular(path), let file = try? InputFile(.file(path), limit: .nothing) else {
      return nil
    }
    return try? sum(of: file.bytes)
  }

  static func sum(of bytes: ByteInput) throws(CodecError) -> String {
    let key = Fingerprint()
    try key.add(bytes)
    return key.end()
  }

  func end() -> String {
    var (high, low): (UInt64, UInt64) = (0, 0)
    cxxhash_end(state, &high, &low)
    return high.hex + low.hex
  }

  /// Whether a text could be one.
  static func isOne(_ text: String) -> Bool {
    text.utf8.count == 32 && text.utf8.allSatisfy(Set("0123456789abcdef".utf8).contains)
  }

  /// Takes in a text, and its length, so that two texts are not one of them together.
  func add(_ text: String) {
    let bytes = Array(text.utf8)
    add(count: bytes.count)
    add(bytes)
  }

  /// Takes in all of a file.
  func add(_ input: ByteInput) throws(CodecError) {
    add(count: input.length)
    var at = 0
    while at < input.length {
      let bytes = try input.read(at: at, count: 1 << 18)
      guard !bytes.isEmpty else { throw .truncated(detail: "the file became shorter") }
      add(bytes)
      at += bytes.count
    }
  }

  private func add(count: Int) {
    withUnsafeBytes(of: UInt64(count).littleEndian) { add(Array($0)) }
  }

  /// Takes in bytes that say themselves where they end.
  func add(_ bytes: [UInt8]) {
    cxxhash_add(state, bytes, bytes.count)
  }
}

extension UInt64 {
  fileprivate var hex: String {
    let digits = String(self, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
