// The pane with the server's pictures, and the view: which part of the canvas it shows, and how large.

/** `zoom` is in device pixels per canvas pixel; null fits the canvas into the pane. */
const view = { zoom: null, center: [0, 0], picture: null, before: null, isBefore: false, sequence: -1 };
const zooms = [1 / 16, 1 / 8, 1 / 4, 1 / 2, 1, 2, 4, 8, 16];

const shownPicture = () => (view.isBefore && view.before) || view.picture;
/** x y width height in the coordinates of layers; a canvas that fits its layers need not begin at 0,0. */
function canvasBox() {
  const { canvas = [1, 1], origin = [0, 0] } = shownPicture()?.header ?? run ?? {};
  return [...origin, ...canvas];
}
/** What a fitted view shows: the picture that is written, or all of the canvas while it is cropped. */
const fitBox = () => isCropping() || view.isBefore || !run ? canvasBox() : run.window;
const paneSize = () => [$("well").clientWidth, $("well").clientHeight];
/** Never beyond the canvas, so that the pane shows a part of it. */
function viewCenter() {
  const [x, y, w, h] = view.zoom ? canvasBox() : fitBox(), [cx, cy] = view.center;
  return view.zoom ? [clamp(cx, x, x + w), clamp(cy, y, y + h)] : [x + w / 2, y + h / 2];
}

/** The size for a fitted canvas: outlines of layers beyond it are visible in the margin. */
function fitSize() {
  const margin = Math.min(32, Math.min(...paneSize()) / 10);
  return paneSize().map((length) => Math.max(length - 2 * margin, 1));
}

/** CSS pixels per canvas pixel. */
function scale() {
  const [width, height] = fitSize(), [, , w, h] = fitBox();
  if (view.zoom) return view.zoom / devicePixelRatio;
  // A small canvas is enlarged by whole factors only, so that its pixels stay sharp.
  const fit = Math.min(width / w, height / h), factor = Math.floor(fit * devicePixelRatio);
  return factor > 0 ? factor / devicePixelRatio : fit;
}

/** From the canvas to CSS pixels in the pane, and back. */
function toPane([x, y]) {
  const [cx, cy] = viewCenter(), [width, height] = paneSize(), s = scale();
  return [(x - cx) * s + width / 2, (y - cy) * s + height / 2];
}
function toCanvas([x, y]) {
  const [cx, cy] = viewCenter(), [width, height] = paneSize(), s = scale();
  return [(x - width / 2) / s + cx, (y - height / 2) / s + cy];
}
/** The place of a pointer in the pane, and on the canvas. */
function panePoint({ clientX, clientY }) {
  const { left, top } = $("well").getBoundingClientRect();
  return [clientX - left, clientY - top];
}
const canvasPoint = (event) => toCanvas(panePoint(event));

function sendView() {
  const [width, height] = (view.zoom ? paneSize() : fitSize()).map((length) => Math.max(Math.round(length * devicePixelRatio), 1));
  send({ do: "view", width, height, zoom: view.zoom, center: viewCenter(), whole: isCropping() });
}
const sendViewSoon = perFrame(sendView);

function drawPicture() {
  const shown = shownPicture(), s = scale() * devicePixelRatio;
  if (shown) {
    const { canvas, header: { part, width, height } } = shown, [, , w, h] = part, from = toPane(part).map((length) => Math.round(length * devicePixelRatio));
    if (!canvas.isConnected) $("picture").replaceChildren(canvas);
    // Looking at pixels needs their edges; the reduced picture of a moving layer is smooth.
    canvas.style.imageRendering = s < 2 || width < w - 1 ? "auto" : "pixelated";
    // A picture of the shown size is shown pixel by pixel, although rounding may have changed its size by one.
    const isExact = Math.abs(width - w * s) < 1.5 && Math.abs(height - h * s) < 1.5, size = isExact ? [width, height] : [w * s, h * s];
    place(canvas, ...[...from, ...size].map((length) => length / devicePixelRatio));
    place($("board"), ...toPane(fitBox()), ...fitBox().slice(2).map((length) => length * scale()));
  }
  $("board").hidden = !shown;
  $("zoom").textContent = shown ? `${brief(s * 100, 0)}%` : "";
  press($("zoom-fit"), !view.zoom);
}
const redraw = perFrame(() => { drawPicture(); drawOverlay(); });

