import FrameImage
import Testing

/// QOI and the Netpbm formats, as read and written by the program.
@Suite struct FormatTests {
  private func hashes(_ folder: Folder, _ names: [String]) throws -> Set<Substring> {
    let lines = try folder.spawn(["hash"] + names).run().succeeds().lines
    #expect(lines.count == names.count)
    return Set(lines.map { $0.prefix(64) })
  }

  @Test("An image has the same hash in every lossless format")
  func oneHash() throws {
    let copies: [(format: PixelFormat, others: [String])] = [
      (.gray8, ["pgm", "ppm", "pnm", "pam", "qoi"]), (.rgb8, ["ppm", "pnm", "pam", "qoi"]),
      (.rgba8, ["pam", "qoi"]), (PixelFormat(.grayAlpha, .eight), ["pam", "qoi"]),
      (.gray16, ["pgm", "ppm", "pnm", "pam"]), (.rgb16, ["ppm", "pnm", "pam"]), (.rgba16, ["pam"]),
    ]
    for (format, others) in copies {
      let folder = try Folder(["a.png": Images.png(31, 17, format)])
      for other in others {
        let back = "\(other).png"
        try folder.frameit("apply", "-e", "canvas fit", "a.png", "-o", "a.\(other)").succeeds()
        try folder.frameit("compare", "a.png", "a.\(other)").succeeds()
        try folder.frameit("apply", "-e", "canvas fit", "a.\(other)", "-o", back).succeeds()
      }
      let names = ["a.png"] + others.flatMap { ["a.\($0)", "\($0).png"] }
      #expect(try hashes(folder, names).count == 1, "\(format)")
    }
  }
}
