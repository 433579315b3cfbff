// What lies over the picture: outlines of layers, the grid of straightening, and fingers.

const overlay = { hovered: null, hasGrid: false };

const polygon = (points) => points.length ? `M${points.map((point) => point.map((value) => brief(value, 1))).join("L")}Z` : "";
const rectangle = ([x, y, w, h]) => polygon([[x, y], [x + w, y], [x + w, y + h], [x, y + h]].map(toPane));

/** The part of a polygon near the pane: browsers take long to dash the outline of a photo that is enlarged far beyond it. */
function nearPane(points) {
  const [width, height] = paneSize(), margin = 50;
  const halves = [[0, -1, margin], [0, 1, width + margin], [1, -1, margin], [1, 1, height + margin]];
  return halves.reduce((rest, [axis, sign, limit]) => rest.flatMap((from, index) => {
    const to = rest[(index + 1) % rest.length], [a, b] = [from, to].map((point) => sign * point[axis] - limit);
    const crossing = a <= 0 === b <= 0 ? [] : [from.map((value, axis) => value + a / (a - b) * (to[axis] - value))];
    return a <= 0 ? [from, ...crossing] : crossing;
  }), points);
}

function drawOverlay() {
  const [width, height] = paneSize(), canvas = canvasBox(), cut = run?.window ?? canvas;
  const path = (className, d) => shape("path", { class: className, d });
  // Outlines are dashed outside the canvas, where the layer is cut off.
  const outside = shape("g", { "clip-path": "url(#outside)" }), inside = shape("g", { "clip-path": "url(#inside)" });
  const parts = [
    shape("clipPath", { id: "outside" }, path("", `M0 0H${width}V${height}H0Z${rectangle(canvas)}`)),
    shape("clipPath", { id: "inside" }, path("", rectangle(canvas))), outside, inside,
  ];
  for (const { corners, current, hit, name } of view.isBefore || isCropping() ? [] : view.picture?.header.layers ?? []) {
    const line = polygon(nearPane(corners.map(toPane)));
    const className = overlay.hovered === name ? "hover" : hit ? "hit" : current ? "current" : "";
    outside.append(path("beyond", line));
    if (className) inside.append(path("under", line), path(className, line));
  }
  if (isOpenCorners()) {
    const line = polygon(quad.map(toPane));
    parts.push(path("under", line), path("current", line));
  }
  if (overlay.hasGrid) parts.push(path("grid", grid(isCropping() ? [...plus(crop.box, canvas), ...crop.box.slice(2)] : cut)));
  for (const [cx, cy] of visibleFingers().map(toPane)) parts.push(shape("circle", { cx, cy, r: 14 }));
  $("overlay").replaceChildren(...parts);
}

function grid([x, y, w, h]) {
  const line = (from, to) => `M${toPane(from)}L${toPane(to)}`;
  return Array.from({ length: 13 }, (_, index) => index / 12).map((part) =>
    line([x + w * part, y], [x + w * part, y + h]) + line([x, y + h * part], [x + w, y + h * part])).join("");
}
