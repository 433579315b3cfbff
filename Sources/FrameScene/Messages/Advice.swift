/// What a user can do about an error or a notice, as data. The program words it with options and commands, and the library
/// with its settings.
package enum Advice: Hashable, Sendable {
  /// Raise a limit. The amount is nil if it is unknown.
  case raise(CallerLimit, to: Int?)
  case use(Setting)
  case install(Addition)
  /// See a list of the formats, plugins or effects that were found.
  case list(Listing)

  /// A limit that a caller sets.
  package enum CallerLimit: String, Sendable { case pixels, memory, frames, time }

  package enum Setting: Hashable, Sendable {
    /// Keep the readable part of a damaged image.
    case salvage
    case oneThread
    case otherFormat
    case noSandbox, noWorker
    /// Test a plugin.
    case pluginCheck
    /// What must be left out to move blocks.
    case movedBlocks
    /// Keep colors as they are.
    case ownColors
    /// Set only the EXIF orientation.
    case orientationOnly
    /// Encode an image instead of moving its blocks.
    case encoding
    case firstFrame, frameRate
    /// Write a file for each frame, with this extension.
    case framesAsFiles(String)
    case keptProfile, keptMetadata
    case quality
    case enlarging
    /// Draw layers that a document cannot express as images.
    case rasterLayers
    case gainMap
    case readableFolder
    /// Write the images after the script.
    case imagesAfterScript
    /// Larger limits, which a plugin words itself.
    case largerLimits
  }

  package enum Addition: Hashable, Sendable {
    /// The plugin of a format, which needs this package to be built.
    case codec(package: String)
    /// The plugin of an effect.
    case effect
  }

  package enum Listing: Hashable, Sendable { case formats, plugins, effects }
}

extension Message {
  /// The hint for users of the library; nil without one.
  package var libraryHint: String? {
    let advised: String? =
      switch advice {
      case .raise(.time, _), nil: nil
      case .raise(let limit, let amount):
        "raise limits.\(limit.rawValue)" + (amount.map { " to \($0)" } ?? "")
      case .use(.salvage): "the option onDamage: .salvage keeps the readable part"
      case .use(.otherFormat): "use another format"
      case .install(.codec(let package)): "building the plugin needs the Debian package \(package)"
      case .use, .install, .list: nil
      }
    return joined(with: advised)
  }

  /// Returns the hint and words of advice, in this order; nil without either.
  package func joined(with advised: String?) -> String? {
    guard let hint, let advised else { return hint ?? advised }
    return hint + (hint.hasSuffix("?") ? " " : "; ") + advised
  }
}
