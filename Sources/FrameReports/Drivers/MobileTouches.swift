import FrameGeometry
import FrameGesture

/// Test libraries of mobile platforms, whose calls play one finger at a time.
extension [TouchInstant] {
  /// A function in Kotlin for `performTouchInput` of Jetpack Compose. Positions are pixels of the node.
  var composeFunction: String {
    var lines: [String] = []
    for (pause, instant) in withPauses {
      if pause > 0 { lines.append("advanceEventTime(\(pause))") }
      let moves = instant.touches(.move)
      for touch in moves { lines.append("updatePointerTo(\(touch.id), Offset(\(touch.location.floats)))") }
      if !moves.isEmpty { lines.append("move(delayMillis = 0)") }
      for touch in instant.touches {
        switch touch.phase {
        case .down: lines.append("down(\(touch.id), Offset(\(touch.location.floats)))")
        case .up: lines.append("up(\(touch.id))")
        case .cancel, .move: break
        }
      }
      // Compose cancels all fingers at once.
      if !instant.touches(.cancel).isEmpty { lines.append("cancel(delayMillis = 0)") }
    }
    return """
      import androidx.compose.ui.geometry.Offset
      import androidx.compose.ui.test.TouchInjectionScope

      /** Plays the touches: `onNodeWithTag("photo").performTouchInput { replay() }`. */
      fun TouchInjectionScope.replay() {
      \(lines.indented(2))}

      """
  }

  /// A function in Dart for `flutter_test`. Positions are logical pixels.
  var flutterFunction: String {
    var lines: [String] = []
    var known: Set<Int> = []
    for (pause, instant) in withPauses {
      if pause > 0 { lines.append("await tester.pump(const Duration(milliseconds: \(pause)));") }
      let time = "timeStamp: const Duration(milliseconds: \(instant.milliseconds))"
      for touch in instant.touches {
        let finger = "finger\(touch.id)"
        switch touch.phase {
        case .down:
          let declaration = known.insert(touch.id).inserted ? "var " : ""
          lines.append(
            "\(declaration)\(finger) = await tester.createGesture(pointer: \(touch.id), kind: PointerDeviceKind.touch);"
          )
          lines.append("await \(finger).down(const Offset(\(touch.location.places)), \(time));")
        case .move: lines.append("await \(finger).moveTo(const Offset(\(touch.location.places)), \(time));")
        case .up: lines.append("await \(finger).up(\(time));")
        case .cancel: lines.append("await \(finger).cancel(\(time));")
        }
      }
    }
    return """
      import 'dart:ui';

      import 'package:flutter_test/flutter_test.dart';

      /// Plays the touches.
      Future<void> replay(WidgetTester tester) async {
      \(lines.indented(2))  await tester.pump();
      }

      """
  }

  /// A view action in Kotlin for Espresso. Positions are pixels of the view.
  var espressoAction: String {
    var lines: [String] = []
    for instant in self {
      let time = instant.milliseconds
      /// Adds an event with all fingers that are in it.
      func add(_ action: String, _ fingers: [Touch]) {
        let list = fingers.map { "Finger(\(instant.slots[$0.id]!), \($0.location.floats))" }.joined(
          separator: ", ")
        lines.append("Event(\(time), \(action), listOf(\(list))),")
      }
      var fingers = instant.before
      let moves = instant.touches(.move)
      for touch in moves { fingers[fingers.firstIndex { $0.id == touch.id }!].location = touch.location }
      if !moves.isEmpty { add("MotionEvent.ACTION_MOVE", fingers) }
      for touch in instant.touches(.down) {
        fingers.append(touch)
        add(Self.action("DOWN", fingers.count - 1, of: fingers.count), fingers)
      }
      for touch in instant.touches(.up) {
        let place = fingers.firstIndex { $0.id == touch.id }!
        add(Self.action("UP", place, of: fingers.count), fingers)
        fingers.remove(at: place)
      }
      // Android cancels all fingers at once.
      if !instant.touches(.cancel).isEmpty { add("MotionEvent.ACTION_CANCEL", fingers) }
    }
    return """
      import android.os.SystemClock
      import android.view.InputDevice
      import android.view.MotionEvent
      import android.view.View
      import androidx.test.espresso.UiController
      import androidx.test.espresso.ViewAction
      import androidx.test.espresso.matcher.ViewMatchers.isDisplayed
      import org.hamcrest.Matcher

      private class Finger(val id: Int, val x: Float, val y: Float)
      private class Event(val milliseconds: Long, val action: Int, val fingers: List<Finger>)

      private fun pointer(action: Int, index: Int) = action or (index shl MotionEvent.ACTION_POINTER_INDEX_SHIFT)

      private val events = listOf(
      \(lines.indented(2)))

      /** Plays the touches: `onView(withId(R.id.photo)).perform(Replay())`. */
      class Replay : ViewAction {
        override fun getConstraints(): Matcher<View> = isDisplayed()
        override fun getDescription() = "play recorded touches"

        override fun perform(uiController: UiController, view: View) {
          val origin = IntArray(2)
          view.getLocationOnScreen(origin)
          val start = SystemClock.uptimeMillis()
          val motions = events.map { event ->
            val properties = event.fingers.map { finger ->
              MotionEvent.PointerProperties().apply { id = finger.id; toolType = MotionEvent.TOOL_TYPE_FINGER }
            }
            val coordinates = event.fingers.map { finger ->
              MotionEvent.PointerCoords().apply {
                x = origin[0] + finger.x; y = origin[1] + finger.y; pressure = 1f; size = 1f
              }
            }
            MotionEvent.obtain(
              start, start + event.milliseconds, event.action, event.fingers.size, properties.toTypedArray(),
              coordinates.toTypedArray(), 0, 0, 1f, 1f, 0, 0, InputDevice.SOURCE_TOUCHSCREEN, 0)
          }
          uiController.injectMotionEventSequence(motions)
          motions.forEach { it.recycle() }
        }
      }

      """
  }

  /// The first finger down, and the last one up, have actions of their own.
  private static func action(_ name: String, _ place: Int, of count: Int) -> String {
    count == 1 ? "MotionEvent.ACTION_\(name)" : "pointer(MotionEvent.ACTION_POINTER_\(name), \(place))"
  }
}

extension Point {
  /// `12.5f, 40f`
  fileprivate var floats: String { "\(x.place)f, \(y.place)f" }
}

extension [String] {
  /// The lines, each with a line end.
  func indented(_ count: Int) -> String {
    map { String(repeating: " ", count: count) + $0 + "\n" }.joined()
  }
}
