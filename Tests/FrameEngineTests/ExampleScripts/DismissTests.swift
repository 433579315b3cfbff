import TestSupport
import Testing

/// The example of a photo viewer: what dismisses the photo.
@Suite struct DismissTests {
  @Test(
    "A far or a fast pull down dismisses the photo; others return it",
    arguments: [
      ("drag 195,420 to 195,540 over 2s", false), ("drag 195,420 to 195,640 over 2s", true),
      ("drag 195,420 to 195,520 over 80ms", true), ("drag 195,620 to 195,320 over 80ms", false),
      ("drag 195,420 to 295,420 over 80ms", false),
    ])
  func pull(drag: String, isDismissed: Bool) throws {
    let script = try example("dismiss.txt", upTo: "# A short pull.")
    _ = try play(
      script + drag + "\nwait 400ms\nexpect $dismissed \(isDismissed ? 1 : 0)\n"
        + "expect frame 0,\(isDismissed ? 844 : 0) 390,844 ~1")
  }
}
