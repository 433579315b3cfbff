import FoundationEssentials
import FrameStudio
import Loopback

// Serves a studio. `frameit studio` starts it, tells it the settings in a line of JSON on stdin, and prints the addresses
// that it gets on stdout. The studio ends when stdin is closed.

signal(SIGPIPE, SIG_IGN)
// Ctrl-C ends the program that started this one, and that closes stdin.
signal(SIGINT, SIG_IGN)
guard CommandLine.arguments.count == 1, let line = readLine(strippingNewline: true),
  let settings = try? JSONDecoder().decode(StudioSettings.self, from: Data(line.utf8))
else {
  print("usage: frameit-studio\n\nStarted by `frameit studio`, which tells it the settings on stdin.")
  exit(2)
}

let caller = Caller()
let studio: Studio
do {
  studio = try Studio(settings)
} catch {
  caller.tell(Caller.Message(request: "failed", reason: error.description))
  exit(0)
}
let site = StudioSite(studio: studio)
Task.detached {
  do {
    let server = try await LoopbackServer(
      reach: settings.listens ? .network : .thisMachine, guests: .several, socket: "/socket",
      port: settings.port)
    caller.tell(Caller.Message(request: "ready", address: server.address))
    try await server.run {
      site.answer($0)
    } socketHandler: {
      await site.serve($0)
    } onWelcome: {
      caller.tell(Caller.Message(request: "another", address: server.address))
    }
  } catch {
    let reason = error is PortInUse ? "port \(settings.port) is in use" : "\(error)"
    caller.tell(Caller.Message(request: "failed", reason: reason))
  }
}
studio.start()
while readLine() != nil {}
if !studio.end() {
  let text = "frameit: warning: the script is not saved; the page still has its text\n"
  _ = text.utf8.withContiguousStorageIfAvailable { write(STDERR_FILENO, $0.baseAddress, $0.count) }
}
// The pages get the last message. `exit` would wait for the threads that draw.
usleep(300_000)
_exit(0)
