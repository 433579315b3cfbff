import FrameCodec
import FrameCompare
import FrameImage
import FrameKit

/// Compares the images of two folders.
package struct FolderComparison: Sendable {
  /// What became of one path.
  package enum Verdict: Sendable {
    case same(ComparisonReport)
    /// Pixels differ, but the tolerance allows it.
    case within(ComparisonReport)
    case differs(ComparisonReport)
    /// Only the folder of actual images has it.
    case added
    /// Only the folder of expected images has it.
    case missing
    /// The folder of expected images has the same pixels at this other path only.
    case moved(from: String)
    /// It cannot be compared.
    case broken(BatchError)
  }

  package struct Result: Sendable {
    package let path: String
    package let verdict: Verdict
  }

  package let pairs: FolderPairs
  private let tolerances: FolderTolerances
  /// A mask for all images without one of their own.
  private let mask: String?
  private let request: ComparisonRequest
  private let codecs: CodecList
  private let startLimits: @Sendable () -> Limits

  /// - Parameters:
  ///   - pads: True to compare the common area of images of different sizes.
  ///   - startLimits: Returns the limits of one image, whose time starts with the call.
  package init(
    _ pairs: FolderPairs, _ tolerances: FolderTolerances, mask: String?, pads: Bool, codecs: CodecList,
    startLimits: @escaping @Sendable () -> Limits
  ) {
    (self.pairs, self.tolerances, self.mask) = (pairs, tolerances, mask)
    var request = ComparisonRequest(pads: pads)
    request.namesChanges = true
    self.request = request
    (self.codecs, self.startLimits) = (codecs, startLimits)
  }

  /// Compares all images.
  ///
  /// - Parameter deliver: Called for each path, in their order, by one thread at a time.
  package func run(threads: Int, deliver: @escaping (Result) -> Void) {
    let moves = moves(threads: threads)
    let old = Set(moves.values)
    var rest = pairs.entries.indices.filter { !old.contains($0) }[...]
    Workers.mapInOrder(
      threads: max(1, min(threads, rest.count)), ahead: Workers.Lookahead(elements: 4096)
    ) {
      rest.popFirst()
    } make: { [self] index in
      let origin = moves[index].map { pairs.entries[$0].path }
      return Result(
        path: pairs.entries[index].path, verdict: verdict(on: pairs.entries[index], movedFrom: origin))
    } deliver: {
      deliver($0)
    }
  }

  private func verdict(on entry: FolderPairs.Entry, movedFrom origin: String?) -> Verdict {
    do throws(BatchError) {
      switch entry.place {
      case .both: return try compare(entry.path)
      case .unreadable(let error): throw BatchError(error)
      case .expected:
        _ = try image(entry.path, in: pairs.expected, startLimits())
        return .missing
      case .actual:
        if let origin { return .moved(from: origin) }
        _ = try image(entry.path, in: pairs.actual, startLimits())
        return .added
      }
    } catch {
      return .broken(error)
    }
  }

  private func compare(_ path: String) throws(BatchError) -> Verdict {
    let (tolerance, ownMask) = try tolerances.tolerance(of: path)
    var request = request
    request.tolerance = tolerance
    request.limits = startLimits()
    let pair = ImagePair(
      expected: try image(path, in: pairs.expected, request.limits),
      actual: try image(path, in: pairs.actual, request.limits),
      mask: try (ownMask ?? mask).map { name throws(BatchError) in try image(name, request.limits) })
    let outcome: ImagePair.Outcome
    do throws(EditFailure) {
      outcome = try pair.compare(request)
    } catch {
      throw BatchError(error, reading: FilePath.join(pairs.actual, path))
    }
    let report = ComparisonReport(pair, request, outcome)
    guard report.isSame else { return .differs(report) }
    return report.within == true ? .within(report) : .same(report)
  }

  private func image(
    _ path: String, in folder: String, _ limits: Limits
  ) throws(BatchError) -> OpenImage { try image(FilePath.join(folder, path), limits) }

  private func image(_ path: String, _ limits: Limits) throws(BatchError) -> OpenImage {
    let file = try BatchError.reading(InputFile(.file(path), limit: .memory(limits)))
    return try BatchError.reading(OpenImage(file, codecs: codecs, limits: limits))
  }

  // MARK: Moved images

  /// Returns the index of the old entry of each moved image, by that of its new one. Each old image moves once, in the
  /// order of names.
  private func moves(threads: Int) -> [Int: Int] {
    let missing = pairs.entries.indices.filter { pairs.entries[$0].place == .expected }
    let added = pairs.entries.indices.filter { pairs.entries[$0].place == .actual }
    guard !missing.isEmpty, !added.isEmpty else { return [:] }
    // Only images whose size both folders have are decoded.
    let oldSizes = sizes(missing, in: pairs.expected, threads)
    let newSizes = sizes(added, in: pairs.actual, threads)
    let common = Set(oldSizes.values).intersection(newSizes.values)
    let old = hashes(
      missing.filter { oldSizes[$0].map(common.contains) ?? false }, in: pairs.expected, threads)
    let new = hashes(added.filter { newSizes[$0].map(common.contains) ?? false }, in: pairs.actual, threads)
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

  private func sizes(_ indices: [Int], in folder: String, _ threads: Int) -> [Int: PixelSize] {
    map(indices, threads) { [self] index in
      try? image(pairs.entries[index].path, in: folder, startLimits()).header.size
    }
  }

  private func hashes(_ indices: [Int], in folder: String, _ threads: Int) -> [Int: String] {
    map(indices, threads) { [self] index in
      let limits = startLimits()
      return try? image(pairs.entries[index].path, in: folder, limits).pixelHash(limits: limits)
    }
  }

  private func map<R: Sendable>(
    _ indices: [Int], _ threads: Int, _ make: @escaping @Sendable (Int) -> R?
  ) -> [Int: R] {
    var (rest, results) = (indices[...], [Int: R]())
    Workers.mapInOrder(
      threads: max(1, min(threads, indices.count)), ahead: Workers.Lookahead(elements: 4096)
    ) {
      rest.popFirst()
    } make: {
      ($0, make($0))
    } deliver: { (index, result) in
      results[index] = result
    }
    return results
  }
}
