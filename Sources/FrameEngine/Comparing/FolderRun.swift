import FrameCodec
import FrameCompare
import FrameFiles
import FrameImage

/// The tolerance of an image, and the path of its mask.
package struct MaskedTolerance: Sendable {
  package var tolerance: Tolerance
  /// nil without a mask.
  package var mask: String?

  package init(_ tolerance: Tolerance, mask: String? = nil) {
    (self.tolerance, self.mask) = (tolerance, mask)
  }
}

/// Compares the images of two folders.
package struct FolderRun: Sendable {
  /// The result of comparing a path.
  package indirect enum Verdict {
    case compared(ImagePair, ComparisonRequest, ComparisonResult)
    /// Only the folder of actual images has it.
    case added
    /// Only the folder of expected images has it.
    case missing
    /// The folder of expected images has the same pixels at another path, which the folder of actual images does not have.
    case moved(from: String)
    /// It cannot be compared.
    case broken(EditFailure)
  }

  package struct Result {
    package let path: String
    /// Its number in the list of paths.
    package let index: Int
    package let verdict: Verdict
    /// The images of the path that could be opened, and the expected image of a moved one.
    package let expected: OpenImage?
    package let actual: OpenImage?
    /// The limits of this path.
    package let limits: Limits
  }

  package let pairs: FolderPairs
  private let pads: Bool
  private let codecs: CodecList
  private let memory: MemoryBudget
  private let startLimits: @Sendable () -> Limits
  private let tolerance: @Sendable (_ path: String) -> MaskedTolerance

  /// - Parameters:
  ///   - pads: True to compare the common area of images of different sizes.
  ///   - memory: The memory that all images share.
  ///   - startLimits: Returns the limits of one image, whose time starts with the call.
  ///   - tolerance: Returns the tolerance of a path. Any thread calls it.
  package init(
    _ pairs: FolderPairs, pads: Bool = false, codecs: CodecList, memory: MemoryBudget,
    startLimits: @escaping @Sendable () -> Limits,
    tolerance: @escaping @Sendable (_ path: String) -> MaskedTolerance
  ) {
    (self.pairs, self.pads, self.codecs, self.memory) = (pairs, pads, codecs, memory)
    (self.startLimits, self.tolerance) = (startLimits, tolerance)
  }

  /// Compares all images.
  ///
  /// - Parameters:
  ///   - bytes: Returns the memory that an output of `make` holds until it is delivered.
  ///   - make: Called for the result of each path, by any thread.
  ///   - deliver: Called for what `make` returned, in the order of paths, by one thread at a time.
  package func run<R: Sendable>(
    threads: Int, bytes: @escaping (R) -> Int = { _ in 0 }, make: @escaping @Sendable (Result) -> R,
    deliver: @escaping (R) -> Void
  ) {
    let moves = MovedImages(pairs: pairs, codecs: codecs, startLimits: startLimits, threads: threads).moves()
    let old = Set(moves.values)
    // Threads without an image of their own decode for others.
    let jobs = max(1, threads / max(1, pairs.entries.count))
    var rest = pairs.entries.indices.filter { !old.contains($0) }[...]
    Workers.mapInOrder(
      threads: max(1, min(threads, rest.count)),
      ahead: Workers.Lookahead(elements: 4096, bytes: memory.limit / 4)
    ) {
      rest.popFirst()
    } make: { [self] index in
      let origin = moves[index].map { pairs.entries[$0].path }
      return make(result(of: pairs.entries[index], index, movedFrom: origin, jobs: jobs))
    } bytes: {
      bytes($0)
    } deliver: {
      deliver($0)
    }
  }

  private func result(
    of entry: FolderPairs.Entry, _ index: Int, movedFrom origin: String?, jobs: Int
  ) -> Result {
    let limits = startLimits()
    var (expected, actual) = (OpenImage?.none, OpenImage?.none)
    var verdict: Verdict
    do throws(EditFailure) {
      try EditFailure.converting { try limits.checkCancellation() }
      switch entry.place {
      case .unreadable(let error): throw .input(error, at: nil)
      case .expected:
        expected = try image(entry.path, in: pairs.expected, limits)
        verdict = .missing
      case .actual:
        actual = try image(entry.path, in: pairs.actual, limits)
        expected = try origin.map { path throws(EditFailure) in try image(path, in: pairs.expected, limits) }
        // The whole image is decoded, so that no truncated one becomes an expected image.
        if origin == nil { try check(actual, limits) }
        verdict = origin.map { .moved(from: $0) } ?? .added
      case .both:
        // Both are opened before an error of one is thrown, so that a report can show the other.
        let sides = [pairs.expected, pairs.actual].map { folder in
          Swift.Result { () throws(EditFailure) in try image(entry.path, in: folder, limits) }
        }
        (expected, actual) = (try? sides[0].get(), try? sides[1].get())
        verdict = try compare(entry.path, sides[0].get(), sides[1].get(), limits, jobs: jobs)
      }
    } catch {
      verdict = .broken(error)
    }
    return Result(
      path: entry.path, index: index, verdict: verdict, expected: expected, actual: actual, limits: limits)
  }

  private func compare(
    _ path: String, _ expected: OpenImage, _ actual: OpenImage, _ limits: Limits, jobs: Int
  ) throws(EditFailure) -> Verdict {
    let tolerance = tolerance(path)
    var request = ComparisonRequest(
      tolerance: tolerance.tolerance, pads: pads, limits: limits, memory: memory)
    request.namesChanges = true
    request.jobs = jobs
    let pair = ImagePair(
      expected: expected, actual: actual,
      mask: try tolerance.mask.map { path throws(EditFailure) in try image(path, limits) })
    return .compared(pair, request, try pair.compare(request))
  }

  /// Decodes an image.
  private func check(_ image: OpenImage?, _ limits: Limits) throws(EditFailure) {
    _ = try EditFailure.converting { try image?.pixelHash(limits: limits) }
  }

  private func image(
    _ path: String, in folder: String, _ limits: Limits
  ) throws(EditFailure) -> OpenImage { try image(FilePath.join(folder, path), limits) }

  private func image(_ path: String, _ limits: Limits) throws(EditFailure) -> OpenImage {
    try EditFailure.converting { try OpenImage(at: path, codecs: codecs, limits: limits) }
  }
}

