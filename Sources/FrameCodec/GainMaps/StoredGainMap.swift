import FrameImage

/// A gain map in the file of its image.
package struct StoredGainMap: Equatable, Sendable {
  package var parameters: GainMapParameters
  package var place: Place
  package var samples: Samples

  package enum Place: Hashable, Sendable {
    /// A complete file of the same format, by its bytes.
    case file(Range<Int>)
    /// Another image of the same file, which the codec opens by `ByteInput.gainMap`.
    case image
  }

  package enum Samples: Equatable, Sendable {
    /// Those of the parameters.
    case ordinary
    /// Those of `AppleGainMap`. Readers convert them to those of the parameters.
    case apple
  }

  package init(_ parameters: GainMapParameters, at place: Place, samples: Samples = .ordinary) {
    (self.parameters, self.place, self.samples) = (parameters, place, samples)
  }

  /// The bytes of the map's file; nil if it has no file of its own.
  package var range: Range<Int>? { if case .file(let range) = place { range } else { nil } }
}

/// A gain map to write: a file of the output's format, and the meaning of its samples.
package struct EncodedGainMap: Equatable, Sendable {
  package var parameters: GainMapParameters
  package var file: [UInt8]

  package init(_ parameters: GainMapParameters, file: [UInt8]) {
    (self.parameters, self.file) = (parameters, file)
  }
}

/// Data after an image in its file, other than a gain map. Outputs do not have it, unless they are copies.
package struct Attachment: Equatable, Sendable {
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Another picture, such as a second view.
    case image
    /// A smaller version of the picture.
    case preview
    /// The video of a motion photo.
    case video
  }

  package var kind: Kind
  package var bytes: Int

  package init(_ kind: Kind, bytes: Int) { (self.kind, self.bytes) = (kind, bytes) }
}
