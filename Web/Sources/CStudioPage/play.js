// Plays the script's virtual time, to the end of its gestures and animations.

const playing = { frame: 0, from: 0, since: 0 };

function startPlaying() {
  const duration = run?.duration ?? 0;
  if (!duration) return;
  Object.assign(playing, { from: scrubbed ?? 0, since: performance.now() });
  if (playing.from >= duration) playing.from = 0;
  press($("play"), true);
  playing.frame = requestAnimationFrame(playOn);
}

function playOn() {
  const duration = run?.duration ?? 0, time = playing.from + (performance.now() - playing.since) / 1000;
  if (time >= duration && !$("loop").checked) return stopPlaying(true);
  const now = duration ? time % duration : 0;
  $("scrub").value = now;
  scrub(now);
  playing.frame = requestAnimationFrame(playOn);
}

/** @param isAtEnd true to show the end of the script. */
function stopPlaying(isAtEnd = false) {
  if (!isPlaying()) return;
  cancelAnimationFrame(playing.frame);
  press($("play"), false);
  if (isAtEnd) goLive();
}
const isPlaying = () => isPressed($("play"));

function showPlay() {
  $("play").disabled = !(run?.duration > 0);
  if ($("play").disabled) stopPlaying();
}

function startPlay() {
  $("clock").after(
    make("button", { id: "play", "aria-pressed": "false", onclick: () => isPlaying() ? stopPlaying() : startPlaying() }, "Play"),
    make("label", {}, make("input", { id: "loop", type: "checkbox" }), " Loop"));
  // A hand on the slider or the picture takes over.
  $("scrub").addEventListener("pointerdown", () => stopPlaying());
  $("pane").addEventListener("pointerdown", () => stopPlaying(true), true);
}
