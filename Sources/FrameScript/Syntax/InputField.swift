/// A property of an input that a script can read: `$width` is the first input's, `$width[i]` that of the i-th, from 0.
package enum InputField: String, CaseIterable, Sendable {
  /// The name of the file without its folder and extension.
  case stem
  /// The upright size.
  case width, height
  /// The value of the EXIF orientation tag.
  case orientation
  /// The name of the format: "jpeg".
  case format
  case frames, depth
  /// The day and the time at which the image was taken: "2026-11-21" and "22:19:51".
  case date
  case timeOfDay = "time_of_day"
  case camera
}

/// The names of built-in variables of inputs that a script uses, and those of them that it declares itself.
struct InputVariables {
  private var read: Set<String> = []
  private var declared: Set<String> = []
  private static let lists: Set = ["inputs", "count"]

  /// - Parameter isIndexed: true if an index follows the name.
  mutating func noteReading(of name: String, isIndexed: Bool) {
    if Self.lists.contains(name) || isIndexed && InputField(rawValue: name) != nil { read.insert(name) }
  }

  mutating func noteDeclaration(of name: String) {
    if Self.lists.contains(name) || InputField(rawValue: name) != nil { declared.insert(name) }
  }

  /// True if the script reads the list of all inputs.
  var readAllInputs: Bool { !read.isSubset(of: declared) }
}
