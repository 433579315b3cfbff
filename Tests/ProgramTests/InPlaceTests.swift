import Platform
import Testing

/// Edits in place: no edit is applied twice to an image unless that is requested.
@Suite struct InPlaceTests {
  private static let names = (0..<6).map { "p/\($0).png" }

  private func folder() throws -> Folder {
    let folder = try Folder()
    for (i, name) in Self.names.enumerated() { folder[name] = try Images.png(20 + i, 15, seed: i) }
    folder.write("canvas fit; rotate 3deg", to: "s.txt")
    return folder
  }

  private func apply(_ folder: Folder, _ more: String...) throws -> [String] {
    let words = ["apply", "s.txt"] + Self.names + ["--in-place", "--json"] + more
    return try folder.spawn(words).run().succeeds().records().map { $0["status"] as? String ?? "" }
  }

  private func contents(_ folder: Folder) -> [[UInt8]?] { Self.names.map { folder[$0] } }

  @Test("An interrupted batch continues and edits no image twice", arguments: [SIGINT, SIGKILL])
  func stopped(signal: Int32) throws {
    let folder = try folder()
    #expect(try apply(folder) == [String](repeating: "done", count: 6))
    let wanted = contents(folder)
    for (i, name) in Self.names.enumerated() { folder[name] = try Images.png(20 + i, 15, seed: i) }
    let before = contents(folder)
    var spawn = try folder.spawn(["apply", "s.txt"] + Self.names + ["--in-place", "--jobs", "1"])
    spawn.watching = { child in if folder[Self.names[1]] != before[1] { kill(child, signal) } }
    _ = try spawn.run()
    let statuses = try apply(folder, "--resume")
    #expect(statuses[..<2] == ["skipped", "skipped"])
    #expect(contents(folder) == wanted)
  }
}
