import FrameCodec
import FrameFiles
import FrameImage

/// Finds the images of two folders that moved: the same pixels at another path.
struct MovedImages {
  let pairs: FolderPairs
  let codecs: CodecList
  let startLimits: @Sendable () -> Limits
  let threads: Int

  /// Returns for the index of each moved image's new entry that of its old entry. Each old entry is used once, in the order
  /// of names.
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
