// The panels: the tree of layers, the plan and the numbers.

function showLayers() {
  const rows = [];
  const add = (layers, level) => {
    for (const layer of layers) {
      rows.push(layerRow(layer, level));
      add(layer.layers ?? [], level + 1);
    }
  };
  add(run?.layers ?? [], 1);
  const focused = document.activeElement?.closest("#tree li")?.dataset.name;
  $("tree").replaceChildren(...rows);
  const start = rows.find((row) => row.getAttribute("aria-selected") === "true") ?? rows[0];
  if (start) start.tabIndex = 0;
  if (focused !== undefined) (rows.find((row) => row.dataset.name === focused) ?? start)?.focus();
}

function layerRow(layer, level) {
  const { name, kind, corners, opacity = 1, mode, effects = [] } = layer;
  const [xs, ys] = [0, 1].map((axis) => corners.map((corner) => corner[axis]));
  const frame = [Math.min(...xs), Math.min(...ys), Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys)];
  const facts = [kind, frame.map((value) => brief(value, 1)).join(" "), mode, opacity < 1 && `${brief(opacity * 100, 0)}%`,
    ...effects, layer.hidden && "hidden", layer.touchable === false && "untouchable"];
  const row = make("li", { role: "treeitem", tabIndex: -1, "aria-level": level, "aria-selected": String(Boolean(layer.current)) },
    make("span", { className: layer.hidden ? "hidden" : "" }, name), make("small", {}, facts.filter(Boolean).join(" · ")));
  row.dataset.name = name;
  row.style.setProperty("--level", level);
  row.onclick = () => set("select", name);
  row.onpointerenter = row.onfocus = () => hover(name);
  row.onpointerleave = row.onblur = () => hover(null);
  return row;
}

function moveInTree(event) {
  const rows = [...$("tree").children], at = rows.indexOf(document.activeElement);
  const next = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: rows.length - 1 }[event.key];
  if (event.key === "Enter" || event.key === " ") rows[at]?.click(); else if (next === undefined) return; else rows[next]?.focus();
  event.preventDefault();
}

const numbersOf = (values) => values?.map((value) => brief(value, 6)).join("  ") ?? "none";

function showNumbers() {
  $("plan").firstElementChild.textContent = run?.plan ?? "The script has not run yet.";
  const facts = run ? [["Canvas", numbersOf(run.canvas)], ["Cropped to", numbersOf(run.window)], ["Matrix", numbersOf(run.matrix), "matrix"],
    ["Transform", numbersOf(run.transform)], ["Cut off", run.cut == null ? "none" : `${brief(run.cut * 100)}%`],
    ["Duration", `${brief(run.duration ?? 0, 3)} s`]] : [];
  $("numbers").firstElementChild.replaceChildren(...facts.flatMap(([name, value, id = ""]) =>
    [make("dt", {}, name), make("dd", { id }, value)]));
}
function showMatrix(matrix) {
  if ($("matrix")) $("matrix").textContent = numbersOf(matrix);
}

// Tabs

function openTab(tab) {
  for (const each of $("tabs").children) {
    const isOpen = each === tab;
    each.setAttribute("aria-selected", String(isOpen));
    each.tabIndex = isOpen ? 0 : -1;
    $(each.getAttribute("aria-controls")).classList.toggle("open", isOpen);
  }
}
const openPanel = () => $("tabs").querySelector("[aria-selected=true]");
const tabsShown = () => [...$("tabs").children].filter((tab) => tab.offsetParent);

function moveInTabs(event) {
  const tabs = tabsShown(), at = tabs.indexOf(document.activeElement);
  const next = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: -1 }[event.key];
  if (next === undefined) return;
  event.preventDefault();
  const tab = tabs.at(next % tabs.length);
  openTab(tab);
  tab.focus();
}

/** On a narrow screen the tabs stand below the canvas and also lead to the panels that a wide one always shows. */
function layOut(isNarrow) {
  $(isNarrow ? "stage" : "script").after($("tabs"));
  openTab($(isNarrow ? "tab-script" : "tab-adjust"));
}

function startLayers() {
  $("tree").onkeydown = moveInTree;
  $("tabs").onkeydown = moveInTabs;
  for (const tab of $("tabs").children) tab.onclick = () => openTab(tab);
  const narrow = matchMedia("(max-width: 56rem)");
  narrow.onchange = () => layOut(narrow.matches);
  layOut(narrow.matches);
}
