import FrameGeometry

/// The boxes of faces or objects that a detector found in images, from a JSON file.
///
/// Detectors write them in several forms. A box is an array `[x, y, width, height]` or an object with the keys `x`, `y`,
/// `width` and `height` (or `w` and `h`), with `left`, `top`, `right` and `bottom`, or with `xmin`, `ymin`, `xmax` and
/// `ymax`. Its `score` or `confidence` is optional, and other keys are ignored. The boxes of one image are an array, or
/// an object with the key `boxes`; those of several images are an object whose keys are the names of their files.
///
/// If no number of an image's boxes is above 1, they are shares of the image's sides; otherwise they are its pixels.
package struct FocusBoxes: Sendable {
  private struct Box: Sendable {
    /// In the units of the file.
    var rect: Rect
    var score: Double
  }

  private enum Content: Sendable {
    case one([Box])
    /// By the names of files.
    case several([String: [Box]])
  }

  private let content: Content

  /// Reads a file.
  ///
  /// - Parameter nesting: The maximum depth of arrays and objects.
  /// - Throws: the first error, with its position.
  package init(_ text: String, nesting: Int) throws(ScriptError) {
    let lexer = Lexer(text, file: 0)
    content = try ScriptError.placing(by: lexer.position) { () throws(ScriptError) in
      var reader = JSONReader(lexer, nesting: nesting)
      reader.skipBlanks()
      let value = try reader.readValue()
      reader.skipBlanks()
      guard reader.lexer.atEnd else { throw reader.expected("the end of the file") }
      return try Self.content(of: value)
    }
  }

  /// Returns the boxes of an image in its pixels: those of the highest score first, and of equal scores the largest.
  /// What lies outside the image is cut off.
  ///
  /// - Parameters:
  ///   - name: The name of the image's file, which may have a path.
  ///   - size: The size of the upright image.
  /// - Returns: nil if the file has boxes of other images only.
  package func boxes(of name: String, in size: Size) -> [Rect]? {
    let boxes: [Box]
    switch content {
    case .one(let own): boxes = own
    case .several(let all):
      guard let own = all[name] ?? all[String(name.split(separator: "/").last ?? "")] else { return nil }
      boxes = own
    }
    let isShare = boxes.allSatisfy { max($0.rect.maxX, $0.rect.maxY) <= 1 }
    let (x, y) = isShare ? (size.width, size.height) : (1, 1)
    let whole = Rect(origin: .zero, size: size)
    let inside: [Box] = boxes.compactMap { box in
      let rect = Rect(
        x: box.rect.minX * x, y: box.rect.minY * y, width: box.rect.size.width * x,
        height: box.rect.size.height * y)
      return rect.intersection(whole).map { Box(rect: $0, score: box.score) }
    }
    func rank(_ box: Box) -> (Double, Double, Double, Double) {
      (-box.score, -box.rect.size.width * box.rect.size.height, box.rect.minY, box.rect.minX)
    }
    return inside.sorted { rank($0) < rank($1) }.map(\.rect)
  }

  // MARK: Reading

  private static func content(of value: JSONValue) throws(ScriptError) -> Content {
    guard case .object(let members) = value.kind else { return .one(try boxes(value)) }
    let object = JSONObject(members: members, offset: value.offset)
    if let own = object["boxes"] { return .one(try boxes(own)) }
    var all: [String: [Box]] = [:]
    try members.forEachUnique { member throws(ScriptError) in
      if case .object(let inner) = member.value.kind {
        let entry = JSONObject(members: inner, offset: member.value.offset)
        all[member.key] = try boxes(try entry.required("boxes"))
      } else {
        all[member.key] = try boxes(member.value)
      }
    }
    return .several(all)
  }

  private static func boxes(_ value: JSONValue) throws(ScriptError) -> [Box] {
    var boxes: [Box] = []
    for item in try value.array("an array of boxes") { boxes.append(try box(item)) }
    return boxes
  }

  private static func box(_ value: JSONValue) throws(ScriptError) -> Box {
    if case .array(let items) = value.kind {
      guard items.count == 4 else {
        throw ScriptError(
          .expected("the four numbers x, y, width, height", found: "\(items.count)"), at: value.offset)
      }
      var numbers: [Double] = []
      for item in items {
        guard let number = item.number else { throw item.wrong("a number") }
        numbers.append(number)
      }
      return try box(value, numbers[0], numbers[1], width: numbers[2], height: numbers[3], score: 0)
    }
    let object = try value.object("a box: an object, or an array [x, y, width, height]")
    let score = try object.finite(object["score"] != nil ? "score" : "confidence") ?? 0
    for keys in [["left", "top", "right", "bottom"], ["xmin", "ymin", "xmax", "ymax"]]
    where object[keys[0]] != nil && object["width"] == nil {
      let left = try object.requiredNumber(keys[0])
      let top = try object.requiredNumber(keys[1])
      let right = try object.requiredNumber(keys[2])
      let bottom = try object.requiredNumber(keys[3])
      return try box(value, left, top, width: right - left, height: bottom - top, score: score)
    }
    let (xKey, yKey) = object["left"] != nil ? ("left", "top") : ("x", "y")
    let x = try object.requiredNumber(xKey)
    let y = try object.requiredNumber(yKey)
    let width = try object.requiredNumber(object["w"] != nil ? "w" : "width")
    let height = try object.requiredNumber(object["h"] != nil ? "h" : "height")
    return try box(value, x, y, width: width, height: height, score: score)
  }

  private static func box(
    _ value: JSONValue, _ x: Double, _ y: Double, width: Double, height: Double, score: Double
  ) throws(ScriptError) -> Box {
    let shortest = min(width, height)
    try ScriptPosition(offset: value.offset).require(
      shortest > 0, "the size of a box", shortest, wanted: "more than 0")
    return Box(rect: Rect(x: x, y: y, width: width, height: height), score: score)
  }
}

extension JSONObject {
  /// The range of the numbers of boxes: their sums and products stay finite.
  private static let range = -1e9...1e9

  fileprivate func finite(_ key: String) throws(ScriptError) -> Double? { try number(key, in: Self.range) }

  fileprivate func requiredNumber(_ key: String) throws(ScriptError) -> Double {
    guard let number = try finite(key) else { throw missing(key) }
    return number
  }
}
