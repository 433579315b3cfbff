// Records the touches of a web page as lines of JSON for frameit:
//   const recorder = new TouchRecorder(document.querySelector("canvas"));
//   recorder.download("touches.ndjson");

class TouchRecorder {
  /** Records the touches that begin in `element`. Positions are CSS pixels from its top left corner. */
  constructor(element) {
    this.element = element;
    this.clear();
    // With another value, the browser scrolls and zooms, and cancels the touches.
    element.style.touchAction = "none";
    for (const phase of ["down", "move", "up", "cancel"]) {
      element.addEventListener("pointer" + phase, (event) => this.#record(event, phase));
    }
  }

  /** The lines so far: one JSON object for each event of a finger. */
  get recording() {
    // Browsers collect the moves of each finger until the next frame, so the fingers have to be brought into the order of time.
    const sorted = [...this.events].sort((a, b) => a.t - b.t);
    const times = new Map();
    let now = 0;
    return sorted.map((one) => {
      now = Math.max(now, (one.t - sorted[0].t) / 1000);
      if (times.get(one.id) === now) now += 0.0001; // frameit allows one event of a finger at a time.
      times.set(one.id, now);
      return JSON.stringify({ ...one, t: now }) + "\n";
    }).join("");
  }

  clear() {
    this.events = [];
    this.ids = new Map();
  }

  download(name) {
    const href = URL.createObjectURL(new Blob([this.recording], { type: "application/x-ndjson" }));
    const link = Object.assign(document.createElement("a"), { href, download: name });
    link.click();
    URL.revokeObjectURL(href);
  }

  #record(event, phase) {
    if (event.pointerType !== "touch") return;
    if (phase === "down") this.ids.set(event.pointerId, this.#freeId());
    const id = this.ids.get(event.pointerId);
    // A finger that was down before the recording began has no ID.
    if (id === undefined) return;
    const box = this.element.getBoundingClientRect();
    const coalesced = phase === "move" ? event.getCoalescedEvents?.() ?? [] : [];
    for (const one of coalesced.length ? coalesced : [event]) {
      this.events.push({ id, phase, t: one.timeStamp, x: one.clientX - box.left, y: one.clientY - box.top });
    }
    if (phase === "up" || phase === "cancel") this.ids.delete(event.pointerId);
  }

  #freeId() {
    for (let id = 1; ; id++) if (![...this.ids.values()].includes(id)) return id;
  }
}
