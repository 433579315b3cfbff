import CFrameCodec
import FrameModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// What can go wrong between bytes and rows. Sentences for people are made elsewhere; the `detail`s are
/// a codec library's own.
public enum CodecError: Error, Hashable, Sendable {
  /// There are no bytes.
  case empty
  /// No codec knows these bytes.
  case unknownFormat
  case damaged(detail: String)
  case truncated(detail: String)
  case unsupported(detail: String)
  case limit(LimitExceeded)
  /// A limit that a plugin names in its own words.
  case limitPassed(detail: String)
  /// The machine has no memory left.
  case outOfMemory
  /// The encoder wrote no bytes and reported success.
  case nothingWritten
  /// What a codec that is loaded needs is more than its process may hold, in its own words.
  case memoryPassed(detail: String, allowed: Int)
  case readFailed(errorNumber: Int32)
  case writeFailed(errorNumber: Int32)
  /// The format is known; the plugin that reads it is not there.
  case missingPlugin(format: String, plugin: String, package: String)
  /// A plugin that cannot be used: its file, and why.
  case refusedPlugin(String, String)
  /// A plugin is not run because the system lacks a part of the sandbox.
  case unsandboxed(plugin: String, missing: String)
  /// A plugin answered something that its contract rules out: its file, and what.
  case brokenPlugin(String, String)
  /// The process that a built-in codec was to run in cannot be had, and why.
  case notIsolated(String)
  /// The process that ran a codec ended.
  case crashed(String)
  /// The process that ran a codec took too long.
  case timedOut(seconds: Int)
  /// Called out of order: a bug of ours.
  case misuse(detail: String)
}

/// What a codec did not keep, or found wrong and could live with. Never silent.
public enum CodecNotice: Hashable, Sendable {
  /// Damage that was read over, with the number of places and the first one's sentence.
  case damage(count: Int, detail: String)
  /// CMYK is brought to sRGB: by its profile, or by the plain formula where it has none that can be read.
  case cmykConverted(byProfile: Bool)
  /// The profile is for another kind of image than its pixels are decoded to, and was left out.
  case profileDropped
  /// Metadata of a kind is damaged, and was left out.
  case metadataDropped(MetadataBlock.Kind)
  /// A second image, that makes the first one brighter on some screens, is not read.
  case gainMapDropped
  /// Only the first of several frames was read.
  case firstFrameOnly(of: Int?)
  /// What follows the image in its file was left out: a second image, a video.
  case trailingDataIgnored(bytes: Int)
}

extension CodecError {
  /// Runs `body`, with a passed limit as this stage's error.
  public static func limited<R>(
    _ body: () throws(LimitExceeded) -> R
  ) throws(CodecError) -> R {
    do throws(LimitExceeded) {
      return try body()
    } catch {
      throw .limit(error)
    }
  }

  /// A failed read, by the system's error number.
  init(reading errorNumber: Int32) {
    self = errorNumber == ECANCELED ? .limit(.cancelled) : .readFailed(errorNumber: errorNumber)
  }

  /// A failed write, by the system's error number.
  init(writing errorNumber: Int32) {
    self = errorNumber == ECANCELED ? .limit(.cancelled) : .writeFailed(errorNumber: errorNumber)
  }

  /// The size that a header says.
  ///
  /// - Throws: `.damaged` for a side of 0, which no image has, and `.limit` for an image that is too large.
  public static func size(
    width: Int, height: Int, within limits: Limits
  ) throws(CodecError) -> PixelSize {
    guard width > 0, height > 0 else { throw .damaged(detail: "its header says \(width) x \(height) pixels") }
    return try limited { () throws(LimitExceeded) in try limits.check(width: width, height: height) }
  }

  /// The error that a C call's status stands for, or nil for success.
  ///
  /// - Parameter writing: which way an I/O error went.
  public init?(_ status: frameit_status, writing: Bool = false) {
    let detail = String(cTuple: status.message)
    switch status.code {
    case FRAMEIT_OK: return nil
    case FRAMEIT_DAMAGED: self = .damaged(detail: detail)
    case FRAMEIT_TRUNCATED: self = .truncated(detail: detail)
    case FRAMEIT_UNSUPPORTED: self = .unsupported(detail: detail)
    case FRAMEIT_NO_MEMORY: self = .outOfMemory
    case FRAMEIT_IO:
      self = writing ? CodecError(writing: status.error_number) : CodecError(reading: status.error_number)
    default: self = .misuse(detail: detail)
    }
  }
}

/// Bounds of what a decoder does for one image, that no flag raises.
public enum DecoderLimits {
  /// Bytes of profile, EXIF, XMP, IPTC and texts together.
  public static let metadata = 16 << 20
  /// Warnings after which an image counts as damaged beyond use, even when salvaging.
  public static let warnings = 100
}

extension Damage {
  /// What a C call has noted so far, and why samples are missing, if they are.
  public init(_ status: frameit_status) {
    self.init(
      count: Int(status.damage_count), detail: String(cTuple: status.first_damage),
      harmless: Int(status.harmless_count),
      loss: status.is_truncated != 0 ? .truncated(detail: String(cTuple: status.message)) : nil)
  }
}

extension String {
  /// A C array of characters that ends with a NUL or with the array.
  fileprivate init<T>(cTuple: T) {
    self = withUnsafeBytes(of: cTuple) { raw in
      String(decoding: raw.prefix { $0 != 0 }, as: UTF8.self)
    }
  }
}
