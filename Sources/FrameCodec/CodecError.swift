import FrameGeometry
import FrameImage
import Platform

/// An error between bytes and rows. Messages for people are made elsewhere; a `detail` is a codec library's own text.
package indirect enum CodecError: Error, Hashable, Sendable {
  /// There are no bytes.
  case empty
  /// No codec recognizes the bytes.
  case unknownFormat
  /// The file has a format with this name, which no codec reads.
  case foreignFormat(String)
  case damaged(detail: String)
  case truncated(detail: String)
  case unsupported(detail: String)
  case limit(LimitExceeded)
  /// A limit that a plugin names in its own words.
  case limitPassed(detail: String)
  /// The encoder reported success and wrote nothing.
  case nothingWritten
  /// A plugin needs more memory than its process may have, in its own words.
  case memoryPassed(detail: String, allowed: Int)
  case readFailed(errorNumber: Int32)
  case writeFailed(errorNumber: Int32)
  /// The format is known, but its plugin is not installed.
  case missingPlugin(format: String, plugin: String, package: String)
  /// A plugin that cannot be used: its file and the reason.
  case refusedPlugin(String, String)
  /// A plugin is not run because the system lacks a part of the sandbox.
  case unsandboxed(plugin: String, missing: String)
  /// A plugin's answer violates its contract: its file and the violation.
  case brokenPlugin(String, String)
  /// An effect failed: its name in scripts, the path of the plugin's library, and the error.
  case effect(String, plugin: String, CodecError)
  /// The process for a built-in codec could not be started, with the reason.
  case notIsolated(String)
  /// The process that ran a codec died.
  case crashed(String)
  /// The process that ran a codec took too long.
  case timedOut(TimeLimit)
  /// Calls in the wrong order: a bug in frameit.
  case misuse(detail: String)

  /// A time limit of a worker process, in seconds.
  package enum TimeLimit: Hashable, Sendable {
    case processor(Int)
    /// For answers of a process that hangs.
    case waiting(Int)

    /// The predicate of a message.
    package var text: String {
      switch self {
      case .processor(let seconds): "took more than \(seconds) s of processor time"
      case .waiting(let seconds): "did not answer in \(seconds) s"
      }
    }
  }
}

/// Something that a codec did not keep, or damage that it read past. Always reported.
package enum CodecNotice: Equatable, Sendable {
  /// Damage that was read past, with the number of places and the first one's description.
  case damage(count: Int, detail: String)
  /// CMYK is converted to sRGB: with its profile, or by a simple formula if it has no readable one.
  case cmykConverted(byProfile: Bool)
  /// The profile is for another kind of pixels than the decoded ones, and is dropped.
  case profileDropped
  /// The profile is damaged or incomplete, and is dropped.
  case profileUnreadable
  /// Metadata of a kind is damaged and dropped.
  case metadataDropped(MetadataBlock.Kind)
  /// The codec does not read a picture that belongs to the image.
  case pictureDropped(BelongingPicture)
  /// The file says that it has a gain map, but has none that can be read.
  case gainMapUnreadable
  /// Only one of several frames, pages or pictures is read.
  case oneOfSeveral(of: Int?)
  /// Data after the image is dropped: a second image, a video.
  case trailingDataIgnored(bytes: Int)
}

/// A picture that belongs to an image, by its name in the contract with codecs.
package enum BelongingPicture: String, CaseIterable, Sendable {
  /// Brightens the image on HDR screens.
  case gainMap = "gain map"
  case depthMap = "depth map"
  /// Any other data for each pixel, such as the outline of a person.
  case auxiliaryImage = "auxiliary image"
  /// The picture that an animation's file has for programs that show no animation.
  case stillImage = "still image"
}

extension CodecNotice {
  /// True for a gain map that is not read.
  package var isAboutGainMap: Bool { self == .pictureDropped(.gainMap) || self == .gainMapUnreadable }
}

extension CodecError {
  package var isOfEffect: Bool { if case .effect = self { true } else { false } }

  package static let outOfMemory = CodecError.limit(.outOfMemory)

  /// Returns the result of `body`, or converts an exceeded limit to this error type.
  package static func limited<R>(
    _ body: @autoclosure () throws(LimitExceeded) -> R
  ) throws(CodecError) -> R {
    return try converting(body()) { (error: LimitExceeded) in CodecError.limit(error) }
  }

  /// A failed read, by the system's error number.
  init(reading errorNumber: Int32) {
    self = errorNumber == ECANCELED ? .limit(.cancelled) : .readFailed(errorNumber: errorNumber)
  }

  /// A failed write, by the system's error number.
  init(writing errorNumber: Int32) {
    self = errorNumber == ECANCELED ? .limit(.cancelled) : .writeFailed(errorNumber: errorNumber)
  }

  /// Returns the size in a header.
  ///
  /// - Throws: `.damaged` for a side of 0, and `.limit` for an image that is too large.
  package static func size(
    width: Int, height: Int, within limits: Limits
  ) throws(CodecError) -> PixelSize {
    guard width > 0, height > 0 else { throw .damaged(detail: "the header says \(width) x \(height) pixels") }
    return try limited(limits.check(width: width, height: height))
  }
}

/// Limits of a decoder for one image that no option raises.
package enum DecoderLimits {
  /// The bytes of profile, EXIF, XMP, IPTC and texts together.
  package static let metadata = 16 << 20
  /// The number of warnings after which an image is unusable, even for salvaging.
  package static let warnings = 100

  /// - Throws: `CodecError.limit` for more bytes of metadata than `metadata`.
  @inline(__always)
  package static func check(metadata count: Int) throws(CodecError) {
    guard count <= metadata else {
      throw .limit(LimitExceeded(.metadata, needed: count, allowed: metadata))
    }
  }
}