/** A picture is acknowledged when it is decoded, also if it cannot be: the server would wait for it. */
async function receivePicture(header, blob) {
  if (header.kind === "thumb") showThumb(header, blob); else await showPicture(header, blob);
  send({ do: "shown", seq: header.seq });
}
async function showPicture(header, blob) {
  let bitmap;
  try { bitmap = await createImageBitmap(blob); } catch { return say("A picture of the canvas cannot be decoded."); }
  // A small picture is decoded sooner than the large one before it.
  if (header.seq < view.sequence) return bitmap.close();
  view.sequence = header.seq;
  const kind = header.kind === "before" ? "before" : "picture";
  // The browser shows the bitmap itself: no frame draws it again.
  const canvas = view[kind]?.canvas ?? make("canvas");
  canvas.getContext("bitmaprenderer").transferFromImageBitmap(bitmap);
  view[kind] = { header, canvas, input: state.inputs.number };
  $("empty").hidden = true;
  tellRendering(header.quality === "moving");
  if (kind === "picture") showLive(header);
  followCrop();
  redraw();
}

/** Shows a sign when the picture at full quality takes long. */
let rendering = 0;
function tellRendering(isPreview) {
  clearTimeout(rendering);
  $("well").classList.remove("rendering");
  if (isPreview) rendering = setTimeout(() => $("well").classList.add("rendering"), 800);
}

/** Forgets the pictures of another input, and says why there is none. */
function forgetPicture() {
  Object.assign(view, { picture: null, before: null });
  $("picture").replaceChildren();
  tellRendering(false);
  $("empty").textContent = state.errors.length ? `There is no picture: ${state.errors[0].message}` : "Waiting for the picture…";
  $("empty").hidden = false;
}

/** Sets the zoom about the middle of the pane. */
function setZoom(zoom) {
  cancelAnimationFrame(gliding);
  Object.assign(view, { center: viewCenter(), zoom: zoom && clamp(zoom, zooms[0], zooms.at(-1)) });
  changeView();
}
function stepZoom(direction) {
  const now = scale() * devicePixelRatio;
  setZoom((direction > 0 ? zooms.find((zoom) => zoom > now * 1.001) : zooms.findLast((zoom) => zoom < now * 0.999)) ?? now);
}
/** Moves the view with the photo, from one place of the pane to another, and enlarges it about the second one. */
function moveView(factor, from, to) {
  const at = toCanvas(from);
  setZoom(scale() * devicePixelRatio * factor);
  view.center = plus(view.center, minus(at, toCanvas(to)));
}
/** Lets the view glide to a place. */
let gliding = 0;
function glide(zoom, center) {
  const from = { zoom: scale() * devicePixelRatio, center: viewCenter() }, start = performance.now();
  const time = matchMedia("(prefers-reduced-motion: reduce)").matches ? 1 : 180;
  const step = (now) => {
    const part = clamp((now - start) / time, 0, 1), eased = part * (2 - part);
    view.zoom = from.zoom * (zoom / from.zoom) ** eased;
    view.center = from.center.map((value, axis) => value + (center[axis] - value) * eased);
    if (part === 1) return changeView();
    placeOverView();
    gliding = requestAnimationFrame(step);
  };
  cancelAnimationFrame(gliding);
  gliding = requestAnimationFrame(step);
}
function placeOverView() {
  redraw();
  placeCrop();
  placeCorners();
}
function changeView() {
  placeOverView();
  sendViewSoon();
}

function showBefore(isOn) {
  if (view.isBefore === isOn) return;
  view.isBefore = isOn;
  press($("before"), isOn);
  send({ do: "before", on: isOn });
  announce(isOn ? "Picture before all edits" : "Edited picture");
  changeView();
}

/** A short press toggles; a long one shows the unedited picture until it ends. */
let beforePressed = null;
function pressBefore() {
  beforePressed = view.isBefore ? null : performance.now();
  showBefore(!view.isBefore);
}
function releaseBefore() {
  if (beforePressed && performance.now() - beforePressed > 300) showBefore(false);
  beforePressed = null;
}

function startCanvas() {
  new ResizeObserver(() => { changeView(); fitCrop(); }).observe($("well"));
  $("zoom-out").onclick = () => stepZoom(-1);
  $("zoom-in").onclick = () => stepZoom(1);
  $("zoom-fit").onclick = () => setZoom(null);
  $("zoom-whole").onclick = () => setZoom(1);
  $("before").onpointerdown = pressBefore;
  $("before").onpointerup = $("before").onpointercancel = releaseBefore;
  // A click without a pointer comes from the keyboard or a screen reader.
  $("before").onclick = (event) => { if (!event.detail) showBefore(!view.isBefore); };
}
