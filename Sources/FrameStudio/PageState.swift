import FrameMessages

/// A page: what it shows, and which pictures it still needs.
struct PageState {
  let sender: Studio.Sender
  private(set) var view: Request.View?
  /// The time of the script that it shows, in seconds; nil for its end.
  private(set) var moment: Double?
  private(set) var showsBefore = false
  /// The last export; it may have ended.
  var export: RunningExport?
  /// The picture of the canvas that it needs.
  private(set) var need = Need.nothing
  /// The inputs whose thumbnails it shows, and those of them that are drawn.
  private(set) var thumbnails = 0..<0
  private(set) var thumbnailHeight = 96
  private var drawnThumbnails: Set<Int> = []
  /// How much smaller previews are than the pane, so that they are drawn in time.
  private(set) var reduction = 1.0
  private var lastSeq = 0
  /// The numbers of the pictures that it has not decoded yet, and when they were begun, in milliseconds of the clock; nil
  /// unless the picture is a preview.
  private var undecoded: [Int: Double?] = [:]
  /// While the page decodes a picture, the next one is drawn.
  private static let mostUndecoded = 2

  enum Need: Equatable {
    case nothing
    /// The picture is out of date: the next one is a preview.
    case preview
    /// A picture at full quality, from this time on, in milliseconds of the clock.
    case full(Double)
  }

  init(send: @escaping Studio.Sender) { sender = send }

  var isReady: Bool { view != nil && undecoded.count < Self.mostUndecoded }

  /// The first input whose thumbnail is out of date.
  var nextThumbnail: Int? { thumbnails.first { !drawnThumbnails.contains($0) } }

  // MARK: What the page asks for

  mutating func show(_ view: Request.View) {
    guard view != self.view else { return }
    self.view = view
    need = .preview
  }

  mutating func showThumbnails(_ range: Range<Int>, height: Int) {
    if height != thumbnailHeight { drawnThumbnails = [] }
    (thumbnails, thumbnailHeight) = (range, height)
  }

  mutating func showBefore(_ isOn: Bool) {
    showsBefore = isOn
    need = .preview
  }

  mutating func scrub(to moment: Double?) {
    self.moment = moment
    need = .preview
  }

  /// The page has decoded a picture.
  ///
  /// - Parameter now: In milliseconds of the clock.
  mutating func acknowledge(_ seq: Int, now: Double) {
    if case let begun?? = undecoded.removeValue(forKey: seq) { adapt(to: now - begun) }
  }

  mutating func contentChanged() {
    (need, moment, drawnThumbnails) = (.preview, nil, [])
  }

  /// The fingers have moved.
  mutating func fingersMoved() { need = .preview }

  // MARK: What it gets

  func send(_ message: [UInt8]) { sender(.text(message)) }

  /// Sends a picture.
  ///
  /// - Parameters:
  ///   - next: What it needs after this picture.
  ///   - begun: When a preview was begun, in milliseconds of the clock.
  mutating func send(_ picture: Picture, then next: Need, previewBegun begun: Double? = nil) {
    lastSeq += 1
    var picture = picture
    picture.header["seq"] = lastSeq
    undecoded.updateValue(begun, forKey: lastSeq)
    need = next
    sender(.bytes(picture.header, picture.image))
  }

  /// Chooses the reduction of the next preview from the time that the last one took to be drawn, sent and decoded. Browsers
  /// need up to two frames to report a finger and another to show the picture, so two frames are left.
  private mutating func adapt(to milliseconds: Double) {
    if milliseconds > 33 { reduction = min(4, reduction * 1.25) }
    if milliseconds < 20 { reduction = max(1, reduction / 1.1) }
  }

  mutating func send(thumbnail picture: Picture, of input: Int) {
    drawnThumbnails.insert(input)
    send(picture, then: need)
  }

  /// Asks for another picture of the same content, because time passes for the fingers that are down.
  mutating func look(again time: Double) { if need == .nothing { need = .full(time) } }

  /// The picture cannot be drawn; the page is told why in the state.
  mutating func giveUp() { need = .nothing }
}
