// The crop tool: a box over the canvas, whose handles, ratio and fields frame the picture, and turns of the whole picture. What it
// does is written at once; Cancel writes the script again as it was.

/** The edges that each handle moves: left, top, right, bottom. */
const handles = { whole: [1, 1, 1, 1], top: [0, 1, 0, 0], right: [0, 0, 1, 0], bottom: [0, 0, 0, 1], left: [1, 0, 0, 0],
  "top left": [1, 1, 0, 0], "top right": [0, 1, 1, 0], "bottom right": [0, 0, 1, 1], "bottom left": [1, 0, 0, 1] };
const cropFields = ["x", "y", "w", "h"].map((name) => $(`crop-${name}`));

/**
 * `edges` are left, top, right and bottom, from the top left corner of the canvas. `text` is the script that Cancel restores; null
 * while the tool is closed.
 */
const crop = { edges: [0, 0, 1, 1], text: null, isPortrait: false, fitting: 0 };
const isCropping = () => crop.text !== null;

const readCrop = () => cropFields.map((field) => Number(field.value));
function showCrop(box) {
  cropFields.forEach((field, index) => { field.value = brief(box[index]); });
  setCrop(box);
  checkCrop();
}
/** The browser shows the reason when the fields are taken. */
function checkCrop() {
  const size = canvasBox().slice(2).map(Math.round);
  for (const axis of [0, 1]) {
    const isOutside = Math.round(crop.edges[axis + 2]) > size[axis];
    cropFields[axis + 2].setCustomValidity(isOutside ? `The canvas ends at ${size[axis]}.` : "");
  }
}
function setCrop([x, y, w, h]) {
  crop.edges = [x, y, x + w, y + h];
  placeCrop();
}
function cropCorners() {
  return [crop.edges, crop.edges.slice(2)].map((corner) => toPane(plus(corner, canvasBox())));
}
function placeCrop() {
  const [from, to] = cropCorners();
  place($("crop-box"), ...from, ...minus(to, from));
}

/** Moves edges by whole pixels, not beyond the canvas nor past the opposite edge. */
function moveEdges(edges, moves, delta) {
  const [left, top, right, bottom] = edges, [, , width, height] = canvasBox();
  const [w, h] = [right - left, bottom - top];
  const limits = moves === handles.whole ? [[0, width - w], [0, height - h], [w, width], [h, height]]
    : [[0, right - 1], [0, bottom - 1], [left + 1, width], [top + 1, height]];
  showEdges(edges.map((edge, index) => moves[index] ? clamp(Math.round(edge + delta[index % 2]), ...limits[index]) : edge), moves);
}

/** Shows moved edges. With a ratio, the other side follows, and the edges opposite to the moved ones stay. */
function showEdges([left, top, right, bottom], moves) {
  const ratio = cropRatio();
  let [w, h] = [right - left, bottom - top];
  if (ratio && moves !== handles.whole) {
    const [, , width, height] = canvasBox();
    const room = [moves[0] ? right : width - left, (moves[1] ? bottom : height - top) * ratio];
    const fitting = Math.min(moves[0] || moves[2] ? w : h * ratio, ...room);
    [w, h] = [fitting, fitting / ratio].map((side) => Math.max(Math.round(side), 1));
  }
  showCrop([moves[0] && !moves[2] ? right - w : left, moves[1] && !moves[3] ? bottom - h : top, w, h]);
}

/** Shows a box of these sides with the center of the present one, moved and reduced so that it lies on the canvas. */
function recenter(w, h) {
  const [left, top, right, bottom] = crop.edges, [, , width, height] = canvasBox();
  const part = Math.min(1, width / w, height / h), [wide, high] = [w * part, h * part].map((side) => Math.max(Math.round(side), 1));
  showCrop([clamp(Math.round((left + right - wide) / 2), 0, width - wide), clamp(Math.round((top + bottom - high) / 2), 0, height - high),
    wide, high]);
}

/** Shows a crop of the ratio that is as large as the present one, if the canvas has room. */
function takeRatio() {
  const [left, top, right, bottom] = crop.edges, ratio = cropRatio(), area = (right - left) * (bottom - top);
  if (ratio) recenter(Math.sqrt(area * ratio), Math.sqrt(area / ratio));
  writeCrop();
}
function swapSides() {
  const [left, top, right, bottom] = crop.edges;
  crop.isPortrait = !crop.isPortrait;
  recenter(bottom - top, right - left);
  writeCrop();
}

