// What lies over the picture: outlines of layers, what a crop cuts off, the grid of straightening, and fingers.

const overlay = { hovered: null, hasGrid: false };

const polygon = (points) => `M${points.map((point) => point.map((value) => brief(value, 1)).join(" ")).join("L")}Z`;
const rectangle = ([x, y, w, h]) => polygon([[x, y], [x + w, y], [x + w, y + h], [x, y + h]].map(toPane));

function drawOverlay() {
  const parts = [];
  const stroke = (className, d) => parts.push(draw("path", { class: className, d }));
  const [width, height] = paneSize(), canvas = canvasSize(), inside = rectangle([0, 0, ...canvas]);
  const everything = polygon([[0, 0], [width, 0], [width, height], [0, height]]);
  const layers = view.isBefore ? [] : view.picture?.header.layers ?? [];
  const outside = draw("clipPath", { id: "outside" });
  outside.append(draw("path", { d: everything + inside, "clip-rule": "evenodd" }));
  const beyond = draw("g", { "clip-path": "url(#outside)" });
  for (const { corners } of layers) beyond.append(draw("path", { class: "beyond", d: polygon(corners.map(toPane)) }));
  parts.push(outside, beyond);

  const cut = run?.window;
  if (cut && !view.isBefore && $("crop-box").hidden && cut.some((value, index) => value !== [0, 0, ...canvas][index])) {
    parts.push(draw("path", { class: "dim", "fill-rule": "evenodd", d: inside + rectangle(cut) }));
  }
  for (const { corners, current, hit, name } of layers) {
    const className = overlay.hovered === name ? "hover" : hit ? "hit" : current ? "current" : null;
    if (!className) continue;
    stroke("under", polygon(corners.map(toPane)));
    stroke(className, polygon(corners.map(toPane)));
  }
  if (overlay.hasGrid) stroke("grid", grid(cut ?? [0, 0, ...canvas]));
  for (const point of visibleFingers()) {
    const [cx, cy] = toPane(point);
    parts.push(draw("circle", { cx, cy, r: 14 }));
  }
  $("overlay").replaceChildren(...parts);
}

function grid([x, y, w, h]) {
  const line = (from, to) => `M${toPane(from)}L${toPane(to)}`;
  return Array.from({ length: 13 }, (_, index) => index / 12).map((part) =>
    line([x + w * part, y], [x + w * part, y + h]) + line([x, y + h * part], [x + w, y + h * part])).join("");
}

function hover(layer) {
  overlay.hovered = layer;
  redraw();
}
