import FrameCodec
import FrameEngine
import FrameImage
import FrameScript
import TestSupport
import Testing

@Suite struct InputCountTests {
  @Test(
    "Inputs are counted from the text if every statement that takes one runs exactly once",
    arguments: [
      ("rotate 3deg", 1), ("layer a image", 1), ("layer a image\nlayer b image", 2),
      ("layer a image $3", 3), ("layer a image $2\nlayer b image\nlayer c image", 3),
      ("layer a image\nlayer b image $1\nlayer c image", 2), ("layer a image\nsource $4", 4),
      ("group g { layer a image\nlayer b image }\nlayer c image", 3),
      ("layer a image\nlayer b image\nif 1 { source $3 }", nil),
      ("layer a image $1\nif 1 { source $3 }", 3),
      ("repeat 3 { layer a image }", nil), ("if 1 { layer a image }\nlayer b image", nil),
      ("define f { layer a image }\nf\nf", nil), ("layer a image\nrepeat 3 { rotate 1deg }", 1),
      ("group g { repeat 2 { layer a image } }", nil), ("canvas 9,9\nlayer a rect 1,1 2,2", 1),
    ] as [(String, Int?)])
  func inputCount(text: String, count: Int?) throws {
    let script = try ScriptParser(limits: Limits()).parse(text, name: "t")
    expectEqual(script.inputs.count, count)
    guard let count else { return }
    let size = try #require(PixelSize(width: 9, height: 9))
    let run = try Editor(codecs: CodecList([])).dryRun(script, imageSize: size, context: RunContext()).run
    expectEqual(count, run.inputsUsed)
  }
}
