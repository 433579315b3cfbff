import ArgumentParser
import FrameCodec
import FrameModel

/// What of an image's metadata goes into the output.
struct MetadataOptions: ParsableArguments {
  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Keep this metadata alone: gps copyright icc resolution exif xmp iptc comments, all or none.",
      valueName: "words"),
    completion: .purposes)
  var keep: [String] = []

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp("Leave this metadata out, by the same words.", valueName: "words"),
    completion: .purposes)
  var drop: [String] = []

  func validate() throws {
    _ = try Self.purposes(keep, of: "--keep")
    _ = try Self.purposes(drop, of: "--drop")
  }

  /// What is to be kept, by all the words together.
  var policy: MetadataPolicy {
    // `validate` has refused what is wrong.
    let keeps = keep.isEmpty ? nil : try? Self.purposes(keep, of: "--keep")
    let drops = (try? Self.purposes(drop, of: "--drop")) ?? []
    return MetadataPolicy(keeps: keeps == Self.everything ? nil : keeps, drops: drops)
  }

  fileprivate static let words = MetadataPolicy.Purpose.allCases.map(\.rawValue) + ["all", "none"]
  private static let everything = Set(MetadataPolicy.Purpose.allCases)
  /// Words that say the same.
  private static let others: [String: MetadataPolicy.Purpose] = [
    "comment": .comments, "profile": .icc, "dpi": .resolution,
  ]

  private static func purposes(
    _ values: [String], of option: String
  ) throws -> Set<MetadataPolicy.Purpose> {
    var purposes: Set<MetadataPolicy.Purpose> = []
    for value in values {
      let words = value.lowercased().split { $0 == "," || $0.isWhitespace }.map(String.init)
      if words.isEmpty { throw ValidationError("\(option) names nothing; 'none' is a word for that.") }
      for word in words {
        if word == "all" {
          purposes = everything
        } else if let purpose = MetadataPolicy.Purpose(rawValue: word) ?? others[word] {
          purposes.insert(purpose)
        } else if word != "none" {
          throw ValidationError("\(option) does not know '\(word)'; \(hint(word)).")
        }
      }
    }
    return purposes
  }

  private static func hint(_ word: String) -> String {
    word.nearest(in: words).map { "did you mean '\($0)'?" }
      ?? "it is one of: \(words.joined(separator: " "))"
  }
}

extension CompletionKind {
  /// Words behind each other, with commas between them.
  fileprivate static let purposes = CompletionKind.custom { _, _, typed in
    let before = typed.split(separator: ",", omittingEmptySubsequences: false).dropLast()
    let rest = MetadataOptions.words.filter { !before.contains(Substring($0)) }
    return rest.map { (before + [Substring($0)]).joined(separator: ",") }
  }
}
