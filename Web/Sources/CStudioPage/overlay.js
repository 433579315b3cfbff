// What lies over the picture: outlines of layers, what a crop cuts off, the grid of straightening, and fingers.

const overlay = { hovered: null, hasGrid: false };

const polygon = (points) => `M${points.map((point) => point.map((value) => brief(value, 1))).join("L")}Z`;
const rectangle = ([x, y, w, h]) => polygon([[x, y], [x + w, y], [x + w, y + h], [x, y + h]].map(toPane));

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
    const line = polygon(corners.map(toPane));
    const className = overlay.hovered === name ? "hover" : hit ? "hit" : current ? "current" : "";
    outside.append(path("beyond", line));
    if (className) inside.append(path("under", line), path(className, line));
  }
  const isCropShown = !view.isBefore && !isCropping() && String(cut) !== String(canvas);
  if (isCropShown) parts.push(path("dim", rectangle(canvas) + rectangle(cut)));
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
