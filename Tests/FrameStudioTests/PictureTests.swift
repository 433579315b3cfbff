import Foundation
import FrameImage
import FrameKit
import TestSupport
import Testing

@testable import FrameStudio

@Suite("Pictures of a studio")
struct PictureTests {
  private func pixels(_ image: [UInt8]) throws -> Bitmap {
    try Edit(script: "").apply(to: .bytes(image)).render().pixels
  }

  @Test(
    "A resting picture has the pixels of the script's own output",
    arguments: [
      "canvas 600,400\nrotate 12deg\n", "canvas 200,130\nblur 6\n", "canvas 200,130\nlight srgb\nblur 6\n",
    ])
  func resting(script: String) throws {
    let studio = try StudioHarness(script: script)
    studio.send(#"{"do":"view","width":800,"height":600}"#)
    let preview = try #require(try studio.draw().first)
    expectEqual(preview.header["quality"] as? String, "moving")
    studio.send(#"{"do":"shown","seq":1}"#)
    studio.wait(1000)
    let full = try #require(try studio.draw().first)
    expectEqual(full.header["quality"] as? String, "full")
    let expected = try Edit(script: studio.text).apply(to: .file(studio.state.settings.inputs[0])).render()
    try expectEqual(pixels(full.image), expected.pixels)
  }

  @Test(
    "A preview looks like the resting picture, although its source is reduced before it is filtered",
    arguments: ["blur 12", "blur 0", "blur 200", "sharpen 0.8 1.5", "pixelate 40", "scale 0.3; blur 12"])
  func filteredPreview(edits: String) throws {
    let studio = try StudioHarness(
      script: "background white\n\(edits)\n", photos: [PixelSize(width: 1200, height: 800)!])
    studio.send(#"{"do":"view","width":300,"height":200}"#)
    let preview = try pixels(#require(try studio.draw().first).image)
    studio.send(#"{"do":"shown","seq":1}"#)
    studio.wait(1000)
    let full = try pixels(#require(try studio.draw().first).image)
    expectEqual(preview.size, full.size)
    let differences = zip(preview.bytes, full.bytes).map { abs(Int($0) - Int($1)) }
    expectTrue(differences.reduce(0, +) <= 2 * differences.count, "the mean is more than 2 levels")
    expectTrue(differences.max() ?? 0 <= 64, "\(differences.max() ?? 0) levels")
  }

  @Test("A script that has never run shows the unedited photo")
  func unedited() throws {
    let studio = try StudioHarness(script: "rotate 30\n")
    studio.send(#"{"do":"view","width":800,"height":600}"#)
    _ = try studio.draw()
    studio.send(#"{"do":"shown","seq":1}"#)
    studio.wait(1000)
    let full = try #require(try studio.draw().first)
    let expected = try Edit(script: "").apply(to: .file(studio.state.settings.inputs[0])).render()
    try expectEqual(pixels(full.image), expected.pixels)
    studio.send(#"{"do":"set","what":"preset","value":"uikit"}"#)
    expectEqual(studio.text, "rotate 30\n")
  }

  @Test("That a part of the photo lies outside the canvas is told once")
  func cut() throws {
    let studio = try StudioHarness(script: "canvas 600,400\n")
    func notices() throws -> Int {
      let state = try #require(studio.takeMessages().last { $0["is"] as? String == "state" })
      return (state["notices"] as? [String] ?? []).count { $0.contains("outside the canvas") }
    }
    studio.send(#"{"do":"write","text":"layer photo image\npan 200,0\n","version":1}"#)
    expectEqual(try notices(), 1)
    studio.send(#"{"do":"nudge","what":"pan","value":[10,0]}"#)
    expectEqual(try notices(), 0)
  }

  @Test("A zoomed picture is a part of the whole one")
  func zoomed() throws {
    let studio = try StudioHarness(script: "canvas 600,400\nrotate 12deg\n")
    studio.send(#"{"do":"view","width":100,"height":80,"zoom":2,"center":[300,200]}"#)
    _ = try studio.draw()
    studio.send(#"{"do":"shown","seq":1}"#)
    studio.wait(1000)
    let picture = try #require(try studio.draw().first)
    expectEqual(picture.header["part"] as? [Double], [275, 180, 50, 40])
    let all = try Edit(script: studio.text + "crop 275,180 50,40").apply(
      to: .file(studio.state.settings.inputs[0])
    ).render()
    try expectEqual(pixels(picture.image), all.pixels)
  }

  @Test(
    "The place of a picture is that of the finished canvas",
    arguments: [
      ("rotate 90deg\n", [100, -100, 400, 600], [100.0, -100, 400, 600]),
      ("canvas 600,400\ncrop 50,60 200,100\n", [50, 60, 200, 100], [0.0, 0, 600, 400]),
    ])
  func places(script: String, part: [Double], canvas: [Double]) throws {
    for zoom in ["null", "0.5", "2"] {
      let studio = try StudioHarness(script: script)
      studio.send(
        #"{"do":"view","width":2000,"height":2000,"zoom":\#(zoom),"center":[\#(part[0] + part[2] / 2),\#(part[1] + part[3] / 2)]}"#
      )
      let header = try #require(try studio.draw().first).header
      let found = try #require(header["part"] as? [Double])
      expectTrue(zip(found, part).allSatisfy { abs($0 - $1) < 1e-6 }, "\(zoom): \(found)")
      let place = (header["origin"] as? [Double] ?? []) + (header["canvas"] as? [Double] ?? [])
      expectTrue(zip(place, canvas).allSatisfy { abs($0 - $1) < 1e-6 }, "\(zoom): \(place)")
    }
  }

  @Test("A view beside the canvas shows one pixel of it")
  func beside() throws {
    let studio = try StudioHarness(script: "canvas 600,400\n")
    studio.send(#"{"do":"view","width":100,"height":80,"zoom":2,"center":[90000,-90000]}"#)
    let header = try #require(try studio.draw().first).header
    expectEqual(header["part"] as? [Double], [599, 0, 1, 1])
  }

  @Test("While a page decodes a picture, one more is drawn, and no third one")
  func acknowledgement() throws {
    let studio = try StudioHarness(script: "canvas 600,400\nset pan.slop 0\n")
    studio.send(#"{"do":"view","width":300,"height":200}"#)
    try expectEqual(studio.draw().count, 1)
    studio.touch([(1, "down", 300, 200)])
    try expectEqual(studio.draw().count, 1)
    studio.wait(16)
    studio.touch([(1, "move", 310, 200)])
    try expectTrue(studio.draw().isEmpty)
    studio.send(#"{"do":"shown","seq":1}"#)
    let picture = try #require(try studio.draw().first)
    expectEqual((picture.header["touches"] as? [[Double]]), [[310, 200]])
    let layers = picture.header["layers"] as? [[String: Any]]
    expectEqual(layers?.first?["hit"] as? Bool, true)
  }

  @Test("Previews become smaller while they take long, and larger again")
  func reduction() throws {
    let studio = try StudioHarness(script: "canvas 600,400\nset pan.slop 0\n")
    studio.send(#"{"do":"view","width":300,"height":200}"#)
    var widths: [Int] = []
    for delay in [10.0, 90, 90, 10, 10, 10, 10, 10, 10] {
      let header = try #require(try studio.draw().first).header
      widths.append(header["width"] as? Int ?? 0)
      studio.wait(delay)
      studio.send(#"{"do":"shown","seq":\#(header["seq"] as? Int ?? 0)}"#)
      studio.send(#"{"do":"scrub","time":null}"#)
    }
    expectEqual(widths, [300, 300, 240, 192, 210, 231, 255, 281, 300])
  }

  @Test("Fingers that are down are not canceled in the picture")
  func moment() throws {
    let studio = try StudioHarness(script: "canvas 600,400\npreset swiftui\n")
    studio.send(#"{"do":"view","width":300,"height":200}"#)
    _ = try studio.draw()
    studio.send(#"{"do":"shown","seq":1}"#)
    studio.touch([(1, "down", 300, 200)])
    for step in 1...10 {
      studio.wait(16)
      studio.touch([(1, "move", 300 + 10 * Double(step), 200)])
    }
    let picture = try #require(try studio.draw().first)
    expectTrue((picture.header["matrix"] as? [Double])?[4] ?? 0 > 80)
    expectEqual((picture.header["states"] as? [[String]])?.contains(["photo pan", "changed"]), true)
  }

  @Test("Thumbnails show every input under the script, and an error where there is one")
  func thumbnails() throws {
    let sizes = [PixelSize(width: 600, height: 400)!, PixelSize(width: 100, height: 300)!]
    let studio = try StudioHarness(script: "canvas inside 60,60\n", photos: sizes) {
      $0.inputs.append("/no/such.png")
    }
    studio.send(#"{"do":"view","width":300,"height":200}"#)
    studio.send(#"{"do":"strip","from":1,"to":9000000,"height":40}"#)
    var thumbnails: [(header: [String: Any], image: [UInt8])] = []
    for _ in 0..<5 {
      let pictures = try studio.draw()
      thumbnails += pictures.filter { $0.header["kind"] as? String == "thumb" }
      for picture in pictures { studio.send(#"{"do":"shown","seq":\#(picture.header["seq"] as? Int ?? 0)}"#) }
    }
    expectEqual(thumbnails.compactMap { $0.header["number"] as? Int }, [1, 2, 3])
    expectEqual(thumbnails.map { $0.header["height"] as? Int ?? 0 }, [40, 39, 0])
    expectTrue(thumbnails.last?.header["error"] as? String != nil)
  }

  @Test("An input that cannot be shown has no run, and the others have thumbnails under the script")
  func missingInput() throws {
    let studio = try StudioHarness(script: "canvas inside 60,60\n") { $0.inputs.append("/no/such.png") }
    _ = try studio.takeMessages()
    studio.send(#"{"do":"input","number":2}"#)
    let message = try #require(studio.takeMessages().last)
    expectTrue(message["run"] == nil && (message["errors"] as? [Any])?.isEmpty == false)
    studio.send(#"{"do":"view","width":300,"height":200}"#)
    studio.send(#"{"do":"strip","from":1,"to":1,"height":40}"#)
    try expectEqual(studio.draw().map { $0.header["kind"] as? String }, ["thumb"])
    studio.send(#"{"do":"input","number":1}"#)
    try expectTrue(studio.takeMessages().last?["run"] != nil)
  }

  @Test("Damage in an image is an error, as in the shell")
  func damage() throws {
    let studio = try StudioHarness(script: "canvas 300,200\n")
    let path = studio.state.settings.inputs[0]
    let bytes = try Data(contentsOf: URL(filePath: path))
    try bytes.prefix(bytes.count / 2).write(to: URL(filePath: path))
    studio.change([path])
    studio.send(#"{"do":"view","width":300,"height":200}"#)
    try expectTrue(studio.draw().isEmpty)
    expectEqual(studio.state.script.problems.first?.message.contains("truncated"), true)
  }

  @Test("Scrubbing shows the layers at an earlier time")
  func scrubbing() throws {
    let studio = try StudioHarness(script: "canvas 600,400\nset pan.slop 0\npan 100,0 over 1s\n")
    studio.send(#"{"do":"view","width":300,"height":200}"#)
    _ = try studio.draw()
    studio.send(#"{"do":"shown","seq":1}"#)
    studio.send(#"{"do":"scrub","time":0.5}"#)
    let picture = try #require(try studio.draw().first)
    for matrix in ["matrix", "transform"] {
      let x = try #require((picture.header[matrix] as? [Double])?[4])
      expectTrue(x > 40 && x < 60)
    }
  }

  @Test("A transparent canvas stays transparent while fingers move")
  func transparency() throws {
    let studio = try StudioHarness(script: "canvas 600,400\nlayer photo image at 0,0 size 300,200\n")
    studio.send(#"{"do":"view","width":300,"height":200}"#)
    let picture = try #require(try studio.draw().first)
    expectEqual(picture.header["type"] as? String, "image/png")
  }
}
