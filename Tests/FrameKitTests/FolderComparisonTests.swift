import FoundationEssentials
import FrameKit
import Platform
import TestSupport
import Testing

/// Comparing folders by the library.
@Suite struct FolderComparisonTests {
  private let root: String
  private var comparison: FolderComparison

  init() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "frameit-folders-\(UUID())")
    root = folder.path
    comparison = FolderComparison(expected: "\(root)/e", actual: "\(root)/n")
    for name in ["e/sub", "n/sub"] {
      try FileManager.default.createDirectory(
        at: folder.appending(path: name), withIntermediateDirectories: true)
    }
    func write(_ name: String, _ width: Int, changed: Int = 0) throws {
      var bitmap = try Bitmap.pattern(width, 20)
      for x in 0..<changed { bitmap[x, 4, 0] ^= 128 }
      let bytes = try Edit(script: "").apply(to: .bitmap(bitmap)).encoded(as: .png)
      try Data(bytes).write(to: folder.appending(path: name))
    }
    for name in ["e/sub/a.png", "n/sub/a.png"] { try write(name, 30) }
    try write("e/b.png", 31)
    try write("n/b.png", 31, changed: 3)
    try write("e/old.png", 32)
    try write("n/new.png", 32)
    try write("e/gone.png", 33)
    try write("n/extra.png", 34)
    for name in ["e/bad.png", "n/bad.png"] { try Data("bad".utf8).write(to: folder.appending(path: name)) }
  }

  private func remove() { try? FileManager.default.removeItem(atPath: root) }

  @Test("Each path has a verdict, in the order of paths") func verdicts() throws {
    defer { remove() }
    let images = try comparison.run()
    expectEqual(images.map(\.path), ["b.png", "bad.png", "extra.png", "gone.png", "new.png", "sub/a.png"])
    guard case .differs(let difference) = images[0].verdict else { throw Unexpected(images[0]) }
    expectTrue(difference.difference.differing == 3 && difference.difference.changes.count == 1)
    expectTrue(images[0].description.hasPrefix("differs b.png: 3 of 620 pixels"))
    guard case .broken(let error) = images[1].verdict else { throw Unexpected(images[1]) }
    expectEqual(error.code, .unknownFormat)
    expectTrue(images[2].verdict == .added && images[2].description == "added extra.png")
    expectEqual(images[3].verdict, .missing)
    expectTrue(images[4].verdict == .moved(from: "old.png") && "\(images[4])" == "moved new.png: was old.png")
    guard case .same = images[5].verdict else { throw Unexpected(images[5]) }
    expectEqual(images.map(\.isAsExpected), [false, false, false, false, false, true])
  }

  @Test("A tolerance can depend on the path") func tolerance() throws {
    defer { remove() }
    var comparison = comparison
    comparison.include = ["b.png"]
    comparison.ownTolerance = { $0 == "b.png" ? Tolerance(limit: .pixels(3)) : nil }
    let images = try comparison.run()
    guard images.count == 1, case .within(let found) = images[0].verdict else { throw Unexpected(images) }
    expectTrue(found.difference.differing == 3 && images[0].isAsExpected)
    comparison.exclude = ["b.*"]
    try expectTrue(comparison.run().isEmpty)
  }

  @Test("Any number of threads has the same results") func threads() throws {
    defer { remove() }
    let expected = try comparison.run()
    for threads in [1, 3] {
      var (comparison, images) = (comparison, [ComparedImage]())
      comparison.threads = threads
      try comparison.run { images.append($0) }
      expectEqual(images, expected)
    }
  }

  @Test("A folder that does not exist, and a canceled comparison, are errors") func errors() async throws {
    defer { remove() }
    let missing = FolderComparison(expected: "\(root)/none", actual: "\(root)/n")
    let error = #expect(throws: EditError.self) { try missing.run() }
    expectTrue(error?.details == .system(ENOENT) && error?.subject == .input("\(root)/none"))
    var comparison = comparison
    let cancellation = Cancellation()
    cancellation.cancel()
    comparison.cancellation = cancellation
    let canceled: (any Error) -> Bool = { ($0 as? EditError)?.code == .cancelled }
    #expect { try comparison.run() } throws: { canceled($0) }
    await #expect { try await comparison.run() } throws: { canceled($0) }
  }
}

private struct Unexpected: Error {
  let value: String

  init(_ value: Any) { self.value = "\(value)" }
}
