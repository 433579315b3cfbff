// The keyboard. Keys without Ctrl act only where no text is written.

const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

function nudge(what, value) {
  goLive();
  send({ do: "nudge", what, value });
}

/** Keys of the canvas; returns false for all others. */
function canvasKey({ key, shiftKey, repeat }) {
  const steps = {
    "[": ["twist", -1], "]": ["twist", 1], "{": ["twist", -15], "}": ["twist", 15],
    "+": ["pinch", shiftKey ? 1.1 : 1.01], "=": ["pinch", 1.01], "-": ["pinch", 1 / 1.01], "_": ["pinch", 1 / 1.1],
  };
  if (arrows[key]) nudge("pan", arrows[key].map((value) => value * (shiftKey ? 10 : 1)));
  else if (steps[key]) nudge(...steps[key]);
  else if (key === "0") setZoom(null);
  else if (key === "1") setZoom(1);
  else if (key === " ") holdSpace(true);
  else if (key.toLowerCase() === "b") { if (!repeat) pressBefore(); }
  else if (key.toLowerCase() === "r") sendAfterText({ do: "reset" });
  else return false;
  return true;
}

/** Keys with Ctrl, or Command on a Mac. Fields other than the script keep their own undo. */
function commandKey({ key, shiftKey, target }) {
  const command = key.toLowerCase(), isField = target.matches("input:not([type=range], [type=radio], [type=checkbox])");
  if (command === "s") save();
  else if (isField) return false;
  else if (command === "z") sendAfterText({ do: shiftKey ? "redo" : "undo" });
  else if (command === "y") sendAfterText({ do: "redo" });
  else return false;
  return true;
}

function nextPane(step) {
  const open = openPanel().getAttribute("aria-controls");
  const panes = [$("pane"), $("scrub"), $("strip").querySelector("[aria-pressed=true]"), $("text"), openPanel()]
    .filter((pane) => pane?.offsetParent || pane === $("pane"));
  const at = panes.findIndex((pane) => pane === document.activeElement || pane.closest(".panel, #well")?.contains(document.activeElement)
    || (pane === openPanel() && $(open).contains(document.activeElement)));
  panes.at((at + step) % panes.length).focus();
}

function startKeys() {
  addEventListener("keydown", (event) => {
    if (document.querySelector("dialog[open]")) return;
    const isText = event.target.matches("textarea, select, input:not([type=range], [type=radio], [type=checkbox])");
    let isDone = true;
    if (event.key === "F6") nextPane(event.shiftKey ? -1 : 1);
    else if ((event.ctrlKey || event.metaKey) && !event.altKey) isDone = commandKey(event);
    else if (event.key === "?" && !isText) $("keys").showModal();
    else if (event.key === "Escape" && !$("crop-box").hidden) openCrop(false);
    else isDone = event.target === $("pane") && !event.altKey && canvasKey(event);
    if (isDone) event.preventDefault();
  });
  addEventListener("keyup", ({ key }) => {
    if (key === " ") holdSpace(false);
    if (key.toLowerCase() === "b") releaseBefore();
  });
  $("help").onclick = () => $("keys").showModal();
}
