// Virtual time: a row for each recognizer with the spans of its states, and a slider through time.

const marks = { ended: "✓", recognized: "●", failed: "✕", cancelled: "⊘" };
const lasting = ["possible", "began", "changed"];
const rowHeight = 24;
/** The time that is shown; null for the end of the script, where gestures continue it. */
let scrubbed = null;
let shownTrace = "";

function showTimeline() {
  const { trace = [], waits = [], duration = 0 } = run ?? {}, text = JSON.stringify([trace, waits, duration]);
  $("scrub").max = duration;
  if (scrubbed === null) $("scrub").value = duration;
  if (text !== shownTrace) {
    const rows = new Map();
    for (const entry of trace) {
      const key = `${entry.layer} ${entry.name}`;
      if (!rows.has(key)) rows.set(key, []);
      rows.get(key).push(entry);
    }
    $("rows").replaceChildren(...[...rows.values()].map((entries) => row(entries, duration)), waitLines([...rows.values()], waits));
    shownTrace = text;
  }
  showClock();
}

/** A row: possible, began and changed last until the next state; other states are marks. */
function row(entries, duration) {
  const { layer, name } = entries[0], percent = (time) => `${100 * time / (duration || 1)}%`, told = [];
  const states = entries.filter((entry, index) => entry.state !== entries[index - 1]?.state || !lasting.includes(entry.state));
  const items = states.map(({ t, state: phase }, index) => {
    const isSpan = lasting.includes(phase), title = `${phase} at ${brief(t, 3)} s`;
    told.push(title);
    const item = make(isSpan ? "span" : "b", { title }, isSpan ? null : marks[phase] ?? "•");
    item.dataset.state = phase;
    item.style.left = percent(t);
    if (isSpan) item.style.width = percent((states[index + 1]?.t ?? duration) - t);
    return item;
  });
  const title = [layer, name].filter(Boolean).join(" · "), live = make("em");
  live.dataset.name = name;
  return make("div", { className: "row" }, make("span", { className: "label", title }, `${title} `, live),
    make("span", { className: "track", role: "img", "aria-label": told.join(", ") }, ...items));
}

/** A line from each recognizer to the one of the same layer that it waits for. */
function waitLines(rows, waits) {
  const center = (index) => (index + 0.5) * rowHeight;
  const lines = rows.flatMap(([{ layer, name }], index) => waits.filter(([waiting]) => waiting === name).map(([, other]) => {
    const target = rows.findIndex(([entry]) => entry.name === other && entry.layer === layer);
    return target < 0 ? "" : `M18 ${center(index)}H6V${center(target)}H18m-4-3l4 3l-4 3`;
  }));
  return shape("svg", { "aria-hidden": "true", height: rows.length * rowHeight }, shape("path", { d: lines.join("") }));
}

/** What a picture tells while fingers are down. */
function showLive({ states = [], ...numbers }) {
  const live = new Map(states);
  for (const label of all(".label em")) label.textContent = live.get(label.dataset.name) ?? "";
  for (const name of ["matrix", "transform"]) if (numbers[name] && $(name)) $(name).textContent = numbersOf(numbers[name]);
}

function showClock() {
  const duration = run?.duration ?? 0, text = `${(scrubbed ?? duration).toFixed(3)} s`;
  $("clock").textContent = text;
  $("scrub").setAttribute("aria-valuetext", text);
  $("live").disabled = scrubbed === null;
  for (const line of all(".track hr")) line.remove();
  if (scrubbed === null) return;
  for (const track of all(".track")) track.append(make("hr", { style: `left: ${100 * scrubbed / (duration || 1)}%` }));
}

const sendScrub = perFrame(() => send({ do: "scrub", time: scrubbed }));
function scrub(time) {
  scrubbed = time < Number($("scrub").max) ? time : null;
  showClock();
  sendScrub();
}
function goLive() {
  if (scrubbed === null) return;
  $("scrub").value = $("scrub").max;
  scrub(Infinity);
}

function startTimeline() {
  $("scrub").oninput = () => scrub(Number($("scrub").value));
  $("live").onclick = () => { goLive(); $("scrub").focus(); };
}
