import FrameGesture
import FrameImage

/// Reads the touches of a touchscreen's events, by both multitouch protocols of Linux
/// (https://docs.kernel.org/input/multi-touch-protocol.html).
///
/// Contacts of protocol A are reported one after another, each followed by SYN_MT_REPORT; those of protocol B have slots. The
/// first report of a contact decides which protocol it is.
struct ContactReader {
  /// A change of a contact, in the touchscreen's numbers.
  struct Touch {
    var phase: TouchPhase
    var finger: Int
    var x: Double
    var y: Double
  }

  /// A contact of protocol B, or one of the last report of protocol A.
  private struct Contact {
    var tracking: Int?
    var x: Double?
    var y: Double?
    /// The number of its touches; nil before it comes down.
    var finger: Int?
    var isLifted = false
    var isMoved = false
  }

  /// The touches of the event that was taken last.
  private(set) var touches: [Touch] = []
  /// True while a finger is down.
  var isDown: Bool { !usedFingers.isEmpty }
  /// By slot; by tracking ID or place in the report in protocol A.
  private var contacts: [Int: Contact] = [:]
  private var slot = 0
  /// nil before the first report of a contact.
  private var isProtocolA: Bool?
  /// The events before the first report of a contact.
  private var first: [(event: InputEvent, position: ScriptPosition)] = []
  private var reported: [Contact] = []
  private var pending = Contact()
  private var usedFingers: Set<Int> = []
  /// The fingers that have gone up at `liftTime`: a finger cannot come down at the same time.
  private var liftedFingers: Set<Int> = []
  private var liftTime = -Double.infinity
  private let limits: Limits

  init(limits: Limits) { self.limits = limits }

  mutating func take(_ event: InputEvent, at position: ScriptPosition) throws(ScriptError) {
    touches.removeAll(keepingCapacity: true)
    if event.time != liftTime { (liftTime, liftedFingers) = (event.time, []) }
    if isProtocolA == nil {
      first.append((event, position))
      guard event.type == InputEvent.synchronization else { return }
      guard event.code == InputEvent.contactReport || first.contains(where: { $0.event.isAboutContact })
      else {
        first = []
        return
      }
      isProtocolA = event.code == InputEvent.contactReport
      for (event, position) in first { try add(event, at: position) }
      first = []
    } else {
      try add(event, at: position)
    }
  }

  private mutating func add(_ event: InputEvent, at position: ScriptPosition) throws(ScriptError) {
    switch (event.type, event.code) {
    case (InputEvent.absolute, InputEvent.slot): slot = event.value
    case (InputEvent.absolute, InputEvent.x): change { $0.x = Double(event.value) }
    case (InputEvent.absolute, InputEvent.y): change { $0.y = Double(event.value) }
    case (InputEvent.absolute, InputEvent.tracking): try track(event.value, at: position)
    case (InputEvent.synchronization, InputEvent.contactReport):
      if pending.x != nil, pending.y != nil { reported.append(pending) }
      pending = Contact()
    case (InputEvent.synchronization, InputEvent.report): try report(at: position)
    case (InputEvent.synchronization, InputEvent.dropped):
      throw ScriptError(.inputLog(.dropped), at: position)
    default: break
    }
  }

  /// Protocol A has no slots: what is known of a contact comes before its report.
  private mutating func change(_ body: (inout Contact) -> Void) {
    body(&pending)
    guard isProtocolA == false, contacts[slot] != nil else { return }
    body(&contacts[slot]!)
    contacts[slot]!.isMoved = true
    pending = Contact()
  }

  private mutating func track(_ value: Int, at position: ScriptPosition) throws(ScriptError) {
    pending.tracking = value
    guard isProtocolA == false else { return }
    if value < 0 {
      guard contacts[slot] != nil else { throw ScriptError(.inputLog(.begun), at: position) }
      contacts[slot]!.isLifted = true
    } else if contacts[slot]?.tracking != value {
      // Another contact in the slot: the one before is up.
      if let old = contacts[slot], old.finger != nil { lift(old) }
      if contacts[slot] == nil { try check(contacts.count + 1, at: position) }
      contacts[slot] = Contact(tracking: value, x: contacts[slot]?.x, y: contacts[slot]?.y)
    }
    pending = Contact()
  }

  private mutating func report(at position: ScriptPosition) throws(ScriptError) {
    if isProtocolA == true {
      try reportA(at: position)
    } else if pending.x != nil || pending.y != nil {
      throw ScriptError(.inputLog(.begun), at: position)
    }
    for key in contacts.keys.sorted() {
      guard var contact = contacts[key] else { continue }
      if contact.isLifted {
        if contact.finger != nil { lift(contact) }
        contacts[key] = nil
        continue
      }
      guard let x = contact.x, let y = contact.y else { continue }
      if contact.finger == nil {
        contact.finger = (1...).first { !usedFingers.contains($0) && !liftedFingers.contains($0) }!
        usedFingers.insert(contact.finger!)
        touches.append(Touch(phase: .down, finger: contact.finger!, x: x, y: y))
      } else if contact.isMoved {
        touches.append(Touch(phase: .move, finger: contact.finger!, x: x, y: y))
      }
      contact.isMoved = false
      contacts[key] = contact
    }
  }

  /// Contacts keep their tracking IDs, or else their order.
  private mutating func reportA(at position: ScriptPosition) throws(ScriptError) {
    try check(reported.count, at: position)
    var next: [Int: Contact] = [:]
    for (place, contact) in reported.enumerated() {
      let key = contact.tracking ?? place
      var known = contacts[key] ?? Contact()
      known.isMoved = known.x != contact.x || known.y != contact.y
      (known.tracking, known.x, known.y) = (contact.tracking, contact.x, contact.y)
      next[key] = known
    }
    for (key, contact) in contacts where next[key] == nil {
      var lifted = contact
      lifted.isLifted = true
      next[key] = lifted
    }
    (contacts, reported) = (next, [])
  }

  /// Every report looks at all contacts, so their number has the limit of fingers.
  private func check(_ contacts: Int, at position: ScriptPosition) throws(ScriptError) {
    try position.check(.fingers, contacts, atMost: limits.fingers)
  }

  private mutating func lift(_ contact: Contact) {
    guard let finger = contact.finger, let x = contact.x, let y = contact.y else { return }
    usedFingers.remove(finger)
    liftedFingers.insert(finger)
    touches.append(Touch(phase: .up, finger: finger, x: x, y: y))
  }
}

extension InputEvent {
  /// True for an axis that only contacts have.
  var isAboutContact: Bool {
    type == Self.absolute && [Self.slot, Self.x, Self.y, Self.tracking].contains(code)
  }
}
