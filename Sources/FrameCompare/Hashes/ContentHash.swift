import CNettle

/// The SHA-256 of bytes, as 64 hexadecimal digits.
package enum ContentHash {
  package static func of(_ bytes: Span<UInt8>) -> String {
    var digest = cnettle_sha256()
    cnettle_sha256_start(&digest)
    digest.add(bytes)
    return digest.hexadecimal()
  }
}

extension cnettle_sha256 {
  mutating func add(_ bytes: Span<UInt8>) {
    bytes.withUnsafeBufferPointer { cnettle_sha256_add(&self, $0.baseAddress, $0.count) }
  }

  /// Ends the hash.
  mutating func hexadecimal() -> String {
    var bytes = [UInt8](repeating: 0, count: 32)
    cnettle_sha256_end(&self, &bytes)
    return bytes.map { byte in
      let digits = String(byte, radix: 16)
      return digits.count < 2 ? "0" + digits : digits
    }.joined()
  }
}
