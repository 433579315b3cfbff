import CStudioPage
import FrameStudio
import Loopback
import Synchronization

/// The page of a studio, and its web sockets.
struct StudioSite: Sendable {
  private let studio: Studio
  private let count = Counter()

  /// The maximum number of open pages: all share the cores that draw.
  private static let mostPages = 16

  private final class Counter: Sendable {
    let pages = Mutex(0)
  }

  init(studio: Studio) { self.studio = studio }

  func answer(_ request: LoopbackRequest) -> LoopbackResponse {
    switch (request.method, request.path) {
    case ("GET", "/"): LoopbackResponse(type: "text/html; charset=utf-8", body: Self.page)
    case ("GET", "/grammar.json"):
      LoopbackResponse(type: "application/json", body: Self.bytes(frameit_studio_grammar))
    case ("GET", _): .notFound
    default: .wrongMethod
    }
  }

  /// Passes the messages of a page on until it is closed.
  func serve(_ socket: LoopbackSocket) async {
    guard enter() else {
      socket.send(
        Array(#"{"is":"ended","saved":true,"message":"too many pages are open"}"#.utf8), isText: true)
      return
    }
    let page = studio.connect { output in
      switch output {
      case .text(let bytes): socket.send(bytes, isText: true)
      case .bytes(let bytes): socket.send(bytes, isText: false)
      }
    }
    for await message in socket.messages { studio.receive(message, from: page) }
    studio.disconnect(page)
    count.pages.withLock { $0 -= 1 }
  }

  private func enter() -> Bool {
    count.pages.withLock { pages in
      guard pages < Self.mostPages else { return false }
      pages += 1
      return true
    }
  }

  /// One document, with its style and its script. No string in them has several lines, so they need no indentation.
  private static let page: [UInt8] = unindented(
    Array(
      """
      <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>frameit studio</title>
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <link rel="icon" href="data:,"><style>
      """.utf8)
      + bytes(frameit_studio_style) + Array("</style></head><body>\n".utf8) + bytes(frameit_studio_body)
      + Array("<script>\n".utf8) + bytes(frameit_studio_script) + Array("</script></body></html>\n".utf8))

  private static func unindented(_ text: [UInt8]) -> [UInt8] {
    text.split(separator: UInt8(ascii: "\n")).flatMap { line in
      line.drop { $0 == UInt8(ascii: " ") } + [UInt8(ascii: "\n")]
    }
  }

  private static func bytes(_ part: frameit_studio_part) -> [UInt8] {
    Array(UnsafeRawBufferPointer(start: part.bytes, count: part.size))
  }
}
