// The crop tool: a box over the canvas, whose handles, ratio and fields frame the picture, and turns of the whole picture. What it
// does is written at once; Cancel writes the script again as it was.

/** The edges that each handle moves: left, top, right, bottom. */
const handles = { whole: [1, 1, 1, 1], top: [0, 1, 0, 0], right: [0, 0, 1, 0], bottom: [0, 0, 0, 1], left: [1, 0, 0, 0],
  "top left": [1, 1, 0, 0], "top right": [0, 1, 1, 0], "bottom right": [0, 0, 1, 1], "bottom left": [1, 0, 0, 1] };
const cropFields = ["x", "y", "w", "h"].map((name) => $(`crop-${name}`));

/**
 * `box` is x, y, width and height, from the top left corner of the canvas. `text` is the script that Cancel restores; null while the
 * tool is closed. `isMoved` is true while the photo was moved, and the box is not written yet; `timer` waits for a pause of the hand.
 * `written` is when the box was written last.
 */
const crop = { box: [0, 0, 1, 1], text: null, isMoved: false, timer: 0, written: -Infinity };
const isCropping = () => crop.text !== null;
const isCropHeld = () => Boolean($("crop-box").querySelector(".held") || grips.size || crop.isMoved);
const canvasSize = () => canvasBox().slice(2).map(Math.round);

function showCrop(box) {
  crop.box = box;
  cropFields.forEach((field, index) => { if (field !== typing) field.value = brief(box[index]); });
  placeCrop();
  checkCrop();
}
/** Returns true if the fields have a box on the canvas. The browser shows the reason against it. */
function checkCrop() {
  const typed = cropFields.map(({ value }) => Number(value));
  canvasSize().forEach((size, axis) => {
    const isOutside = Math.round(typed[axis] + typed[axis + 2]) > size;
    cropFields[axis + 2].setCustomValidity(isOutside ? `The canvas ends at ${size}.` : "");
  });
  return cropFields.every((field) => field.checkValidity());
}
/** The top left and the bottom right corner in the pane. */
function cropCorners() {
  const [x, y, w, h] = crop.box;
  return [[x, y], [x + w, y + h]].map((corner) => toPane(plus(corner, canvasBox())));
}
function placeCrop() {
  const [from, to] = cropCorners();
  place($("crop-box"), ...from, ...minus(to, from));
}

/** Moves a box onto the canvas. */
function onCanvas([x, y, w, h]) {
  const [width, height] = canvasSize();
  return [clamp(x, 0, width - w), clamp(y, 0, height - h), w, h];
}

/** Moves edges of a box by whole pixels, not beyond the canvas nor past the opposite edge. */
function moveEdges([x, y, w, h], moves, [dx, dy]) {
  const [right, bottom] = [x + w, y + h], [width, height] = canvasSize();
  if (moves === handles.whole) return onCanvas([Math.round(x + dx), Math.round(y + dy), w, h]);
  const left = moves[0] ? clamp(Math.round(x + dx), 0, right - 1) : x, top = moves[1] ? clamp(Math.round(y + dy), 0, bottom - 1) : y;
  return withRatio([left, top, (moves[2] ? clamp(Math.round(right + dx), x + 1, width) : right) - left,
    (moves[3] ? clamp(Math.round(bottom + dy), y + 1, height) : bottom) - top], moves);
}

/** Gives a box whose edges were moved its ratio. The other side follows, and the edges opposite to the moved ones stay. */
function withRatio([x, y, w, h], moves) {
  const ratio = cropRatio(), [width, height] = canvasSize(), [right, bottom] = [x + w, y + h];
  if (!ratio) return [x, y, w, h];
  const room = [moves[0] ? right : width - x, (moves[1] ? bottom : height - y) * ratio];
  const fitting = Math.min(moves[0] || moves[2] ? w : h * ratio, ...room);
  const [wide, high] = [fitting, fitting / ratio].map((side) => Math.max(Math.round(side), 1));
  return [moves[0] ? right - wide : x, moves[1] ? bottom - high : y, wide, high];
}

