import Loopback

// Serves the report in a folder to one browser. `frameit compare --review` starts it; see Caller for what they say.

guard CommandLine.arguments.count == 2 else {
  print(
    "usage: frameit-review FOLDER\n\nStarted by `frameit compare --review`, which answers its requests on stdin."
  )
  exit(2)
}
signal(SIGPIPE, SIG_IGN)
let caller = Caller()
let site = ReviewSite(folder: CommandLine.arguments[1], caller: caller)
Task.detached {
  do {
    let server = try await LoopbackServer()
    caller.tell(Caller.Message(request: "ready", address: server.address))
    try await server.run { await site.answer($0) }
    // `exit` would wait for the thread that reads stdin.
    _exit(0)
  } catch {
    caller.tell(Caller.Message(request: "failed", reason: "\(error)"))
  }
}
caller.readAnswers()
