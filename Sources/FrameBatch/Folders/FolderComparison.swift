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
    /// The images for a report, of all that is not `same`; nil without a report.
    package let images: Swift.Result<ReportItem.Images, BatchError>?
  }

  package let pairs: FolderPairs
  private let tolerances: FolderTolerances
  /// A mask for all images without one of their own.
  private let mask: String?
  private let request: ComparisonRequest
  private let codecs: CodecList
  /// Makes the images of a report; nil without one.
  private let gallery: ReportGallery?
  private let startLimits: @Sendable () -> Limits

  /// - Parameters:
  ///   - pads: True to compare the common area of images of different sizes.
  ///   - gallery: Makes the images of a report; nil without one.
  ///   - startLimits: Returns the limits of one image, whose time starts with the call.
  package init(
    _ pairs: FolderPairs, _ tolerances: FolderTolerances, mask: String?, pads: Bool, codecs: CodecList,
    gallery: ReportGallery?, startLimits: @escaping @Sendable () -> Limits
  ) {
    (self.pairs, self.tolerances, self.mask) = (pairs, tolerances, mask)
    var request = ComparisonRequest(pads: pads)
    request.namesChanges = true
    self.request = request
    (self.codecs, self.gallery, self.startLimits) = (codecs, gallery, startLimits)
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
      return result(of: pairs.entries[index], index, movedFrom: origin)
    } deliver: {
      deliver($0)
    }
  }

  private func result(of entry: FolderPairs.Entry, _ index: Int, movedFrom origin: String?) -> Result {
    let limits = startLimits()
    var (expected, actual) = (OpenImage?.none, OpenImage?.none)
    let verdict: Verdict
    do throws(BatchError) {
      switch entry.place {
      case .unreadable(let error): throw BatchError(error)
      case .expected:
        expected = try image(entry.path, in: pairs.expected, limits)
        verdict = .missing
      case .actual:
        actual = try image(entry.path, in: pairs.actual, limits)
        expected = try origin.map { path throws(BatchError) in try image(path, in: pairs.expected, limits) }
        verdict = origin.map { .moved(from: $0) } ?? .added
      case .both:
        // Both are opened before an error of one is thrown, so that a report can show the other.
        let sides = [pairs.expected, pairs.actual].map { folder in
          Swift.Result { () throws(BatchError) in try image(entry.path, in: folder, limits) }
        }
        (expected, actual) = (try? sides[0].get(), try? sides[1].get())
        return try compare(entry.path, index, sides[0].get(), sides[1].get(), limits)
      }
    } catch {
      return Result(
        path: entry.path, verdict: .broken(error), images: images(expected, actual, index, limits))
    }
    return Result(path: entry.path, verdict: verdict, images: images(expected, actual, index, limits))
  }

  private func compare(
    _ path: String, _ index: Int, _ expected: OpenImage, _ actual: OpenImage, _ limits: Limits
  ) throws(BatchError) -> Result {
    let (tolerance, ownMask) = try tolerances.tolerance(of: path)
    var request = request
    (request.tolerance, request.limits) = (tolerance, limits)
    let pair = ImagePair(
      expected: expected, actual: actual,
      mask: try (ownMask ?? mask).map { name throws(BatchError) in try image(name, limits) })
    let outcome: ImagePair.Outcome
    do throws(EditFailure) {
      outcome = try pair.compare(request)
    } catch {
      throw BatchError(error, reading: FilePath.join(pairs.actual, path))
    }
    let report = ComparisonReport(pair, request, outcome)
    if report.isSame, report.within != true { return Result(path: path, verdict: .same(report), images: nil) }
    let images = illustrated(index) { gallery, name throws(BatchError) in
      try gallery.images(of: pair, request, name: name)
    }
    return Result(path: path, verdict: report.isSame ? .within(report) : .differs(report), images: images)
  }

  // MARK: Images of a report

  private func images(
    _ expected: OpenImage?, _ actual: OpenImage?, _ index: Int, _ limits: Limits
  ) -> Swift.Result<ReportItem.Images, BatchError>? {
    illustrated(index) { gallery, name throws(BatchError) in
      try gallery.images(expected: expected, actual: actual, name: name, limits)
    }
  }

  /// Returns the images that `body` makes, with the beginning of their names; nil without a report.
  private func illustrated(
    _ index: Int, _ body: (ReportGallery, String) throws(BatchError) -> ReportItem.Images
  ) -> Swift.Result<ReportItem.Images, BatchError>? {
    gallery.map { gallery in Swift.Result { () throws(BatchError) in try body(gallery, "\(index + 1)") } }
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
