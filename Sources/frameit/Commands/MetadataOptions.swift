import ArgumentParser
import FrameCodec
import FrameScene

/// The options that select the metadata of the output.
struct MetadataOptions: ParsableArguments {
  @Option(
    "kinds",
    "Keep only these kinds of metadata, separated by commas: gps, date, copyright, icc, resolution, exif, "
      + "xmp, iptc, comments, all or none. (default: all, but no place and date if the output shows several "
      + "inputs)", completion: .purposes)
  var keep: [String] = []

  @Option("kinds", "Remove these kinds of metadata; see --keep for the kinds.", completion: .purposes)
  var drop: [String] = []

  func validate() throws { _ = try policy() }

  /// Returns the metadata that all options together select.
  ///
  /// - Throws: `ValidationError` for invalid values.
  func policy() throws -> MetadataPolicy {
    let keeps = keep.isEmpty ? nil : try Self.purposes(keep, of: "--keep")
    return MetadataPolicy(keeps: keeps, drops: try Self.purposes(drop, of: "--drop"))
  }

  fileprivate static let names = MetadataPolicy.Purpose.allCases.map(\.rawValue) + ["all", "none"]
  private static let allPurposes = Set(MetadataPolicy.Purpose.allCases)

  private static func purposes(
    _ values: [String], of option: String
  ) throws -> Set<MetadataPolicy.Purpose> {
    var purposes: Set<MetadataPolicy.Purpose> = []
    for value in values {
      let words = value.lowercased().split { $0 == "," || $0.isWhitespace }.map(String.init)
      if words.isEmpty { throw ValidationError("\(option) needs a value, such as 'none'.") }
      for name in words {
        if name == "all" {
          purposes = allPurposes
        } else if let purpose = MetadataPolicy.Purpose(name: name) {
          purposes.insert(purpose)
        } else if name != "none" {
          throw ValidationError("\(option): unknown metadata '\(name)'; \(hint(name))")
        }
      }
    }
    return purposes
  }

  private static func hint(_ name: String) -> String {
    if ["gain-map", "gainmap", "gain", "hdr"].contains(name) {
      return "use --gain-map keep or --gain-map drop"
    }
    return name.nearest(in: names).map { "did you mean '\($0)'?" }
      ?? "it is one of: \(names.joined(separator: " "))"
  }
}

extension CompletionKind {
  /// Completes a comma-separated list of kinds of metadata.
  fileprivate static let purposes = CompletionKind.custom { _, _, typed in
    let before = typed.split(separator: ",", omittingEmptySubsequences: false).dropLast()
    let rest = MetadataOptions.names.filter { !before.contains(Substring($0)) }
    return rest.map { (before + [Substring($0)]).joined(separator: ",") }
  }
}
