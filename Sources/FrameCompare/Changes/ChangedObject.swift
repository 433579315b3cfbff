/// Pixels of one image that touch each other and stand out from a plain background.
struct ChangedObject {
  /// Their indices, which fit into 32 bits: see `ChangedPixels.maximumArea`.
  fileprivate(set) var pixels: [Int32] = []
  fileprivate(set) var box = PixelBox.empty

  var isEmpty: Bool { pixels.isEmpty }
}

/// Finds the objects that differing pixels belong to.
struct ObjectFinder {
  private let pixels: ChangedPixels
  /// For each pixel, the number of the last search that visited it.
  private var visits: [Int32]
  private var search: Int32 = 0
  /// The pixels that may still be visited by all searches: many changes may belong to one large object.
  private var budget: Int

  init(_ pixels: ChangedPixels) {
    self.pixels = pixels
    budget = 16 * pixels.width * pixels.height
    visits = [Int32](repeating: 0, count: pixels.width * pixels.height)
  }

  /// Returns the pixels that are connected to some of the given ones, by sides or corners, without those of the background
  /// color.
  ///
  /// - Returns: The object. Nil if it is more than half of the image: the color is then not the background's. Also nil once all
  ///   searches together have visited too many pixels.
  mutating func object(_ side: ImageSide, on background: UInt32, from seeds: [[Int32]])
    -> ChangedObject?
  {
    search += 1
    var object = ChangedObject()
    let image = pixels[side]
    var stack: [Int32] = []
    func visit(_ index: Int) {
      guard visits[index] != search else { return }
      visits[index] = search
      guard pixels.verdicts[index].isCompared, !pixels.isNear(image[index], background) else { return }
      stack.append(Int32(index))
    }
    for list in seeds { for seed in list { visit(Int(seed)) } }
    while let next = stack.popLast() {
      let index = Int(next)
      object.pixels.append(next)
      object.box.add(index % pixels.width, index / pixels.width)
      budget -= 1
      guard budget >= 0 else { return nil }
      guard object.pixels.count * 2 <= image.count else { return nil }
      let (y, x) = index.quotientAndRemainder(dividingBy: pixels.width)
      for row in max(0, y - 1)...min(y + 1, pixels.height - 1) {
        for column in max(0, x - 1)...min(x + 1, pixels.width - 1) { visit(row * pixels.width + column) }
      }
    }
    return object
  }
}
