import FrameModel

/// Recognizers at work on touches: a fold over frames, in virtual time.
///
/// It is a value: a copy goes its own way, so that what touches would do can be tried on one. It knows
/// no layers and no clock. Where touches land it asks; time passes only by what it is given.
public struct GestureSession: Sendable {
  /// Changes act at once, on gestures under way too.
  public var settings: GestureSettings {
    didSet { for index in runs.indices { runs[index].look(settings) } }
  }
  /// In seconds of virtual time, from 0.
  public internal(set) var now = 0.0

  var contacts: [Contact] = []
  var nextSerial = 0

  /// Attached recognizers, by their numbers less that of the first; nil where one was detached.
  private var attachments: [Attachment?] = []
  private var firstNumber = 0
  private var numbersByTarget: [Int: [Int]] = [:]

  /// Recognizers at work, in the order of their numbers.
  var runs: [Run] = []
  /// What recognizers had come to that are at work no more.
  var lastStates: [Int: GestureState] = [:]
  /// Recognizers that waited for one that has gone may go on.
  var isUnsettled = false

  public init(settings: GestureSettings = GestureSettings()) {
    self.settings = settings
  }
}

/// A touch that is down.
struct Contact: Sendable {
  let id: Int
  let serial: Int
  var location: Point
}

/// A recognizer, and how it stands to others, by their numbers.
struct Attachment: Sendable {
  let description: RecognizerDescription
  var isEnabled = true
  /// Those that must fail before it may begin.
  var requires: [Int] = []
  /// Those beside which it may begin.
  var simultaneous: [Int] = []

  init(_ description: RecognizerDescription) {
    self.description = description
  }
}

// Attaching.
extension GestureSession {
  /// Touches that are down already do not reach it.
  /// - Returns: its number, in the order of attachment, which no other recognizer will have.
  @discardableResult public mutating func attach(_ description: RecognizerDescription) -> Int {
    let number = firstNumber + attachments.count
    attachments.append(Attachment(description))
    numbersByTarget[description.target, default: []].append(number)
    return number
  }

  /// Takes a recognizer away, with its relations and without an event, whatever it is doing.
  public mutating func detach(_ recognizer: Int) {
    numbersByTarget[self[recognizer].description.target]?.removeAll { $0 == recognizer }
    attachments[recognizer - firstNumber] = nil
    runs.removeAll { $0.number == recognizer }
    lastStates[recognizer] = nil
    isUnsettled = true
  }

  /// Takes all recognizers away, and all relations. Touches stay down.
  public mutating func removeAll() {
    firstNumber += attachments.count
    attachments = []
    numbersByTarget = [:]
    runs = []
    lastStates = [:]
  }

  /// A recognizer that is turned off receives no touches. One that is at work is cancelled if it has
  /// begun, else it fails.
  @discardableResult
  public mutating func setEnabled(_ recognizer: Int, _ isEnabled: Bool) -> [GestureEvent] {
    var actions = Actions()
    guard self[recognizer].isEnabled != isEnabled else { return [] }
    self[recognizer].isEnabled = isEnabled
    if !isEnabled {
      let index = startRun(recognizer)
      runs[index].cancel()
      decide(into: &actions)
    }
    return actions.events
  }
}

// Asking.
extension GestureSession {
  /// What is attached, in order.
  public var recognizers: [(number: Int, description: RecognizerDescription)] {
    attachments.enumerated().compactMap { offset, attachment in
      attachment.map { (firstNumber + offset, $0.description) }
    }
  }

  public func isAttached(_ recognizer: Int) -> Bool {
    attachments.indices.contains(recognizer - firstNumber) && attachments[recognizer - firstNumber] != nil
  }

  public func isEnabled(_ recognizer: Int) -> Bool { self[recognizer].isEnabled }

  /// What a recognizer is now.
  public func state(of recognizer: Int) -> GestureState {
    runIndex(recognizer).map { runs[$0].state } ?? .possible
  }

  /// What a recognizer became last since `beginGesture`; `possible` if it became nothing.
  public func lastState(of recognizer: Int) -> GestureState {
    let state = state(of: recognizer)
    return state == .possible ? lastStates[recognizer] ?? .possible : state
  }

  /// Forgets what recognizers came to. There must be none at work.
  public mutating func beginGesture() {
    precondition(isIdle, "a gesture begins while another is under way")
    lastStates = [:]
  }

  /// The fingers that are down, in the order in which they came.
  public var touchesDown: [Int] { contacts.map(\.id) }

  /// Where a finger is; nil of one that is not down.
  public func location(of touch: Int) -> Point? { contacts.first { $0.id == touch }?.location }

  /// No touch is down, no timer is running and no recognizer waits for another.
  public var isIdle: Bool { contacts.isEmpty && runs.isEmpty }
}

// For the other files.
extension GestureSession {
  subscript(number: Int) -> Attachment {
    get {
      guard isAttached(number), let attachment = attachments[number - firstNumber] else {
        preconditionFailure("no recognizer has the number \(number)")
      }
      return attachment
    }
    set { attachments[number - firstNumber] = newValue }
  }

  func requirements(of run: Int) -> [Int] {
    attachments[runs[run].number - firstNumber]?.requires ?? []
  }

  func numbers(on target: Int) -> [Int] { numbersByTarget[target] ?? [] }

  func runIndex(_ number: Int) -> Int? {
    runs.indices.first { runs[$0].number == number }
  }

  /// Sets a recognizer to work, if it is not.
  mutating func startRun(_ number: Int) -> Int {
    var index = runs.count
    while index > 0, runs[index - 1].number >= number { index -= 1 }
    if index == runs.count || runs[index].number != number {
      runs.insert(Run(number: number, recognizer: self[number].description.makeRecognizer()), at: index)
    }
    return index
  }
}
