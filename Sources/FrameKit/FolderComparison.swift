import FrameGeometry
import FrameCodec
import FrameEngine
import FrameFiles
import FrameImage
import FrameReports

/// A comparison of the images of two folders, paired by their paths in them, as `frameit compare` does it.
///
///     var comparison = FolderComparison(expected: "golden", actual: "screenshots")
///     comparison.tolerance = Tolerance(threshold: 0.1, limit: .percent(0.05))
///     let changed = try comparison.run().filter { !$0.isAsExpected }
///
/// Images are the files whose names end as those of `formats` do. Hidden files are left out, and links to folders are
/// not followed.
public struct FolderComparison: Sendable {
  /// The path of the folder of expected images.
  public var expected: String
  /// The path of the other folder.
  public var actual: String
  /// The tolerance of images for which `ownTolerance` returns nil. By default, every sample must match, and rows and
  /// columns may be added or removed, each of which is one change.
  public var tolerance = Tolerance(ComparisonOptions(), alignment: .lines(.both))
  /// Returns the tolerance of a path; nil for `tolerance`. Any thread calls it.
  public var ownTolerance: @Sendable (_ path: String) -> Tolerance? = { _ in nil }
  /// If there are any, a path must match one of these patterns, such as `*.png` or `pages/*`.
  public var include: [String] = []
  /// Paths that match one of these patterns are left out.
  public var exclude: [String] = []
  /// The number of images that are compared at a time; nil for one per core.
  public var threads: Int?
  /// The formats of the images.
  public var formats = Formats.builtIn
  /// The resources that the comparison of one image may use.
  public var limits = Limits()
  /// Ends the comparison early, from any thread.
  public var cancellation: Cancellation?

  public init(expected: String, actual: String) {
    (self.expected, self.actual) = (expected, actual)
  }

  /// Compares the folders.
  ///
  /// - Returns: The images in the order of their paths' bytes.
  /// - Throws: `EditError` if one of the folders cannot be read, or if the comparison was canceled. An image that cannot
  ///   be read has the verdict `broken`.
  public func run() throws(EditError) -> [ComparedImage] {
    var images: [ComparedImage] = []
    try run { images.append($0) }
    return images
  }

  /// Compares the folders. The results are not kept, so that the memory does not depend on the number of images.
  ///
  /// - Parameter body: Receives the images in the order of their paths' bytes, by one thread at a time.
  /// - Throws: `EditError` if one of the folders cannot be read, or if the comparison was canceled.
  public func run(_ body: @escaping (ComparedImage) -> Void) throws(EditError) {
    let pairs = try converting(
      FolderPairs(
        expected: expected, actual: actual, include: include.map(NamePattern.init),
        exclude: exclude.map(NamePattern.init), codecs: formats.codecs)
    ) { (error: FileError) in EditError(error, at: .open) }
    var all = limits
    all.cancellation = cancellation
    let threads = threads ?? Processors.available
    let memory = MemoryBudget(limit: limits.memory, jobs: threads)
    let run = FolderRun(pairs, codecs: formats.codecs, memory: memory, startLimits: { [all] in all }) {
      path in
      MaskedTolerance(ownTolerance(path) ?? tolerance)
    }
    run.run(threads: threads, make: { ComparedImage($0) }, deliver: body)
    if cancellation?.isCancelled == true { throw EditError(.compare, .edit, .cancelled, "canceled") }
  }

  /// Compares the folders on threads of its own. Canceling the task ends the call.
  public func run() async throws(EditError) -> [ComparedImage] {
    try await onThread(cancellation) { cancellation throws(EditError) in
      var comparison = self
      comparison.cancellation = cancellation
      return try comparison.run()
    }
  }
}

/// The result of one path of a comparison of folders.
public struct ComparedImage: Equatable, Sendable, CustomStringConvertible {
  /// The result of comparing a path.
  public enum Verdict: Equatable, Sendable {
    case same(ImageComparison.Result)
    /// Pixels differ, but the tolerance allows it.
    case within(ImageComparison.Result)
    case differs(ImageComparison.Result)
    /// Only the folder of actual images has it.
    case added
    /// Only the folder of expected images has it.
    case missing
    /// The folder of expected images has the same pixels at another path, which the folder of actual images does not have.
    case moved(from: String)
    /// It cannot be compared.
    case broken(EditError)
  }

  /// The path in the folders.
  public let path: String
  /// The result of comparing it.
  public let verdict: Verdict
  /// The result on one line: "differs home.png: 153 of 60,000 pixels (0.26%) in 40 x 12 at 130,88, largest difference
  /// 61.6%".
  public let description: String

  /// True if the images are the same, or if the tolerance allows their difference.
  public var isAsExpected: Bool {
    switch verdict {
    case .same, .within: true
    case .differs, .added, .missing, .moved, .broken: false
    }
  }

  init(_ result: FolderRun.Result) {
    path = result.path
    let record = FolderRecord(result) { EditError($0, at: .compare).description }
    description =
      "\(record.verdict.rawValue) \(record.path)" + (record.details.isEmpty ? "" : ": \(record.details)")
    switch result.verdict {
    case .compared(_, _, let found):
      let comparison = ImageComparison.Result(found)
      verdict =
        switch found.verdict {
        case .identical, .same: .same(comparison)
        case .within: .within(comparison)
        case .differs, .sizesDiffer: .differs(comparison)
        }
    case .added: verdict = .added
    case .missing: verdict = .missing
    case .moved(let origin): verdict = .moved(from: origin)
    case .broken(let failure): verdict = .broken(EditError(failure, at: .compare))
    }
  }
}