/** A box of these sides with the center of the present one, moved and reduced so that it lies on the canvas. */
function recentered(w, h) {
  const [x, y, oldWidth, oldHeight] = crop.box, [width, height] = canvasSize(), part = Math.min(1, width / w, height / h);
  const [wide, high] = [w * part, h * part].map((side) => Math.max(Math.round(side), 1));
  return onCanvas([Math.round(x + (oldWidth - wide) / 2), Math.round(y + (oldHeight - high) / 2), wide, high]);
}

const ratios = ["free", "original", "1:1", "5:4", "4:3", "3:2", "16:9"];
/** The width for each unit of height, upright or not as the box or else the canvas; 0 if it is free. */
function cropRatio() {
  const size = canvasSize(), name = $("crop-ratio").value, [, , w, h] = crop.box;
  if (name === "free") return 0;
  const [long, short] = name === "original" ? [Math.max(...size), Math.min(...size)] : name.split(":");
  return (w === h ? size[1] > size[0] : h > w) ? short / long : long / short;
}
/** Shows a crop of the ratio that is as large as the present one, if the canvas has room. */
function takeRatio() {
  const [, , w, h] = crop.box, ratio = cropRatio();
  if (ratio) showCrop(recentered(Math.sqrt(w * h * ratio), Math.sqrt(w * h / ratio)));
  writeCrop();
}
function swapSides() {
  const [, , w, h] = crop.box;
  showCrop(recentered(h, w));
  writeCrop();
}

/** Writes the box; all of the canvas needs no statement. The view follows, after a pause if a hand may go on. */
function writeCrop(pause = 0) {
  if (!isCropping()) return;
  const isWhole = String(crop.box) === String([0, 0, ...canvasSize()]);
  crop.written = performance.now();
  if (isWhole ? run.crop : String(run.crop) !== String(crop.box)) set("crop", isWhole ? null : crop.box);
  afterCrop(pause, fitCrop);
}
function afterCrop(pause, work) {
  clearTimeout(crop.timer);
  crop.timer = setTimeout(work, pause);
}

/** Shows the box of a new run, unless a hand is moving it or its own state is on its way. A turned canvas has to be shown first. */
function followCrop() {
  if (!isCropping() || !run || isCropHeld()) return;
  if (performance.now() - crop.written < 200) return setTimeout(followCrop, 200);
  if (String(run.canvas) !== String(view.picture?.header.canvas)) return;
  const box = run.crop ?? [0, 0, ...run.canvas];
  if (String(box) === String(crop.box)) return;
  showCrop(box);
  fitCrop();
}

// The view: the box fills the pane, and the photo moves under it

function fitCrop() {
  if (!isCropping() || isCropHeld()) return;
  clearTimeout(crop.timer);
  const [x, y, w, h] = crop.box, room = paneSize().map((side) => side - 2 * clamp(side / 8, 24, 96));
  const factor = Math.min(room[0] / w, room[1] / h);
  glide(Math.min(factor * devicePixelRatio, zooms.at(-1)), plus([x + w / 2, y + h / 2], canvasBox()));
}

