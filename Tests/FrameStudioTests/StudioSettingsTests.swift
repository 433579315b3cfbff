import Foundation
import FrameStudio
import TestSupport
import Testing

/// The line of JSON by which `frameit studio` starts the server; `Tests/Transcripts/studio.md` has the other side.
@Suite struct StudioSettingsTests {
  @Test("The settings that frameit writes are decoded") func decoded() throws {
    let line = """
      {"allowedFolders":["/data"],"allowsUnsandboxed":false,"arguments":["photos","c.png"],
      "definitions":[{"name":"name","value":"Ann=1"}],"inputs":["photos/a.png","c.png"],"isolatesCodecs":true,
      "listens":true,"maximumMemory":1048576,"maximumPixels":268435456,"pluginFolders":["/plugins"],"port":8123,
      "script":"turn.txt","seed":7,"worker":"/libexec/frameit-codec"}
      """
    let settings = try JSONDecoder().decode(StudioSettings.self, from: Data(line.utf8))
    expectEqual(settings.script, "turn.txt")
    expectEqual(settings.arguments, ["photos", "c.png"])
    expectEqual(settings.inputs, ["photos/a.png", "c.png"])
    expectEqual(settings.definitions.map { [$0.name, $0.value] }, [["name", "Ann=1"]])
    expectEqual(settings.seed, 7)
    expectEqual(settings.maximumMemory, 1_048_576)
    expectTrue(settings.listens && settings.isolatesCodecs && !settings.allowsUnsandboxed)
    expectEqual(settings.port, 8123)
    expectEqual(settings.worker, "/libexec/frameit-codec")
  }

  @Test("A studio without a script has no name") func unnamed() throws {
    let line = """
      {"allowedFolders":[],"allowsUnsandboxed":false,"arguments":[],"definitions":[],"inputs":[],"isolatesCodecs":false,
      "listens":false,"maximumMemory":1,"maximumPixels":1,"pluginFolders":[],"port":0,"seed":0,"worker":"w"}
      """
    let settings = try JSONDecoder().decode(StudioSettings.self, from: Data(line.utf8))
    expectEqual(settings.script, nil)
    expectEqual(settings.port, 0)
  }
}
