/// Groups of differing pixels that are close to each other: pixels at most 8 apart belong to one group, and pixels more
/// than 16 apart need others between them.
struct ChangeGroups {
  struct Group {
    let number: Int
    var box = PixelBox.empty
    var count = 0
  }

  /// The groups, the largest first, then from the top down.
  private(set) var groups: [Group] = []
  private let pixels: ChangedPixels
  /// For each cell of 8 x 8 pixels, the number of its group; -1 without differing pixels.
  private var cells: [Int]
  private let cellsPerRow: Int

  private static let cellSide = 8

  init(_ pixels: ChangedPixels) {
    self.pixels = pixels
    let side = Self.cellSide
    cellsPerRow = (pixels.width + side - 1) / side
    let cellRows = (pixels.height + side - 1) / side
    cells = [Int](repeating: -1, count: cellsPerRow * cellRows)
    var hasPixels = [Bool](repeating: false, count: cells.count)
    for y in pixels.differingRows {
      for x in 0..<pixels.width where pixels.verdicts[y * pixels.width + x] == .differs {
        hasPixels[y / side * cellsPerRow + x / side] = true
      }
    }
    // Cells that touch belong together.
    for start in cells.indices where hasPixels[start] && cells[start] < 0 {
      let number = groups.count
      groups.append(Group(number: number))
      cells[start] = number
      var stack = [start]
      while let cell = stack.popLast() {
        let (row, column) = cell.quotientAndRemainder(dividingBy: cellsPerRow)
        for y in max(0, row - 1)...min(row + 1, cellRows - 1) {
          for x in max(0, column - 1)...min(column + 1, cellsPerRow - 1) {
            let other = y * cellsPerRow + x
            guard hasPixels[other], cells[other] < 0 else { continue }
            cells[other] = number
            stack.append(other)
          }
        }
      }
    }
    for y in pixels.differingRows {
      for x in 0..<pixels.width where pixels.verdicts[y * pixels.width + x] == .differs {
        let number = cells[y / side * cellsPerRow + x / side]
        groups[number].box.add(x, y)
        groups[number].count += 1
      }
    }
    groups.sort { (-$0.count, $0.box.top, $0.box.left) < (-$1.count, $1.box.top, $1.box.left) }
  }

  /// Calls `body` with the index of each differing pixel of a group, in row order.
  func forEachPixel(of group: Group, _ body: (Int) -> Void) {
    for y in group.box.top..<group.box.bottom {
      for x in group.box.left..<group.box.right
      where cells[y / Self.cellSide * cellsPerRow + x / Self.cellSide] == group.number {
        let index = y * pixels.width + x
        if pixels.verdicts[index] == .differs { body(index) }
      }
    }
  }
}
