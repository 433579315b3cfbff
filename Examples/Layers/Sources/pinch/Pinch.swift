import FrameLayers

/// Pinches a bitmap on a canvas, and checks the transform and the pixels.
@main struct Pinch {
  static func main() throws {
    // A bitmap with a red and a blue half.
    var flag = Bitmap(size: PixelSize(width: 60, height: 40)!, format: .rgb8)
    for y in 0..<40 {
      for x in 0..<60 { flag[x, y, x < 30 ? 0 : 2] = 255 }
    }

    // A layer with a transform stack, on a canvas with a caption.
    var layer = Layer.image(.bitmap(flag), name: "flag")
    layer.transform = layer.transform.rotated(by: .degrees(30)).scaledBy(x: 1.5, y: 1.5).translatedBy(
      x: 8, y: 0)
    layer.transform = .identity
    let caption = Layer(.shape(Shape(Path(Rect(x: 0, y: 170, width: 300, height: 30)), fill: .color(.white))))
    let canvas = Canvas(width: 300, height: 200, background: .color(.black), layers: [layer, caption])

    // Two virtual fingers pinch the layer, as on a phone.
    let session = try CanvasSession(canvas)
    try session.perform(.pinch(1.5, on: "flag"))
    let pinched = session.layer("flag")!.transform
    precondition(abs(pinched.a - 1.5) < 1e-9 && abs(pinched.d - 1.5) < 1e-9 && pinched.b == 0)
    let enlarged = try session.bitmap()
    precondition(enlarged.size.width == 300 && enlarged[100, 100, 0] == 255 && enlarged[200, 100, 2] == 255)

    // The gesture is undone as a whole.
    try session.undo("flag")
    precondition(session.layer("flag")!.transform.isIdentity)
    let (restored, plain) = (try session.bitmap(), try canvas.bitmap())
    precondition(restored == plain)
    print("pinched to \(pinched.a), and back to \(session.layer("flag")!.transform.a)")
  }
}
