import FrameImage
import FramePlan

/// The filter functions of CSS (Filter Effects 1), and the statements in their place.
package enum CSSFilter {
  private static let statements = [
    "blur": "blur", "brightness": "brightness", "contrast": "contrast", "grayscale": "grayscale",
    "hue-rotate": "hue", "hue": "hue", "invert": "invert", "opacity": "opacity", "saturate": "saturation",
    "sepia": "sepia",
  ]

  /// Returns the statements for a list of functions such as `blur(5px) grayscale(1)`; nil for other texts.
  static func statements(_ text: String) -> String? {
    var found: [String] = []
    var rest = text[...]
    while true {
      rest = rest.drop { $0 == " " || $0 == ";" }
      guard !rest.isEmpty else { return found.isEmpty ? nil : found.joined(separator: "; ") }
      guard let open = rest.firstIndex(of: "("), let close = rest.firstIndex(of: ")"), open < close,
        let word = statements[String(rest[..<open])]
      else { return nil }
      let value = rest[rest.index(after: open)..<close].filter { $0 != " " }
      guard value.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || ".-%".contains($0)) }) else {
        return nil
      }
      let number = word == "blur" && value.hasSuffix("px") ? String(value.dropLast(2)) : String(value)
      let kind = NumberEdit.named(word)?.kind
      let units = kind == .angle ? ["deg", "rad", "turn"] : ["%", ""]
      let unit = String(number.drop { $0.isNumber || ".-".contains($0) })
      // Of the words, only those of shares need no number.
      guard number.isEmpty ? kind == .share : units.contains(unit) else { return nil }
      found.append(number.isEmpty ? word : "\(word) \(number)")
      rest = rest[rest.index(after: close)...]
    }
  }
}