const ratios = ["free", "original", "1:1", "5:4", "4:3", "3:2", "16:9"];
/** The width for each unit of height; 0 if it is free. */
function cropRatio() {
  const [, , width, height] = canvasBox(), name = $("crop-ratio").value;
  if (name === "free") return 0;
  const [x, y] = name === "original" ? [Math.max(width, height), Math.min(width, height)] : name.split(":");
  return crop.isPortrait ? y / x : x / y;
}

/** Writes the box; all of the canvas needs no statement. The view follows, after a pause if a hand may go on. */
function writeCrop(pause = 0) {
  const box = readCrop(), isWhole = String(box) === String([0, 0, ...canvasBox().slice(2).map(Math.round)]);
  if (isWhole ? run.crop : String(run.crop) !== String(box)) set("crop", isWhole ? null : box);
  clearTimeout(crop.fitting);
  crop.fitting = setTimeout(fitCrop, pause);
}

/** Shows the box of a new run, unless a hand is moving it. A turned canvas has to be shown first. */
function followCrop() {
  const isHeld = $("crop-box").querySelector(".held") || grips.size || performance.now() - adjusted < 200;
  if (!isCropping() || !run || isHeld || String(run.canvas) !== String(view.picture?.header.canvas)) return;
  const box = run.crop ?? [0, 0, ...run.canvas];
  if (String(box) === String(readCrop())) return;
  showCrop(box);
  fitCrop();
}

// The view: the box fills the pane, and the photo moves under it

function fitCrop() {
  clearTimeout(crop.fitting);
  if (!isCropping() || $("crop-box").querySelector(".held") || grips.size) return;
  const [left, top, right, bottom] = crop.edges, room = paneSize().map((side) => side - 2 * clamp(side / 8, 24, 96));
  const factor = Math.min(room[0] / (right - left), room[1] / (bottom - top));
  glide(Math.min(factor * devicePixelRatio, zooms.at(-1)), plus([(left + right) / 2, (top + bottom) / 2], canvasBox()));
}

/** Moves the photo under the box, from one place of the window to another, and enlarges it about the second one. */
function movePhoto(factor, from, to) {
  const [near, far] = cropCorners(), size = minus(far, near), well = $("well").getBoundingClientRect(), [, , width, height] = canvasBox();
  const [left, top, right, bottom] = [near, far].flatMap((corner) => minus(toCanvas(Object.fromEntries(
    [["clientX", "left", 0], ["clientY", "top", 1]].map(([key, side, axis]) =>
      [key, from[key] + (corner[axis] + well[side] - to[key]) / factor]))), canvasBox()));
  // The box stays on the canvas, and a pixel stays smaller than the pane.
  const wide = clamp(right - left, Math.max(1, size[0] / size[1], size[0] * devicePixelRatio / zooms.at(-1)),
    Math.min(width, height * size[0] / size[1])), high = wide * size[1] / size[0];
  const x = clamp((left + right - wide) / 2, 0, width - wide), y = clamp((top + bottom - high) / 2, 0, height - high);
  const factorNow = size[0] / wide, middle = [(near[0] + far[0]) / 2, (near[1] + far[1]) / 2];
  view.zoom = factorNow * devicePixelRatio;
  view.center = plus([x + wide / 2, y + high / 2], canvasBox()).map((place, axis) =>
    place - (middle[axis] - paneSize()[axis] / 2) / factorNow);
  crop.edges = [x, y, x + wide, y + high];
  changeView();
}
function dragPhoto(event) {
  const from = grasp();
  grips.set(event.pointerId, event);
  const to = grasp();
  movePhoto(from.size && to.size ? to.size / from.size : 1, from, to);
}
/** Ends what moved the photo: the box takes whole pixels. */
function dropPhoto() {
  const [left, top, right, bottom] = crop.edges.map(Math.round);
  showCrop([left, top, Math.max(right - left, 1), Math.max(bottom - top, 1)]);
  writeCrop();
}
let dropping = 0;
function wheelPhoto(event, factor) {
  const { clientX, clientY } = event, isPinch = event.ctrlKey || event.deltaMode || Math.abs(event.deltaY) >= 40;
  const to = isPinch ? event : { clientX: clientX - event.deltaX, clientY: clientY - event.deltaY };
  movePhoto(isPinch ? factor : 1, { clientX, clientY }, to);
  clearTimeout(dropping);
  dropping = setTimeout(dropPhoto, 250);
}

