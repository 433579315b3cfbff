// Plays the recordings of compose.json at the gesture detectors of Jetpack Compose. Put compose.json into the assets of the test APK.

import androidx.compose.foundation.gestures.detectDragGestures
import androidx.compose.foundation.gestures.detectTapGestures
import androidx.compose.foundation.gestures.detectTransformGestures
import androidx.compose.foundation.layout.Box
import androidx.compose.foundation.layout.size
import androidx.compose.runtime.Composable
import androidx.compose.runtime.CompositionLocalProvider
import androidx.compose.ui.Modifier
import androidx.compose.ui.geometry.Offset
import androidx.compose.ui.input.pointer.pointerInput
import androidx.compose.ui.platform.LocalDensity
import androidx.compose.ui.platform.testTag
import androidx.compose.ui.test.junit4.createComposeRule
import androidx.compose.ui.test.onNodeWithTag
import androidx.compose.ui.test.performTouchInput
import androidx.compose.ui.unit.Density
import androidx.compose.ui.unit.dp
import androidx.test.platform.app.InstrumentationRegistry
import kotlin.math.abs
import kotlin.math.roundToLong
import org.json.JSONArray
import org.json.JSONObject
import org.junit.Assert.assertEquals
import org.junit.Assert.assertTrue
import org.junit.Rule
import org.junit.Test
import org.junit.runner.RunWith
import org.junit.runners.Parameterized

private fun JSONArray.objects() = List(length()) { getJSONObject(it) }

/** A transition of a recognizer, with its value if it has one. */
data class Transition(val recognizer: String, val state: String, val translation: Offset? = null, val scale: Float? = null)

@RunWith(Parameterized::class)
class FactsTest(private val id: String, private val fact: JSONObject) {
    @get:Rule val rule = createComposeRule()

    private val found = mutableListOf<Transition>()
    private val kinds = fact.getJSONArray("recognizers").objects().map { it.getString("kind") }

    @Test
    fun holds() {
        // One pixel is one dp, as in Compose's own tests.
        rule.setContent { CompositionLocalProvider(LocalDensity provides Density(1f)) { Pad() } }
        play()
        rule.mainClock.advanceTimeBy(1000)
        rule.waitForIdle()
        compare((fact.optJSONObject("differs")?.optJSONObject("compose") ?: fact).getJSONArray("expect").objects())
    }

    /** A pad with a detector for the recognizers of the fact. */
    @Composable
    private fun Pad() {
        var modifier = Modifier.size(400.dp, 600.dp).testTag("pad")
        fun note(transition: Transition) { found += transition }
        if ("tap" in kinds) modifier = modifier.pointerInput(id) {
            detectTapGestures(
                onTap = { note(Transition("tap", "recognized")) },
                onDoubleTap = if ("double-tap" in kinds) { _ -> note(Transition("double-tap", "recognized")) } else null,
                onLongPress = if ("long-press" in kinds) { _ -> note(Transition("long-press", "began")) } else null,
            )
        }
        if ("pan" in kinds) modifier = modifier.pointerInput(id) {
            var total = Offset.Zero
            detectDragGestures(
                onDragStart = { total = Offset.Zero; note(Transition("pan", "began", total)) },
                onDragEnd = { note(Transition("pan", "ended", total)) },
                onDragCancel = { note(Transition("pan", "cancelled", total)) },
            ) { _, amount -> total += amount; note(Transition("pan", "changed", total)) }
        }
        if ("pinch" in kinds) modifier = modifier.pointerInput(id) {
            var scale = 1f
            detectTransformGestures { _, _, zoom, _ ->
                scale *= zoom
                note(Transition("pinch", if (found.none { it.recognizer == "pinch" }) "began" else "changed", scale = scale))
            }
        }
        Box(modifier)
    }

    /** Plays the touches with their times. Compose cancels all fingers at once. */
    private fun play() {
        rule.onNodeWithTag("pad").performTouchInput {
            var now = 0L
            for (touch in fact.getJSONArray("touches").objects()) {
                val time = (touch.getDouble("t") * 1000).roundToLong()
                if (time > now) advanceEventTime(time - now)
                now = time
                val finger = touch.getInt("id")
                val place = Offset(touch.getDouble("x").toFloat(), touch.getDouble("y").toFloat())
                when (touch.getString("phase")) {
                    "down" -> down(finger, place)
                    "move" -> { updatePointerTo(finger, place); move(0) }
                    "up" -> { updatePointerTo(finger, place); up(finger) }
                    "cancel" -> cancel(0)
                }
            }
        }
    }

    /** Compares the recognitions in order. The detectors report no failures and, but for drags, no ends. */
    private fun compare(expected: List<JSONObject>) {
        val reported = setOf("recognized", "began")
        val wanted = expected.filter { it.getString("state") in reported }
        val seen = found.filter { it.state in reported }
        assertEquals(wanted.map { it.getString("recognizer") to it.getString("state") }, seen.map { it.recognizer to it.state })
        // The last value of a recognizer is the one that its gesture ends with.
        for (name in seen.map { it.recognizer }.distinct()) {
            val value = expected.lastOrNull { it.getString("recognizer") == name && (it.has("translation") || it.has("scale")) } ?: continue
            val last = found.last { it.recognizer == name }
            val within = value.optDouble("within", 0.1)
            value.optJSONArray("translation")?.let {
                val wanted = Offset(it.getDouble(0).toFloat(), it.getDouble(1).toFloat())
                assertTrue("$value, found $last", (last.translation!! - wanted).getDistance() <= within)
            }
            if (value.has("scale")) assertTrue("$value, found $last", abs(last.scale!! - value.getDouble("scale")) <= within)
        }
    }

    companion object {
        private val known = setOf("tap", "double-tap", "long-press", "pan", "pinch")

        @JvmStatic
        @Parameterized.Parameters(name = "{0}")
        fun facts(): List<Array<Any>> {
            val assets = InstrumentationRegistry.getInstrumentation().context.assets
            val suite = JSONObject(assets.open("compose.json").bufferedReader().readText())
            return suite.getJSONArray("facts").objects()
                .filter { fact -> fact.getJSONArray("recognizers").objects().all { it.getString("kind") in known } }
                .map { arrayOf(it.getString("id"), it) }
        }
    }
}
