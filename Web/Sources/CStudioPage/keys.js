// The keyboard. Keys without Ctrl act only where the canvas or nothing has the focus, so that typing is safe.

const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const keySteps = {
  "[": ["twist", -1], "]": ["twist", 1], "{": ["twist", -15], "}": ["twist", 15],
  "=": ["pinch", 1.01], "-": ["pinch", 1 / 1.01], _: ["pinch", 1 / 1.1],
};
const keyList = [["← → ↑ ↓", "pan by 1 pixel, with Shift by 10"], ["[ ]", "twist by 1°, with Shift by 15°"],
  ["= -", "pinch by 1%, with Shift by 10%"], ["R", "reset the layer"], ["B", "picture before all edits: press or hold"],
  ["0 1", "fit the canvas, 100%"], ["Alt", "two fingers of a mouse, with Shift in parallel"],
  ["Space", "drag and scroll the view"], ["Ctrl Z", "undo; redo with Shift, or Ctrl Y"], ["Ctrl S", "save; under another name with Shift"],
  ["F6", "next pane, with Shift the previous one"], ["?", "these keys"]];

function nudge(what, value, at) {
  goLive();
  sendStatement({ do: "nudge", what, value, ...at && { at } });
}

/** Keys of the canvas. Returns false for all others. */
function canvasKey({ key, shiftKey, repeat }) {
  const letter = key.toLowerCase();
  if (arrows[key]) nudge("pan", arrows[key].map((value) => value * (shiftKey ? 10 : 1)));
  else if (key === "+") nudge("pinch", shiftKey ? 1.1 : 1.01);
  else if (keySteps[key]) nudge(...keySteps[key]);
  else if (key === "0") setZoom(null);
  else if (key === "1") setZoom(1);
  else if (key === " ") holdSpace(true);
  else if (letter === "r") sendStatement({ do: "reset" });
  else if (letter !== "b") return false;
  else if (!repeat) pressBefore();
}

/** Keys with Ctrl, or Command on a Mac. A field whose new number was not taken yet keeps its own undo. */
function commandKey({ key, shiftKey, target }) {
  const letter = key.toLowerCase();
  if (letter === "s") save(shiftKey);
  else if (target === typing || !"zy".includes(letter)) return false;
  else step(letter === "y" || shiftKey ? "redo" : "undo");
}
/** The number field in which somebody is typing. */
let typing = null;

function nextPane(step) {
  const panes = [$("pane"), $("scrub"), $("strip").querySelector("[tabindex='0']"), $("text"), $("rail").querySelector("[tabindex='0']")]
    .filter((pane) => pane && (pane.offsetParent || pane === $("pane")));
  const at = panes.findIndex((pane) => pane.closest(".panel, #stage, #rail").contains(document.activeElement));
  panes.at((at < 0 && step < 0 ? at : at + step) % panes.length).focus();
}

function pressKey(event) {
  const { key, target } = event, isText = target.matches("textarea, select, [type=number]");
  if (document.querySelector("dialog[open]")) return;
  let isDone;
  if (key === "F6") nextPane(event.shiftKey ? -1 : 1);
  else if ((event.ctrlKey || event.metaKey) && !event.altKey) isDone = commandKey(event);
  else if (key === "?" && !isText) $("keys").showModal();
  else if (key === "Escape" && isCropping() && !target.matches("textarea")) cancelCrop();
  else if (key === "Escape" && isOpenCorners()) openCorners(false);
  else isDone = !isCropping() && (target === $("pane") || target === document.body) && canvasKey(event);
  if (isDone !== false) event.preventDefault();
}

function startKeys() {
  addEventListener("keydown", pressKey);
  addEventListener("input", ({ target, inputType }) => { if (inputType && target.type === "number") typing = target; });
  addEventListener("change", () => { typing = null; });
  addEventListener("keyup", ({ key }) => {
    if (key === " ") holdSpace(false);
    if (key.toLowerCase() === "b") releaseBefore();
  });
  $("help").onclick = () => $("keys").showModal();
  $("key-list").append(...keyList.flatMap(([keys, text]) =>
    [make("dt", {}, ...keys.split(" ").map((key) => make("kbd", {}, key))), make("dd", {}, text)]));
}