// Handles

function handle([name, moves]) {
  const button = make("button", { type: "button", className: name, "aria-label": name === "whole" ? "Move the crop" : `Crop, ${name}` });
  makeMovable(button, $("crop-bar"), () => crop.edges, (edges, way) => {
    moveEdges(edges, moves, way);
    return readCrop();
  }, () => writeCrop(400));
  return button;
}

/**
 * Lets a pointer and arrow keys move a handle, and Enter submit its form. `move` takes what was at the start, and returns numbers;
 * `end` is called after each movement.
 */
function makeMovable(button, form, start, move, end = () => {}) {
  let from = null;
  button.onpointerdown = (event) => {
    button.setPointerCapture(event.pointerId);
    button.classList.add("held");
    from = { at: toCanvas(event), what: start() };
  };
  button.onpointermove = (event) => { if (from) move(from.what, minus(toCanvas(event), from.at)); };
  button.onlostpointercapture = () => {
    from = null;
    button.classList.remove("held");
    end();
  };
  button.onkeydown = (event) => {
    const { key, shiftKey } = event;
    if (key === "Enter") form.requestSubmit();
    else if (arrows[key]) {
      announce(move(start(), arrows[key].map((value) => value * (shiftKey ? 10 : 1))).map((value) => brief(value)).join(", "));
      end();
    } else return;
    // Enter is not a click of the handle.
    event.preventDefault();
  };
}

// Opening and closing

function openCrop(isOpen) {
  if (isOpen === isCropping()) return;
  if (isOpen && isOpenCorners()) openCorners(false);
  crop.text = isOpen ? $("text").value : null;
  $("crop-bar").hidden = $("crop-box").hidden = !isOpen;
  document.body.classList.toggle("cropping", isOpen);
  press($("crop"), isOpen);
  showBefore(false);
  if (isOpen) {
    const [, , width, height] = run?.crop ?? canvasBox();
    crop.isPortrait = height > width;
    showCrop(run?.crop ?? [0, 0, ...canvasBox().slice(2)]);
    $("crop-box").firstChild.focus();
    fitCrop();
  } else {
    $("crop").focus();
    setZoom(null);
  }
  redraw();
}
function cancelCrop() {
  const { text } = crop;
  openCrop(false);
  if (text === $("text").value) return;
  $("text").value = text;
  colorText();
  sendTextSoon(0);
}
function turn(what) {
  if (what !== "mirror") crop.isPortrait = !crop.isPortrait;
  sendStatement({ do: "turn", what });
}

function startCrop() {
  $("crop-box").append(...Object.entries(handles).map(handle));
  $("crop").onclick = () => openCrop(!isCropping());
  $("crop-cancel").onclick = cancelCrop;
  for (const what of ["left", "right", "mirror"]) $(`turn-${what}`).onclick = () => turn(what);
  $("crop-swap").onclick = swapSides;
  $("crop-reset").onclick = () => { $("crop-ratio").value = "free"; set("frame", null); };
  $("crop-exact").onclick = () => {
    const fields = $("crop-fields");
    fields.hidden = !fields.hidden;
    $("crop-exact").ariaExpanded = String(!fields.hidden);
  };
  $("crop-bar").onsubmit = (event) => { event.preventDefault(); openCrop(false); };
  for (const field of cropFields) {
    field.oninput = () => {
      setCrop(readCrop());
      checkCrop();
    };
    // A side that was typed changes the other one by the ratio.
    field.onchange = () => {
      if (!$("crop-bar").reportValidity()) return;
      if (field.id === "crop-w") showEdges(crop.edges, handles.right);
      if (field.id === "crop-h") showEdges(crop.edges, handles.bottom);
      writeCrop();
    };
  }
  fill($("crop-ratio"), ratios, "free");
  $("crop-ratio").onchange = takeRatio;
}
