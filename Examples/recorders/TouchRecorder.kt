// Records the touches of an Android activity as lines of JSON for frameit.

import android.view.MotionEvent
import java.util.Locale

/** Call [record] first in `Activity.dispatchTouchEvent`, and then `super.dispatchTouchEvent(event)`. */
class TouchRecorder {
    private val lines = StringBuilder()
    private val times = HashMap<Int, Double>()
    private var start: Long? = null
    private var now = 0.0

    /** The lines so far: one JSON object for each event of a finger. */
    val recording: String get() = lines.toString()

    /** Forgets the recording. The next finger that comes down alone has the time 0. */
    fun clear() {
        lines.setLength(0)
        times.clear()
        start = null
        now = 0.0
    }

    fun record(event: MotionEvent) {
        // A recording begins with the first finger. Fingers that are already down have no beginning.
        if (start == null && event.actionMasked != MotionEvent.ACTION_DOWN) return
        start = start ?: event.eventTime
        // Since API 33, the system can cancel one finger of several.
        val isCanceled = (event.flags and MotionEvent.FLAG_CANCELED) != 0
        when (event.actionMasked) {
            MotionEvent.ACTION_DOWN, MotionEvent.ACTION_POINTER_DOWN -> write(event, event.actionIndex, "down")
            MotionEvent.ACTION_UP, MotionEvent.ACTION_POINTER_UP ->
                write(event, event.actionIndex, if (isCanceled) "cancel" else "up")
            MotionEvent.ACTION_CANCEL -> for (index in 0 until event.pointerCount) write(event, index, "cancel")
            MotionEvent.ACTION_MOVE -> {
                // A move carries the samples since the last frame.
                for (past in 0 until event.historySize) for (index in 0 until event.pointerCount) {
                    write(event, index, "move", event.getHistoricalEventTime(past),
                        event.getHistoricalX(index, past), event.getHistoricalY(index, past))
                }
                for (index in 0 until event.pointerCount) write(event, index, "move")
            }
        }
    }

    /** Writes one line. Android's pointer IDs are the lowest free numbers from 0, as frameit wants them. */
    private fun write(
        event: MotionEvent, index: Int, phase: String,
        time: Long = event.eventTime, x: Float = event.getX(index), y: Float = event.getY(index),
    ) {
        val id = event.getPointerId(index)
        now = maxOf(now, (time - start!!) / 1000.0)
        // A finger often moves and goes up in one instant. frameit allows one event of a finger at a time.
        if (times[id] == now) now += 0.0001
        times[id] = now
        lines.append(String.format(Locale.ROOT, "{\"id\":%d,\"phase\":\"%s\",\"t\":%.4f,\"x\":%.3f,\"y\":%.3f}\n", id, phase, now, x, y))
    }
}
