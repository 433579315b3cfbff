/// Memory that drawing needs on the way, kept from tile to tile: asking for it anew costs more than the
/// work in it. One thread's.
final class Workspace {
  let tile = Loan<WorkingPixel>()
  let block = Loan<WorkingPixel>()
  let values = Loan<WorkingPixel>()
  let numbers = Loan<Float>()
  let shares = Loan<Float>()
  /// For what is drawn by itself first, and then laid into a tile as one.
  private(set) lazy var below = Workspace()

  init() {}

  /// A piece of memory that grows with what is asked of it.
  final class Loan<Element: BitwiseCopyable> {
    private var memory = UnsafeMutableBufferPointer<Element>(start: nil, count: 0)

    /// - Returns: room for so many; what was lent before is given back. Its contents are anything.
    func lend(_ count: Int) -> UnsafeMutablePointer<Element> {
      if memory.count < count {
        memory.deallocate()
        memory = .allocate(capacity: count)
      }
      return memory.baseAddress!
    }

    deinit { memory.deallocate() }
  }
}
