import FrameGeometry
import FrameGesture

/// Android's `sendevent`, with the kernel's multitouch protocol B (https://docs.kernel.org/input/multi-touch-protocol.html).
extension [TouchInstant] {
  /// A script for the shell of a device. Positions are hundredths of a pixel, until the device's axes are known.
  var shellScript: String {
    var lines: [String] = []
    var count = 0
    var contacts = 0
    for (pause, instant) in withPauses {
      if pause > 0 { lines.append("sleep \((Double(pause) / 1000).fixed(3))") }
      for touch in instant.touches {
        let slot = instant.slots[touch.id]!
        let place = "\((touch.location.x * 100).fixed(0)) \((touch.location.y * 100).fixed(0))"
        switch touch.phase {
        case .down:
          contacts += 1
          count += 1
          lines.append("down \(slot) \(contacts) \(place)")
          if count == 1 { lines.append("event 1 330 1") }
        case .move: lines.append("move \(slot) \(place)")
        case .up, .cancel:
          count -= 1
          lines.append("up \(slot)")
          if count == 0 { lines.append("event 1 330 0") }
        }
      }
      lines.append("event 0 0 0")
    }
    return """
      #!/system/bin/sh
      # Plays touches: sh touches.sh DEVICE WIDTH HEIGHT MAX_X MAX_Y
      #
      # DEVICE is the touchscreen of 'getevent -pl', MAX_X and MAX_Y are the ends of its ABS_MT_POSITION axes, and WIDTH and HEIGHT
      # the size of the screen in pixels. Each line starts a program, so gestures take longer than they were recorded.
      device=$1 width=$2 height=$3 max_x=$4 max_y=$5
      [ $# -eq 5 ] || { echo "usage: sh $0 DEVICE WIDTH HEIGHT MAX_X MAX_Y" >&2; exit 2; }
      event() { sendevent "$device" "$1" "$2" "$3"; }
      place() { event 3 53 $(($1 * max_x / (width * 100))); event 3 54 $(($2 * max_y / (height * 100))); }
      down() { event 3 47 "$1"; event 3 57 "$2"; place "$3" "$4"; }
      move() { event 3 47 "$1"; place "$2" "$3"; }
      up() { event 3 47 "$1"; event 3 57 4294967295; }

      \(lines.indented(0))
      """
  }
}