/// Finds the images of two folders that moved: the same pixels at another path.
struct MovedImages {
  let pairs: FolderPairs
  let codecs: CodecList
  let startLimits: @Sendable () -> Limits
  let threads: Int

  /// Returns the moved images: the indices of their old entries, by the indices of their new entries. Each old entry is used
  /// once, in the order of names.
  func moves() -> [Int: Int] {
    let missing = pairs.entries.indices.filter { pairs.entries[$0].place == .expected }
    let added = pairs.entries.indices.filter { pairs.entries[$0].place == .actual }
    guard !missing.isEmpty, !added.isEmpty else { return [:] }
    // Only images whose size both folders have are decoded.
    let oldSizes = sizes(missing, in: pairs.expected)
    let newSizes = sizes(added, in: pairs.actual)
    let common = Set(oldSizes.values).intersection(newSizes.values)
    let old = hashes(missing.filter { oldSizes[$0].map(common.contains) ?? false }, in: pairs.expected)
    let new = hashes(added.filter { newSizes[$0].map(common.contains) ?? false }, in: pairs.actual)
    var free: [String: [Int]] = [:]
    for index in missing.reversed() {
      if let hash = old[index] { free[hash, default: []].append(index) }
    }
    var moves: [Int: Int] = [:]
    for index in added {
      if let hash = new[index], let origin = free[hash]?.popLast() { moves[index] = origin }
    }
    return moves
  }

  private func sizes(_ indices: [Int], in folder: String) -> [Int: PixelSize] {
    map(indices) { [self] index in try? image(index, in: folder, startLimits()).header.size }
  }

  private func hashes(_ indices: [Int], in folder: String) -> [Int: String] {
    map(indices) { [self] index in
      let limits = startLimits()
      return try? image(index, in: folder, limits).pixelHash(limits: limits)
    }
  }

  private func image(_ index: Int, in folder: String, _ limits: Limits) throws(FileError) -> OpenImage {
    try OpenImage(at: FilePath.join(folder, pairs.entries[index].path), codecs: codecs, limits: limits)
  }

  private func map<R: Sendable>(_ indices: [Int], _ make: @escaping @Sendable (Int) -> R?) -> [Int: R] {
    let results = Workers.map(indices, threads: threads, make)
    return Dictionary(uniqueKeysWithValues: zip(indices, results)).compactMapValues(\.self)
  }
}