/** Moves the photo under the box, from one place of the pane to another, and enlarges it about the second one. */
function movePhoto(factor, from, to) {
  cancelAnimationFrame(gliding);
  crop.isMoved = true;
  const [near, far] = cropCorners(), [width, height] = canvasSize(), size = minus(far, near), ratio = size[0] / size[1];
  const [[x, y], [right, bottom]] = [near, far].map((corner) =>
    minus(toCanvas(plus(from, minus(corner, to).map((way) => way / factor))), canvasBox()));
  // The box stays on the canvas, and a pixel stays smaller than the pane.
  const least = Math.max(1, ratio, size[0] * devicePixelRatio / zooms.at(-1));
  const w = clamp(right - x, least, Math.min(width, height * ratio)), h = w / ratio;
  crop.box = onCanvas([(x + right - w) / 2, (y + bottom - h) / 2, w, h]);
  // The place of the box in the pane stays.
  const middle = plus([crop.box[0] + w / 2, crop.box[1] + h / 2], canvasBox()), s = size[0] / w;
  view.zoom = s * devicePixelRatio;
  view.center = middle.map((place, axis) => place - ((near[axis] + far[axis]) / 2 - paneSize()[axis] / 2) / s);
  changeView();
}
/** Ends what moved the photo: the box takes whole pixels. */
function dropPhoto() {
  if (!isCropping() || !crop.isMoved) return;
  crop.isMoved = false;
  const [x, y, w, h] = crop.box, [left, top, right, bottom] = [x, y, x + w, y + h].map(Math.round);
  showCrop([left, top, Math.max(right - left, 1), Math.max(bottom - top, 1)]);
  writeCrop();
}
function wheelPhoto(at, factor, way) {
  movePhoto(factor, at, minus(at, way));
  afterCrop(250, dropPhoto);
}

// Opening and closing

function openCrop(isOpen) {
  if (isOpen === isCropping()) return;
  if (isOpen && isOpenCorners()) openCorners(false);
  clearTimeout(crop.timer);
  crop.isMoved = false;
  $("before").disabled = isOpen;
  crop.text = isOpen ? $("text").value : null;
  $("crop-bar").hidden = $("crop-box").hidden = !isOpen;
  document.body.classList.toggle("cropping", isOpen);
  press($("crop"), isOpen);
  showBefore(false);
  if (isOpen) {
    showCrop(run?.crop ?? [0, 0, ...canvasSize()]);
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
  // After what is still on its way.
  dial.written = -Infinity;
  sendAfterText({ do: "write", text });
}
function turn(what) {
  dropPhoto();
  dial.written = -Infinity;
  sendStatement({ do: "turn", what });
}
function resetCrop() {
  crop.isMoved = false;
  crop.written = dial.written = -Infinity;
  $("crop-ratio").value = "free";
  set("frame", null);
}

function cropHandle([name, moves]) {
  const button = make("button", { type: "button", className: name, "aria-label": name === "whole" ? "Move the crop" : `Crop, ${name}` });
  makeHandle(button, $("crop-bar"), () => crop.box, (box, way) => {
    showCrop(moveEdges(box, moves, way));
    return crop.box;
  }, () => writeCrop(400));
  return button;
}

function startCrop() {
  $("crop-box").append(...Object.entries(handles).map(cropHandle));
  $("crop").onclick = () => openCrop(!isCropping());
  $("crop-cancel").onclick = cancelCrop;
  for (const what of ["left", "right", "mirror"]) $(`turn-${what}`).onclick = () => turn(what);
  $("crop-swap").onclick = swapSides;
  $("crop-reset").onclick = resetCrop;
  $("crop-exact").onclick = () => {
    const fields = $("crop-fields");
    fields.hidden = !fields.hidden;
    $("crop-exact").ariaExpanded = String(!fields.hidden);
  };
  $("crop-bar").onsubmit = (event) => {
    event.preventDefault();
    if (!cropFields.every((field) => field.reportValidity())) return;
    dropPhoto();
    openCrop(false);
  };
  for (const field of cropFields) {
    field.oninput = () => {
      if (!checkCrop()) return;
      crop.box = cropFields.map(({ value }) => Number(value));
      placeCrop();
    };
    // A side that was typed changes the other one by the ratio.
    field.onchange = () => {
      typing = null;
      if (!cropFields.every((field) => field.reportValidity())) return;
      if (field.id === "crop-w") showCrop(withRatio(crop.box, handles.right));
      if (field.id === "crop-h") showCrop(withRatio(crop.box, handles.bottom));
      writeCrop();
    };
  }
  fill($("crop-ratio"), ratios, "free");
  $("crop-ratio").onchange = takeRatio;
}
