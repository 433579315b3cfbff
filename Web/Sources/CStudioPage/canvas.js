// The pane with the server's pictures, and the view: which part of the canvas it shows, and how large.

/** `zoom` is in device pixels per canvas pixel; null fits the canvas into the pane. */
const view = { zoom: null, center: [0, 0], picture: null, before: null, isBefore: false, sequence: -1 };
const margin = 32;
const zooms = [1 / 16, 1 / 8, 1 / 4, 1 / 2, 1, 2, 4, 8, 16];

const shownPicture = () => (view.isBefore && view.before) || view.picture;
const canvasSize = () => shownPicture()?.header.canvas ?? run?.canvas ?? [1, 1];
const paneSize = () => [$("well").clientWidth, $("well").clientHeight];

/** The margin of a fitted canvas, where outlines of layers beyond it are visible; smaller on a small screen. */
const paneMargin = () => Math.min(margin, Math.min(...paneSize()) / 10);

/** CSS pixels per canvas pixel. */
function scale() {
  if (view.zoom) return view.zoom / devicePixelRatio;
  const [width, height] = paneSize(), [w, h] = canvasSize(), gap = 2 * paneMargin();
  return Math.max(Math.min((width - gap) / w, (height - gap) / h), 1e-6);
}
const viewCenter = () => view.zoom ? view.center : canvasSize().map((length) => length / 2);

/** From the canvas to CSS pixels in the pane, and back. */
function toPane([x, y]) {
  const [cx, cy] = viewCenter(), [width, height] = paneSize(), s = scale();
  return [(x - cx) * s + width / 2, (y - cy) * s + height / 2];
}
function toCanvas({ clientX, clientY }) {
  const [cx, cy] = viewCenter(), [width, height] = paneSize(), s = scale(), box = $("well").getBoundingClientRect();
  return [(clientX - box.left - width / 2) / s + cx, (clientY - box.top - height / 2) / s + cy];
}

/** For a fitted canvas, the server gets the size without the margin. */
const sendView = perFrame(() => {
  const gap = view.zoom ? 0 : 2 * paneMargin();
  const [width, height] = paneSize().map((length) => Math.max(Math.round((length - gap) * devicePixelRatio), 1));
  send({ do: "view", width, height, zoom: view.zoom, center: viewCenter() });
});

const redraw = perFrame(() => {
  const pane = $("picture"), context = pane.getContext("2d"), shown = shownPicture();
  const [width, height] = paneSize().map((length) => Math.round(length * devicePixelRatio));
  if (pane.width !== width || pane.height !== height) [pane.width, pane.height] = [width, height];
  context.clearRect(0, 0, width, height);
  if (shown) {
    const [x, y, w, h] = shown.header.part;
    const from = toPane([x, y]).map((length) => length * devicePixelRatio), s = scale() * devicePixelRatio;
    // A reduced picture of a moving layer stays smooth; pixels are for looking at pixels.
    context.imageSmoothingEnabled = s < 2 || shown.bitmap.width < w - 1;
    context.imageSmoothingQuality = "high";
    context.drawImage(shown.bitmap, ...from, w * s, h * s);
  }
  placeBoard();
  drawOverlay();
  $("zoom").textContent = `${view.zoom ? "" : "Fit "}${brief(scale() * devicePixelRatio * 100, 0)}%`;
});

function placeBoard() {
  const [x, y] = toPane([0, 0]), [w, h] = canvasSize(), s = scale();
  Object.assign($("board").style, { left: `${x}px`, top: `${y}px`, width: `${w * s}px`, height: `${h * s}px` });
  $("board").hidden = !shownPicture();
}

/** A picture is acknowledged even if it cannot be decoded: the server would wait for it. */
async function receivePicture(data) {
  const length = new DataView(data).getUint32(0, true);
  const header = JSON.parse(new TextDecoder().decode(new Uint8Array(data, 4, length)));
  const blob = new Blob([new Uint8Array(data, 4 + length)], { type: header.type });
  if (header.kind === "thumb") showThumb(header, blob); else await showPicture(header, blob);
  send({ do: "shown", seq: header.seq });
}

async function showPicture(header, blob) {
  let bitmap;
  try { bitmap = await createImageBitmap(blob); } catch { return say("A picture of the canvas cannot be decoded."); }
  // Decoding may overtake: a small picture after a large one.
  if (header.seq < view.sequence) return bitmap.close();
  view.sequence = header.seq;
  const key = header.kind === "before" ? "before" : "picture";
  view[key]?.bitmap.close();
  view[key] = { header, bitmap };
  $("empty").hidden = true;
  redraw();
  if (key === "picture") showLive(header);
}

/** Sets the zoom and keeps a point of the pane where it is, the middle by default. */
function setZoom(zoom, at) {
  const box = $("well").getBoundingClientRect();
  at ??= { clientX: box.left + box.width / 2, clientY: box.top + box.height / 2 };
  const point = toCanvas(at);
  view.center = viewCenter();
  view.zoom = zoom && clamp(zoom, zooms[0], zooms.at(-1));
  if (zoom) view.center = plus(view.center, minus(point, toCanvas(at)));
  changeView();
}
function stepZoom(direction) {
  const now = scale() * devicePixelRatio;
  setZoom(direction > 0 ? zooms.find((zoom) => zoom > now * 1.001) ?? 16 : zooms.findLast((zoom) => zoom < now * 0.999) ?? zooms[0]);
}
function moveView(dx, dy) {
  if (!view.zoom) [view.center, view.zoom] = [viewCenter(), scale() * devicePixelRatio];
  view.center = minus(view.center, [dx / scale(), dy / scale()]);
  changeView();
}
function changeView() {
  redraw();
  placeCrop();
  sendView();
}

function showBefore(isOn) {
  if (view.isBefore === isOn) return;
  view.isBefore = isOn;
  press($("before"), isOn);
  send({ do: "before", on: isOn });
  announce(isOn ? "Picture before all edits" : "Edited picture");
  redraw();
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
  new ResizeObserver(changeView).observe($("well"));
  $("zoom-out").onclick = () => stepZoom(-1);
  $("zoom-in").onclick = () => stepZoom(1);
  $("zoom-fit").onclick = () => setZoom(null);
  $("zoom-whole").onclick = () => setZoom(1);
  $("before").onpointerdown = (event) => { if (event.button === 0) pressBefore(); };
  $("before").onpointerup = $("before").onpointercancel = releaseBefore;
  // A click without a pointer comes from the keyboard or a screen reader.
  $("before").onclick = (event) => { if (event.detail === 0) showBefore(!view.isBefore); };
}
