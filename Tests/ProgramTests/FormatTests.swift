import Foundation
import FrameCodec
import FrameImage
import PNGCodec
import PNMCodec
import QOICodec
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

  @Test("info prints the format of a file") func info() throws {
    let text = Array("P1\n# by hand\n3 1\n010\n".utf8)
    let folder = try Folder([
      "a.pbm": text, "b": Array("P3 1 1 7 7 0 7".utf8), "c.ppm": Array("P5 1 1 255\n!P5 1 1 255\n!".utf8),
      "d.qoi": Images.encode(Images.bitmap(4, 3, .rgba8), QOICodec()),
      "e.pam": Images.encode(Images.bitmap(4, 3, .rgba16), PNMCodec(.pam)),
    ])
    try folder.frameit("info", "a.pbm", "b", "c.ppm", "d.qoi", "e.pam").succeeds(
      printing: """
        a.pbm: 3 x 1 pgm, gray, 8 bits, plain, bitmap
        b: 1 x 1 ppm, rgb, 8 bits, plain, maxval 7
        c.ppm: 1 x 1 pgm, gray, 8 bits, only the first of several frames is used
        d.qoi: 4 x 3 qoi, rgb+alpha, 8 bits
        e.pam: 4 x 3 pam, rgb+alpha, 16 bits

        """)
  }

  @Test("The output's extension selects the format, and a warning names what the format cannot store")
  func whatIsWritten() throws {
    let folder = try Folder([
      "gray.png": Images.png(8, 6, .gray8), "clear.png": Images.png(8, 6, .rgba8),
      "deep.png": Images.png(8, 6, .rgb16), "bits.pbm": Array("P1 2 1 01".utf8),
    ])
    func starts(_ name: String, _ magic: String) -> Bool { folder[name]?.starts(with: magic.utf8) ?? false }
    try folder.frameit("apply", "-e", "canvas fit", "gray.png", "-o", "gray.ppm").succeeds()
    #expect(starts("gray.ppm", "P6\n8 6\n255\n"))
    try folder.frameit("apply", "-e", "canvas fit", "gray.png", "-o", "gray.pnm").succeeds()
    #expect(starts("gray.pnm", "P5\n8 6\n255\n"))
    try folder.frameit("apply", "-e", "canvas fit", "clear.png", "-o", "flat.ppm").succeeds(
      warning: "transparent parts are drawn over #ffffff")
    try folder.frameit("apply", "-e", "canvas fit", "clear.png", "-o", "clear.pam").succeeds()
    #expect(starts("clear.pam", "P7\n"))
    try folder.frameit("apply", "-e", "canvas fit", "deep.png", "-o", "deep.qoi").succeeds(
      warning: "16 bits per channel are reduced to 8")
    try folder.frameit("apply", "-e", "canvas fit", "deep.png", "-o", "deep.pgm")
      .fails(4, saying: "PGM cannot store color; PPM and PAM can")
    #expect(folder["deep.pgm"] == nil)
    // A bitmap is read as gray. None is written.
    try folder.frameit("apply", "-e", "canvas fit", "bits.pbm").succeeds(printing: "bits.framed.pgm\n")
    #expect(folder["bits.framed.pgm"] == Array("P5\n2 1\n255\n".utf8) + [255, 0])
    try folder.frameit("apply", "-e", "canvas fit", "bits.pbm", "-o", "x.pbm").fails(2, naming: "pgm")
    let pipe = try folder.frameit("apply", "-e", "canvas fit", "gray.png", "-o", "-", "--format", "pgm")
      .succeeds()
    #expect(pipe.out.starts(with: Array("P5\n8 6\n255\n".utf8)))
  }

  @Test("Colors that a format cannot describe are converted to sRGB") func convertedColors() throws {
    let bitmap = try Images.bitmap(4, 3)
    let output = ByteOutput()
    let linear = ImageMetadata(colorimetry: .init(gamma: 100_000))
    var encoder = try PNGCodec().encoder(
      output, EncodeRequest(size: bitmap.size, pixels: .rgb8, metadata: linear))
    try encoder.write(bitmap.bytes.span)
    try encoder.finish()
    let folder = try Folder(["a.png": output.bytes])
    try folder.frameit("apply", "-e", "canvas fit", "a.png", "-o", "a.ppm").succeeds(
      warning: "colors are converted to sRGB because PPM stores no color profile")
    // QOI has a run opcode for that.
    try folder.frameit("apply", "-e", "canvas fit", "a.png", "-o", "a.qoi").succeeds()
    #expect([UInt8](try Data(contentsOf: URL(filePath: folder.path("a.qoi"))))[13] == 1)
  }

  @Test("Damage is an error without output; --on-damage salvage keeps the readable part")
  func damage() throws {
    let bitmap = try Images.bitmap(20, 20)
    for (name, codec) in [("a.qoi", QOICodec() as any Codec), ("a.ppm", PNMCodec(.ppm))] {
      let bytes = try Images.encode(bitmap, codec)
      let folder = try Folder([name: Array(bytes.dropLast(200))])
      try folder.frameit("hash", name).fails(4)
      try folder.frameit("apply", "-e", "canvas fit", name, "-o", "x.png").fails(4)
      #expect(folder["x.png"] == nil)
      try folder.frameit("apply", "-e", "canvas fit", name, "-o", "x.png", "--on-damage", "salvage").succeeds(
        warning: "damaged in 1 place")
      let saved = try Images.decode(folder["x.png"])
      #expect(saved.bytes[..<600] == bitmap.bytes[..<600])
    }
  }
}
