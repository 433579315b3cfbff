// Plays the recordings at UIKit's own recognizers, by calling their touch methods with touches of a subclass.

import UIKit
import XCTest

/// A touch whose time, place and phase come from a recording.
final class PlayedTouch: UITouch {
    var time: TimeInterval = 0
    var place = CGPoint.zero
    var before = CGPoint.zero
    var step = UITouch.Phase.began
    weak var owner: UIView?

    override var timestamp: TimeInterval { time }
    override var phase: UITouch.Phase { step }
    override var tapCount: Int { 1 }
    override var view: UIView? { owner }
    override var window: UIWindow? { owner?.window }
    override func location(in view: UIView?) -> CGPoint { owner?.convert(place, to: view) ?? place }
    override func previousLocation(in view: UIView?) -> CGPoint { owner?.convert(before, to: view) ?? before }
}

@MainActor
final class FactsTests: XCTestCase {
    func testFacts() async throws {
        let suites = try Suite.all(in: Bundle(for: Self.self))
        XCTAssertFalse(suites.isEmpty, "add the folder facts to the test bundle")
        var played = 0
        for fact in suites.flatMap(\.facts) {
            // The window decides between recognizers, and it does not take part here.
            guard fact.recognizers.count == 1, let recognizer = recognizer(of: fact.recognizers[0]) else { continue }
            played += 1
            let found = try await transitions(of: recognizer, fact)
            compare(fact, found)
        }
        print("\(played) facts apply")
    }

    /// A recognizer with the settings of a fact, or nil if UIKit has no such setting.
    private func recognizer(of settings: [String: Setting]) -> UIGestureRecognizer? {
        var rest = settings
        guard let kind = rest.removeValue(forKey: "kind")?.word else { return nil }
        rest["name"] = nil
        func count(_ key: String) -> Int? { rest.removeValue(forKey: key)?.number.map { Int($0) } }
        let result: UIGestureRecognizer
        switch kind {
        case "tap", "double-tap":
            let tap = UITapGestureRecognizer()
            tap.numberOfTapsRequired = count("taps") ?? (kind == "tap" ? 1 : 2)
            tap.numberOfTouchesRequired = count("touches") ?? 1
            result = tap
        case "long-press":
            let press = UILongPressGestureRecognizer()
            press.numberOfTouchesRequired = count("touches") ?? 1
            press.minimumPressDuration = rest.removeValue(forKey: "duration")?.number ?? 0.5
            press.allowableMovement = rest.removeValue(forKey: "max-distance")?.number ?? 10
            result = press
        case "pan":
            let pan = UIPanGestureRecognizer()
            pan.minimumNumberOfTouches = count("min-touches") ?? 1
            pan.maximumNumberOfTouches = count("max-touches") ?? .max
            result = pan
        case "pinch": result = UIPinchGestureRecognizer()
        case "rotation": result = UIRotationGestureRecognizer()
        case "swipe-left", "swipe-right", "swipe-up", "swipe-down":
            let swipe = UISwipeGestureRecognizer()
            let directions: [String: UISwipeGestureRecognizer.Direction] = [
                "swipe-left": .left, "swipe-right": .right, "swipe-up": .up, "swipe-down": .down,
            ]
            swipe.direction = directions[kind]!
            swipe.numberOfTouchesRequired = count("touches") ?? 1
            result = swipe
        default: return nil
        }
        return rest.isEmpty ? result : nil
    }

    /// Plays the touches of a fact at their times, and notes each new state of the recognizer.
    private func transitions(of recognizer: UIGestureRecognizer, _ fact: Fact) async throws -> [Transition] {
        let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 400, height: 600))
        let view = UIView(frame: window.bounds)
        window.addSubview(view)
        window.isHidden = false
        view.addGestureRecognizer(recognizer)
        let name = fact.recognizers[0]["name"]?.word ?? ""
        let begin = ProcessInfo.processInfo.systemUptime
        var fingers: [Int: PlayedTouch] = [:]
        var found: [Transition] = []
        var last = recognizer.state

        func note(at time: Double) {
            guard recognizer.state != last || recognizer.state == .changed else { return }
            last = recognizer.state
            if last != .possible { found.append(transition(of: recognizer, name, at: time)) }
        }
        for touch in fact.touches {
            // Long presses and gaps between taps use timers of the run loop.
            let wait = begin + touch.t - ProcessInfo.processInfo.systemUptime
            if wait > 0 { try await Task.sleep(for: .seconds(wait)) }
            note(at: touch.t)
            let finger = fingers[touch.id] ?? PlayedTouch()
            (finger.before, finger.place) = (finger.place, CGPoint(x: touch.x, y: touch.y))
            (finger.time, finger.owner) = (begin + touch.t, view)
            fingers[touch.id] = finger
            switch touch.phase {
            case .down: finger.step = .began; recognizer.touchesBegan([finger], with: UIEvent())
            case .move: finger.step = .moved; recognizer.touchesMoved([finger], with: UIEvent())
            case .up: finger.step = .ended; recognizer.touchesEnded([finger], with: UIEvent())
            case .cancel: finger.step = .cancelled; recognizer.touchesCancelled([finger], with: UIEvent())
            }
            note(at: touch.t)
            if touch.phase == .up || touch.phase == .cancel { fingers[touch.id] = nil }
        }
        try await Task.sleep(for: .seconds(0.5))
        note(at: fact.touches.last?.t ?? 0)
        return found
    }

    private func transition(of recognizer: UIGestureRecognizer, _ name: String, at time: Double) -> Transition {
        let isDiscrete = recognizer is UITapGestureRecognizer || recognizer is UISwipeGestureRecognizer
        let words: [UIGestureRecognizer.State: String] = [
            .began: "began", .changed: "changed", .ended: isDiscrete ? "recognized" : "ended", .cancelled: "cancelled", .failed: "failed",
        ]
        var result = Transition(recognizer: name, state: words[recognizer.state] ?? "possible", t: time)
        if let pan = recognizer as? UIPanGestureRecognizer {
            let moved = pan.translation(in: pan.view)
            result.translation = [moved.x, moved.y]
        }
        result.scale = (recognizer as? UIPinchGestureRecognizer).map { Double($0.scale) }
        result.rotation = (recognizer as? UIRotationGestureRecognizer).map { Double($0.rotation * 180 / .pi) }
        return result
    }

    /// Compares states in their order, and the scale and rotation where the fact has one. Changes that it does not name are left out.
    private func compare(_ fact: Fact, _ found: [Transition]) {
        var rest = found[...]
        for one in fact.expectedOfUIKit {
            rest = rest.drop { $0.state == "changed" && one.state != "changed" }
            guard let next = rest.popFirst(), next.state == one.state else {
                XCTFail("\(fact.id): expected \(one.state), found \(found.map(\.state))")
                return
            }
            for (value, other) in [(one.scale, next.scale), (one.rotation, next.rotation)] {
                if let value { XCTAssertEqual(value, other ?? .nan, accuracy: one.within ?? 0.01, fact.id) }
            }
        }
        XCTAssertTrue(rest.allSatisfy { $0.state == "changed" }, "\(fact.id): also found \(rest.map(\.state))")
    }
}
