// Virtual time: a row for each recognizer with the spans of its states, and a slider through time.

const marks = { ended: "✓", recognized: "●", failed: "✕", cancelled: "⊘" };
const spanning = new Set(["possible", "began", "changed"]);
const rowHeight = 24;
let scrubbed = null;
let shownTrace = "";

const rowKey = ({ layer = "", name }) => `${layer}\n${name}`;

function showTimeline() {
  const { trace = [], waits = [], duration = 0 } = run ?? {};
  $("scrub").max = duration;
  if (scrubbed === null) $("scrub").value = duration;
  const text = JSON.stringify([trace, waits, duration]);
  if (text !== shownTrace) {
    shownTrace = text;
    const rows = new Map();
    for (const entry of trace) {
      const key = rowKey(entry);
      if (!rows.has(key)) rows.set(key, []);
      rows.get(key).push(entry);
    }
    $("rows").replaceChildren(...[...rows.values()].map((entries) => row(entries, duration)), waitLines([...rows.values()], waits));
  }
  showClock();
}

/** One row: spans last until the next entry, of which equal ones are one span; other states are marks. */
function row(entries, duration) {
  const { layer, name } = entries[0], track = make("span", { className: "track" });
  const percent = (time) => `${brief(100 * time / (duration || 1), 3)}%`;
  const told = [];
  for (let index = 0; index < entries.length; index++) {
    const { t, state: phase } = entries[index];
    if (entries[index - 1]?.state === phase && spanning.has(phase)) continue;
    const next = entries.slice(index).find((entry) => entry.state !== phase);
    const title = `${name} ${phase} at ${brief(t, 3)} s`;
    told.push(`${phase} at ${brief(t, 3)} s`);
    const element = spanning.has(phase) ? make("span", { title }) : make("b", { title }, marks[phase] ?? "•");
    element.dataset.state = phase;
    element.style.left = percent(t);
    if (spanning.has(phase)) element.style.width = percent((next?.t ?? duration) - t);
    track.append(element);
  }
  track.setAttribute("role", "img");
  track.setAttribute("aria-label", told.join(", "));
  const label = make("span", { title: layer ? `${layer} · ${name}` : name }, layer ? `${layer} · ${name} ` : `${name} `, make("em"));
  const element = make("div", { className: "row" }, label, track);
  element.dataset.name = name;
  return element;
}

/** A line from each recognizer to the one of the same layer that it waits for. */
function waitLines(rows, waits) {
  const lines = draw("svg", { "aria-hidden": "true", height: rows.length * rowHeight });
  for (const [index, [{ layer, name }]] of rows.entries()) {
    for (const [, other] of waits.filter(([waiting]) => waiting === name)) {
      const target = rows.findIndex(([entry]) => entry.name === other && entry.layer === layer);
      if (target < 0) continue;
      const [from, to] = [index, target].map((place) => (place + 0.5) * rowHeight);
      const line = draw("path", { d: `M18 ${from}H6V${to}H18m-4 -3l4 3l-4 3` });
      line.append(draw("title", {}));
      line.firstChild.textContent = `${name} waits for ${other} to fail`;
      lines.append(line);
    }
  }
  return lines;
}

/** States while fingers are down. */
function showLive({ states = [], matrix, time }) {
  const live = new Map(states);
  for (const row of document.querySelectorAll(".row")) row.querySelector("em").textContent = live.get(row.dataset.name) ?? "";
  if (matrix) showMatrix(matrix);
  if (time !== undefined && scrubbed !== null) showClock(time);
}

function showClock(time = scrubbed ?? run?.duration ?? 0) {
  $("clock").textContent = `${time.toFixed(3)} s`;
  $("live").disabled = scrubbed === null;
  $("scrub").setAttribute("aria-valuetext", `${time.toFixed(3)} seconds`);
  for (const line of document.querySelectorAll(".track hr")) line.remove();
  if (scrubbed === null) return;
  for (const track of document.querySelectorAll(".track")) {
    track.append(make("hr", { style: `left: ${100 * time / (run?.duration || 1)}%` }));
  }
}

const sendScrub = perFrame(() => send({ do: "scrub", time: scrubbed }));
function scrub(time) {
  scrubbed = time >= (run?.duration ?? 0) ? null : time;
  showClock();
  sendScrub();
}

/** Gestures continue the script at its end. */
function goLive() {
  if (scrubbed === null) return;
  scrub(Infinity);
  $("scrub").value = $("scrub").max;
}

function startTimeline() {
  $("scrub").oninput = () => scrub(Number($("scrub").value));
  $("live").onclick = () => { goLive(); $("scrub").focus(); };
}
