import FrameGeometry
import FrameScript

/// A harness that reads arbitrary text as the boxes of a detector. Whatever numbers the file has, the boxes are parts of
/// the image, and stay the same if they are written in pixels and read again.
enum Harness: FuzzTarget {
  static func seeds() -> [[UInt8]] {
    [
      #"[{"x": 20, "y": 10, "width": 40, "height": 30, "score": 0.5}, {"x": 1, "y": 1, "w": 9, "h": 9}]"#,
      #"[{"left": 20, "top": 10, "right": 60, "bottom": 40, "confidence": 1}]"#,
      #"[{"left": -2, "top": 10, "width": 60, "height": 4e1}]"#,
      #"{"a.jpg": {"boxes": [{"xmin": 0.1, "ymin": 0.1, "xmax": 0.5, "ymax": 1}]}, "b/a.jpg": []}"#,
      #"{"boxes": [[0, 0, 1, 1], [0.5, 0.5, 0.25, 0.25]]}"#,
      "[[300, 10, 5, 5], [-9, -9, 30, 1e9], [1, 2, 3, 4]]",
      "[[-1e308, 0, 1e308, 1]]", "[[1, 2, 0, 4]]", "[[1, 2, 3]]", "{}", "[]", "7", #"{"a": [], "a": []}"#,
    ].map { Array($0.utf8) }
  }

  static func run(_ choice: Choice, _ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    guard let file = read(text) else { return }
    let sizes = [(200.0, 100.0), (1, 1), (16_777_216, 3)].map { Size(width: $0.0, height: $0.1) }
    let size = choice.pick(sizes)
    for name in ["a.jpg", "b/a.jpg", ""] {
      guard let boxes = file.boxes(of: name, in: size) else { continue }
      for box in boxes {
        // Ends are sums, which are rounded.
        let isInside =
          box.minX >= 0 && box.minY >= 0 && box.maxX <= size.width + 1e-6 && box.maxY <= size.height + 1e-6
        hold(isInside, "\(box) is not in \(size)")
        hold(box.size.width > 0 && box.size.height > 0, "\(box) is empty")
      }
      check(boxes, size)
    }
  }

  private static func read(_ text: String) -> FocusBoxes? {
    do throws(ScriptError) {
      return try FocusBoxes(text, nesting: 64)
    } catch {
      hold((1...text.utf8.count + 1).contains(error.position.line) && error.position.column >= 1)
      return nil
    }
  }

  /// Writes boxes in pixels, with scores for their order.
  private static func check(_ boxes: [Rect], _ size: Size) {
    // Boxes within the first pixel could be shares of the image.
    guard boxes.contains(where: { max($0.maxX, $0.maxY) > 1 }) else { return }
    let items = boxes.enumerated().map { i, box in
      "{\"x\": \(box.minX), \"y\": \(box.minY), \"w\": \(box.size.width), \"h\": \(box.size.height), \"score\": \(-i)}"
    }
    let again = read("[" + items.joined(separator: ", ") + "]")?.boxes(of: "a.jpg", in: size)
    hold(again?.count == boxes.count)
    for (box, copy) in zip(boxes, again ?? []) {
      let differences = zip(
        [box.minX, box.minY, box.maxX, box.maxY], [copy.minX, copy.minY, copy.maxX, copy.maxY])
      hold(differences.allSatisfy { abs($0 - $1) < 1e-6 }, "\(copy) instead of \(box)")
    }
  }
}
