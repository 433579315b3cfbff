import FrameKit
import Platform
import TestSupport
import Testing

/// Files that results are written to.
@Suite struct RenderedImageTests {
  private let folder: TemporaryFolder
  private let photo: ImageSource

  init() throws {
    folder = try TemporaryFolder()
    photo = .bitmap(try .pattern(60, 40))
  }

  @Test("The extension chooses the format, in any case") func formats() throws {
    let result = try Edit(script: "").apply(to: photo).render()
    for (name, start) in [("a.png", [0x89, 0x50]), ("b.JPG", [0xFF, 0xD8]), ("c.qoi", [0x71, 0x6F])]
      as [(String, [UInt8])]
    {
      try result.write(to: folder[name])
      try expectEqual(Edit(script: "").apply(to: .file(folder[name])).render().size, result.size)
      expectEqual(contents(folder[name]).prefix(2), start[...])
    }
    expectEqual(folder.names, ["a.png", "b.JPG", "c.qoi"])
  }

  @Test("A file is replaced whole, even by an edit of itself") func replacing() throws {
    let path = folder["a.png"]
    try Edit(script: "").apply(to: photo).write(to: path)
    try Edit(script: "canvas 20,20").apply(to: .file(path)).write(to: path)
    try expectEqual(Edit(script: "").apply(to: .file(path)).render().size, PixelSize(width: 20, height: 20))
    expectEqual(folder.names, ["a.png"])
  }

  @Test("Writing to a link replaces its target, which keeps its permissions") func link() throws {
    let path = folder["a.png"]
    try Edit(script: "").apply(to: photo).write(to: path)
    expectTrue(chmod(path, 0o640) == 0 && symlink("a.png", folder["link.png"]) == 0)
    try Edit(script: "canvas 20,20").apply(to: photo).write(to: folder["link.png"])
    try expectEqual(Edit(script: "").apply(to: .file(path)).render().size, PixelSize(width: 20, height: 20))
    var status = stat()
    expectTrue(lstat(folder["link.png"], &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
    expectTrue(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o640)
  }

  @Test("A failed write leaves the existing file and no other one") func failing() throws {
    let path = folder["a.png"]
    try Edit(script: "").apply(to: photo).write(to: path)
    let before = contents(path)
    var edit = try Edit(script: "rotate 3deg")
    #expect(throws: EditError.self) { try edit.apply(to: .bytes([1])).write(to: path) }
    #expect(throws: EditError.self) { try edit.apply(to: photo).write(to: folder["a.unknown"]) }
    #expect(throws: EditError.self) {
      try edit.apply(to: photo).write(to: folder["b.jpg"], as: .jpeg(quality: 101))
    }
    #expect(throws: EditError.self) { try edit.apply(to: photo).write(to: folder["none/b.jpg"]) }
    edit.options.cancellation = Cancellation()
    edit.options.cancellation?.cancel()
    #expect(throws: EditError.self) { try edit.apply(to: photo).write(to: path) }
    expectTrue(contents(path) == before && folder.names == ["a.png"])
  }

  @Test("A lower quality makes a smaller JPEG") func quality() throws {
    let result = try Edit(script: "").apply(to: photo).render()
    let sizes = try [20, 60, 95].map { try result.encoded(as: .jpeg(quality: $0)).count }
    expectTrue(sizes == sizes.sorted() && Set(sizes).count == 3)
  }

  private func contents(_ path: String) -> [UInt8] {
    guard let file = fopen(path, "rb") else { return [] }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    let count = fread(&bytes, 1, bytes.count, file)
    return Array(bytes[..<count])
  }
}
