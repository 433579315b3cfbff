// The tree of layers, the plan and the numbers.

const flatten = (layers, level = 1) => layers.flatMap((layer) => [{ ...layer, level }, ...flatten(layer.layers ?? [], level + 1)]);

function showLayers() {
  // More rows than anyone reads would slow down typing.
  const rows = flatten(run?.layers ?? []).slice(0, 500).map(layerRow), focused = document.activeElement?.closest("#tree li");
  $("tree").replaceChildren(...rows);
  const start = rows.find((row) => row.ariaSelected === "true") ?? rows[0];
  if (start) start.tabIndex = 0;
  if (focused) (rows.find((row) => row.dataset.name === focused.dataset.name) ?? start)?.focus();
}

function layerRow({ name, level, kind, box, opacity = 1, mode, effects = [], current, hidden, touchable }) {
  const facts = [kind, (box ?? []).map((value) => brief(value, 1)).join(" "), opacity < 1 && `${brief(opacity * 100, 0)}%`,
    ...effects, hidden && "hidden", touchable === false && "untouchable"];
  const row = make("li", { role: "treeitem", tabIndex: -1, ariaLevel: level, ariaSelected: String(Boolean(current)) },
    name, make("small", {}, facts.filter(Boolean).join(" · ")));
  row.dataset.name = name;
  row.style.setProperty("--level", level);
  return row;
}

function hover({ target, type }) {
  overlay.hovered = type === "pointerleave" || type === "focusout" ? null : target.closest("li")?.dataset.name;
  redraw();
}
function select({ target }) {
  const row = target.closest("li");
  if (row) set("select", row.dataset.name);
}

/** Moves the focus in a list by two keys, Home and End. */
function moveIn(items, event, back, forth) {
  const at = items.indexOf(document.activeElement), last = items.length - 1;
  const next = { [back]: Math.max(at - 1, 0), [forth]: Math.min(at + 1, last), Home: 0, End: last }[event.key];
  if (next === undefined) return null;
  event.preventDefault();
  items[next].focus();
  return items[next];
}

const numbersOf = (values) => values?.map((value) => brief(value, 6)).join(", ") ?? "none";

function showNumbers() {
  $("plan").firstChild.textContent = run?.plan ?? "The script has not run yet.";
  const facts = run && { Canvas: numbersOf(run.canvas), "Cropped to": numbersOf(run.window), Matrix: numbersOf(run.matrix),
    Transform: numbersOf(run.transform), "Cut off": `${brief((run.cut ?? 0) * 100)}%`, Duration: `${brief(run.duration, 3)} s` };
  $("numbers").firstChild.replaceChildren(...Object.entries(facts ?? {}).flatMap(([name, value]) =>
    [make("dt", {}, name), make("dd", { id: name.toLowerCase() }, value)]));
}

function startLayers() {
  const tree = $("tree");
  tree.onkeydown = (event) => {
    moveIn([...tree.children], event, "ArrowUp", "ArrowDown");
    if (event.key === "Enter" || event.key === " ") { event.preventDefault(); select(event); }
  };
  tree.onclick = select;
  for (const type of ["pointerover", "pointerleave", "focusin", "focusout"]) tree.addEventListener(type, hover);
}
