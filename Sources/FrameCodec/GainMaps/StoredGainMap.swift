/// A gain map in the file of its image: a complete file of the same format.
package struct StoredGainMap: Hashable, Sendable {
  package var parameters: GainMapParameters
  /// The bytes of the map's file.
  package var range: Range<Int>

  package init(_ parameters: GainMapParameters, at range: Range<Int>) {
    (self.parameters, self.range) = (parameters, range)
  }
}

/// A gain map to write: a file of the output's format, and the meaning of its samples.
package struct EncodedGainMap: Hashable, Sendable {
  package var parameters: GainMapParameters
  package var file: [UInt8]

  package init(_ parameters: GainMapParameters, file: [UInt8]) {
    (self.parameters, self.file) = (parameters, file)
  }
}

/// Data after an image in its file, other than a gain map. Outputs do not have it, unless they are copies.
package struct Attachment: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Another picture: a second view, a larger preview.
    case image
    /// The video of a motion photo.
    case video
  }

  package var kind: Kind
  package var bytes: Int

  package init(_ kind: Kind, bytes: Int) { (self.kind, self.bytes) = (kind, bytes) }
}
