// The crop rectangle: the whole and eight handles, by pointer and by arrow keys, and number fields.

/** The edges that each handle moves: left, top, right, bottom. */
const handles = { whole: [1, 1, 1, 1], "top left": [1, 1, 0, 0], top: [0, 1, 0, 0], "top right": [0, 1, 1, 0], right: [0, 0, 1, 0],
  "bottom right": [0, 0, 1, 1], bottom: [0, 0, 0, 1], "bottom left": [1, 0, 0, 1], left: [1, 0, 0, 0] };
const cropFields = ["x", "y", "w", "h"].map((name) => $(`crop-${name}`));
/** Left, top, right, bottom, from the top left corner of the canvas. */
let cropEdges = [0, 0, 1, 1];

const readCrop = () => cropFields.map((field) => Number(field.value));
function showCrop(crop) {
  cropFields.forEach((field, index) => { field.value = brief(crop[index]); });
  setCrop(crop);
  checkCrop();
}
/** The browser shows the reason when the crop is applied. */
function checkCrop() {
  const size = canvasBox().slice(2).map(Math.round);
  for (const axis of [0, 1]) {
    const isOutside = Math.round(cropEdges[axis + 2]) > size[axis];
    cropFields[axis + 2].setCustomValidity(isOutside ? `The canvas ends at ${size[axis]}.` : "");
  }
}
function setCrop([x, y, w, h]) {
  cropEdges = [x, y, x + w, y + h];
  placeCrop();
}
function placeCrop() {
  const [from, to] = [cropEdges, cropEdges.slice(2)].map((corner) => toPane(plus(corner, canvasBox())));
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

/** Shows the largest crop of the ratio inside the present one, with the same center. */
function centerRatio() {
  const [left, top, right, bottom] = cropEdges, ratio = cropRatio(), [w, h] = [right - left, bottom - top];
  if (!ratio) return;
  const [width, height] = [Math.min(w, h * ratio), Math.min(w / ratio, h)].map(Math.round);
  showCrop([left + Math.round((w - width) / 2), top + Math.round((h - height) / 2), width, height]);
}

const ratios = ["free", "canvas", "1:1", "5:4", "4:3", "3:2", "16:9", "4:5", "3:4", "2:3", "9:16"];
/** The width for each unit of height; 0 if it is free. */
function cropRatio() {
  const [, , width, height] = canvasBox(), name = $("crop-ratio").value;
  if (name === "free") return 0;
  const [x, y] = name === "canvas" ? [width, height] : name.split(":");
  return x / y;
}

function handle([name, moves]) {
  const button = make("button", { className: name, "aria-label": name === "whole" ? "Move the crop" : `Crop, ${name}` });
  const side = (near, far) => near ? "0" : far ? "100%" : "50%";
  if (name !== "whole") Object.assign(button.style, { left: side(moves[0], moves[2]), top: side(moves[1], moves[3]) });
  makeMovable(button, $("crop-bar"), () => cropEdges, (edges, way) => {
    moveEdges(edges, moves, way);
    return readCrop();
  });
  return button;
}

/** Lets a pointer and arrow keys move a handle, and Enter submit its form. `move` takes what was at the start, and returns numbers. */
function makeMovable(button, form, start, move) {
  let from = null;
  button.onpointerdown = (event) => {
    button.setPointerCapture(event.pointerId);
    from = { at: toCanvas(event), what: start() };
  };
  button.onpointermove = (event) => { if (from) move(from.what, minus(toCanvas(event), from.at)); };
  button.onlostpointercapture = () => { from = null; };
  button.onkeydown = (event) => {
    const { key, shiftKey } = event;
    if (key === "Enter") form.requestSubmit();
    else if (arrows[key]) announce(move(start(), arrows[key].map((value) => value * (shiftKey ? 10 : 1))).map((value) => brief(value)).join(", "));
    else return;
    // Enter is not a click of the handle.
    event.preventDefault();
  };
}

function openCrop(isOpen) {
  if (isOpen && isOpenCorners()) openCorners(false);
  $("crop-bar").hidden = $("crop-box").hidden = !isOpen;
  press($("crop"), isOpen);
  showCrop(run?.crop ?? [0, 0, ...canvasBox().slice(2)]);
  (isOpen ? $("crop-box").children[1] : $("crop")).focus();
  redraw();
}

function startCrop() {
  $("crop-box").append(...Object.entries(handles).map(handle));
  $("crop").onclick = () => openCrop($("crop-box").hidden);
  $("crop-close").onclick = () => openCrop(false);
  $("crop-remove").onclick = () => { set("crop", null); openCrop(false); };
  $("crop-bar").onsubmit = (event) => {
    event.preventDefault();
    set("crop", readCrop());
    openCrop(false);
  };
  for (const field of cropFields) {
    field.oninput = () => {
      setCrop(readCrop());
      checkCrop();
    };
  }
  // A side that was typed changes the other one by the ratio.
  $("crop-w").onchange = () => showEdges(cropEdges, handles.right);
  $("crop-h").onchange = () => showEdges(cropEdges, handles.bottom);
  fill($("crop-ratio"), ratios, "free");
  $("crop-ratio").onchange = centerRatio;
}
