"use strict";
(() => {
  const $ = (id) => document.getElementById(id);
  const head = JSON.parse($("report").textContent);
  const items = [...document.querySelectorAll("script.item")].map((script) => JSON.parse(script.textContent));
  const order = ["broken", "failed", "differs", "added", "missing", "moved", "within", "same", "passed"];
  // What a review has made of an image takes the place of its verdict.
  const done = new Set(["accepted", "deleted", "unchanged"]);
  const passing = new Set(["same", "passed", "within", ...done]);
  const state = (item) => item.outcome || item.verdict;
  const pageSize = 200;
  const views = [
    { id: "side", name: "Side by side" },
    { id: "slider", name: "Slider" },
    { id: "onion", name: "Onion skin" },
    { id: "flicker", name: "Flicker" },
    { id: "difference", name: "Difference" },
  ];
  const chosen = new Set();
  let filters = new Set();
  let shown = [];
  let limit = pageSize;
  let current = -1;
  let view = "side";
  let timer = 0;

  const make = (tag, properties = {}, ...children) => {
    const element = document.createElement(tag);
    for (const [key, value] of Object.entries(properties)) {
      if (key in element) element[key] = value; else element.setAttribute(key, value);
    }
    element.append(...children.filter((child) => child != null));
    return element;
  };
  const say = (text) => {
    // An open viewer hides what is not in it.
    ($("viewer").open ? $("viewer") : document.body).append($("said"));
    $("said").textContent = text;
    setTimeout(() => { if ($("said").textContent === text) $("said").textContent = ""; }, 3000);
  };
  const press = (button, isPressed) => button.setAttribute("aria-pressed", String(isPressed));
  const plural = (count, noun) => `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
  const verdictClass = (verdict) =>
    "verdict" + (passing.has(verdict) ? " good" : ["added", "moved", "missing"].includes(verdict) ? " warn" : "");
  const changeName = (change) => change.name + (change.shift ? ` by ${change.shift.join(",")}` : "");

  // The list

  const counts = {};
  for (const item of items) counts[item.verdict] = (counts[item.verdict] || 0) + 1;
  const verdicts = order.filter((verdict) => counts[verdict]);
  const failures = items.filter((item) => !passing.has(item.verdict)).length;
  const [good, bad] = head.noun === "case" ? ["all passed", "failed"] : ["all as expected", "not as expected"];
  const title = failures === 0
    ? `${plural(items.length, head.noun)}, ${good}`
    : `${failures.toLocaleString("en")} of ${plural(items.length, head.noun)} ${bad}`;
  $("title").textContent = title;
  document.title = title;
  $("folders").textContent = head.folders.join(" and ");
  filters = new Set(verdicts.filter((verdict) => !passing.has(verdict)));
  if (filters.size === 0) filters = new Set(verdicts);
  for (const verdict of verdicts) {
    const button = make("button", { type: "button" }, `${verdict} ${counts[verdict].toLocaleString("en")}`);
    button.onclick = () => {
      if (filters.has(verdict)) filters.delete(verdict); else filters.add(verdict);
      press(button, filters.has(verdict));
      limit = pageSize;
      list();
    };
    press(button, filters.has(verdict));
    $("filters").append(button);
  }
  $("search").oninput = () => { limit = pageSize; list(); };
  $("more").onclick = () => {
    const first = limit;
    limit += pageSize;
    list();
    $("items").children[first]?.querySelector("button").focus();
  };

  function list() {
    const words = $("search").value.toLowerCase().split(/\s+/).filter(Boolean);
    shown = items.filter((item) => {
      if (!filters.has(item.verdict)) return false;
      const text = [item.path, item.details, item.from, item.verdict, ...(item.changes || []).map((c) => c.name)]
        .join(" ").toLowerCase();
      return words.every((word) => text.includes(word));
    });
    $("items").replaceChildren(...shown.slice(0, limit).map(card));
    $("more").hidden = shown.length <= limit;
    $("more").textContent = `Show more (${(shown.length - limit).toLocaleString("en")})`;
    showChosen();
  }

  function card(item, index) {
    const image = item.thumbnail || item.actual || item.expected;
    const thumb = image ? make("img", { src: image.src, alt: "", loading: "lazy", decoding: "async" }) : "no image";
    const button = make("button", { type: "button" },
      make("span", { className: "thumb" }, thumb),
      make("span", { className: "text" },
        make("span", { className: "name" }, item.path),
        make("span", { className: verdictClass(state(item)) }, state(item)),
        make("span", { className: "why" }, item.reason || item.details)));
    button.onclick = () => open(index);
    return make("li", { className: chosen.has(item) ? "card chosen" : "card" }, button);
  }

  // Accepting

  const acceptable = new Set(["differs", "added", "moved", "missing"]);
  const canAccept = (item) => head.accepts && acceptable.has(item.verdict) && !done.has(item.outcome);
  $("accepting").hidden = !items.some(canAccept);
  $("choose-all").onclick = () => {
    const open = shown.filter(canAccept);
    const isOn = open.some((item) => !chosen.has(item));
    for (const item of open) { if (isOn) chosen.add(item); else chosen.delete(item); }
    list();
  };
  $("choose").onclick = () => {
    const item = shown[current];
    if (chosen.has(item)) chosen.delete(item); else chosen.add(item);
    press($("choose"), chosen.has(item));
    showChosen();
  };
  function showChosen() {
    const open = shown.filter(canAccept);
    $("choose-all").disabled = open.length === 0;
    $("choose-all").textContent = open.length > 0 && open.every((item) => chosen.has(item)) ? "Choose none" : "Choose all shown";
    $("copy").disabled = chosen.size === 0;
    $("accept").disabled = chosen.size === 0;
    $("chosen").textContent = chosen.size ? `${chosen.size.toLocaleString("en")} chosen` : "";
    [...$("items").children].forEach((element, index) => element.classList.toggle("chosen", chosen.has(shown[index])));
  }
  const acceptList = () => items.filter((item) => chosen.has(item)).map(({ path, verdict, from, expectedHash, actualHash }) =>
    JSON.stringify({ path, verdict, from, expectedHash, actualHash }) + "\n").join("");
  $("copy").onclick = async () => {
    try {
      await navigator.clipboard.writeText(acceptList());
      say(`Copied ${plural(chosen.size, "line")}. Save them to a file for --accept-list.`);
    } catch {
      // Browsers may refuse the clipboard to pages of files.
      const text = make("textarea", { value: acceptList(), readOnly: true, "aria-label": "Accept list" });
      $("accepting").querySelector("textarea")?.remove();
      $("accepting").append(text);
      text.select();
      say("Copy the selected lines to a file for --accept-list.");
    }
  };

  // A review: the page is served by `frameit compare --review`, which accepts images

  let isReview = false;
  async function ask(path, body) {
    try {
      const options = body === undefined ? {}
        : { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
      const response = await fetch(path, options);
      return response.ok ? await response.json() : null;
    } catch {
      return null;
    }
  }
  async function startReview() {
    // Only a server on this machine can accept images.
    if (location.protocol !== "http:" || !["127.0.0.1", "localhost"].includes(location.hostname)) return;
    const answer = await ask("review");
    if (answer?.schema !== 1) return;
    isReview = true;
    $("copy").hidden = true;
    for (const id of ["accept", "finish", "review-keys"]) $(id).hidden = false;
    $("accepting").hidden = false;
    take(answer);
    list();
  }
  /** Shows the outcomes of some images. */
  function take(answer) {
    const outcomes = new Map(answer.results.map((result) => [result.path, result]));
    for (const item of items) {
      const result = outcomes.get(item.path);
      if (!result) continue;
      item.outcome = result.outcome;
      item.reason = result.reason;
      chosen.delete(item);
    }
    $("title").textContent = answer.left ? `${title}, ${answer.left.toLocaleString("en")} left to accept` : `${title}, all accepted`;
  }
  async function accept(some) {
    const answer = await ask("accept", some.map((item) => item.path));
    if (!answer) return say("The review has ended. Run the command again.");
    take(answer);
    list();
    const accepted = answer.results.filter((result) => done.has(result.outcome)).length;
    const rest = answer.results.length - accepted;
    say(`${accepted.toLocaleString("en")} accepted${rest ? `, ${rest.toLocaleString("en")} not: ${answer.results.find((result) => !done.has(result.outcome)).reason}` : ""}.`);
  }
  $("accept").onclick = () => accept(items.filter((item) => chosen.has(item)));
  $("accept-this").onclick = async () => {
    await accept([shown[current]]);
    open(current);
  };
  $("finish").onclick = async () => {
    const answer = await ask("finish", {});
    for (const button of document.querySelectorAll("button")) button.disabled = true;
    $("chosen").textContent = answer ? "The review is finished. You can close this page." : "The review has ended.";
  };

  // The viewer

  for (const [index, { id, name }] of views.entries()) {
    const button = make("button", { type: "button", id: `view-${id}`, title: `Key ${index + 1}` }, name);
    button.onclick = () => show(id);
    $("views").append(button);
  }
  $("close").onclick = () => $("viewer").close();
  $("previous").onclick = () => open(current - 1);
  $("next").onclick = () => open(current + 1);
  $("boxes").onclick = () => { press($("boxes"), !isOn("boxes")); show(view); };
  $("zoom").onclick = () => { press($("zoom"), !isOn("zoom")); show(view); };
  $("amount").oninput = () => amount();
  $("viewer").onclose = () => {
    clearInterval(timer);
    $("view").replaceChildren();
    $("items").children[current]?.querySelector("button").focus();
  };
  const isOn = (id) => $(id).getAttribute("aria-pressed") === "true";

  function open(index) {
    if (index < 0 || index >= shown.length) return;
    current = index;
    const item = shown[index];
    if (index >= limit) { limit = index + pageSize; list(); }
    $("name").replaceChildren(make("span", { className: verdictClass(state(item)) }, state(item)), " ", item.path);
    $("why").textContent = [item.reason, item.details, `${index + 1} of ${shown.length}`].filter(Boolean).join(" · ");
    $("note").textContent = item.note || "";
    $("previous").disabled = index === 0;
    $("next").disabled = index === shown.length - 1;
    $("choose").hidden = !canAccept(item);
    $("accept-this").hidden = !isReview || !canAccept(item);
    press($("choose"), chosen.has(item));
    if (!$("viewer").open) {
      $("viewer").showModal();
      $("view").focus();
    }
    show(view);
  }

  function show(id) {
    clearInterval(timer);
    view = id;
    const item = shown[current];
    const isPair = item.expected && item.actual;
    // An image alone has one view.
    const now = isPair && (id !== "difference" || item.difference) ? id : "side";
    for (const { id } of views) {
      press($(`view-${id}`), id === now);
      $(`view-${id}`).disabled = !isPair && id !== "side" || id === "difference" && !item.difference;
    }
    $("range").hidden = now !== "slider" && now !== "onion";
    $("view").className = isOn("zoom") ? "full" : "";
    const sides = [["expected", item.expected, "expected"], ["actual", item.actual, "actual"]];
    if (now === "side") {
      if (item.difference) sides.push(["difference", item.difference, null]);
      $("view").replaceChildren(make("div", { className: "side" },
        ...sides.filter(([, image]) => image).map(([name, image, side]) =>
          make("figure", {}, make("figcaption", {}, `${name}, ${image.width} × ${image.height}`),
            frame(image, name, side && boxes(item, side, image))))));
      if (!$("view").querySelector("figure")) $("view").replaceChildren(make("p", {}, "There is no image to show."));
    } else if (now === "difference") {
      $("view").replaceChildren(frame(item.difference, "difference", null));
    } else {
      $("view").replaceChildren(stack(item, now));
      if (now === "flicker") flicker(); else amount();
    }
  }

  const width = (image) => isOn("zoom") ? `${image.width}px` : `min(100%, ${image.width}px)`;

  function frame(image, name, overlay) {
    const element = make("div", { className: "frame" }, make("img", { src: image.src, alt: `${name} image` }), ...(overlay || []));
    element.style.width = width(image);
    return element;
  }

  /** Both images, one over the other at their sizes. */
  function stack(item, kind) {
    const size = { width: Math.max(item.expected.width, item.actual.width), height: Math.max(item.expected.height, item.actual.height) };
    const element = make("div", { className: "stack" });
    element.style.width = width(size);
    element.style.aspectRatio = `${size.width} / ${size.height}`;
    for (const name of ["expected", "actual"]) {
      const image = make("img", { src: item[name].src, alt: `${name} image`, className: name });
      image.style.width = `${item[name].width / size.width * 100}%`;
      element.append(image);
    }
    if (kind === "slider") element.append(make("div", { className: "handle" }));
    element.append(...boxes(item, "actual", size));
    if (kind === "slider") {
      element.onpointermove = (event) => {
        if (event.pointerType === "mouse" && event.buttons === 0) return;
        const area = element.getBoundingClientRect();
        $("amount").value = (event.clientX - area.left) / area.width * 100;
        amount();
      };
      element.onpointerdown = element.onpointermove;
      element.style.touchAction = "pan-y";
    }
    return element;
  }

  /** The boxes of the changes in one image, in percent of an area. */
  function boxes(item, side, size) {
    if (!isOn("boxes")) return [];
    return (item.changes || []).filter((change) => change[side]).map((change) => {
      const [x, y, w, h] = change[side];
      const box = make("div", { className: "box" }, make("span", {}, changeName(change)));
      box.style.left = `${x / size.width * 100}%`;
      box.style.top = `${y / size.height * 100}%`;
      box.style.width = `${w / size.width * 100}%`;
      box.style.height = `${h / size.height * 100}%`;
      if (y < size.height * 0.05) box.classList.add("low");
      if (x > size.width * 0.7) box.classList.add("right");
      return box;
    });
  }

  /** Applies the slider to the upper image. */
  function amount() {
    const value = Number($("amount").value);
    const top = $("view").querySelector(".stack .actual");
    if (!top) return;
    if (view === "onion") {
      top.style.opacity = value / 100;
    } else {
      // The part is relative to both images, and the clip to the upper one.
      const [stack, image] = [top.parentElement.clientWidth, top.clientWidth || 1];
      top.style.clipPath = `inset(0 0 0 ${Math.min(100, value * stack / image)}%)`;
      $("view").querySelector(".handle").style.left = `${value}%`;
    }
  }

  function flicker() {
    const top = $("view").querySelector(".stack .actual");
    let isUp = true;
    timer = setInterval(() => {
      isUp = !isUp;
      top.style.visibility = isUp ? "visible" : "hidden";
    }, 500);
  }

  // Keys

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const isTyping = event.target.matches("input[type=search], textarea");
    if (isTyping) {
      if (event.key === "Escape") event.target.blur();
      return;
    }
    const isOpen = $("viewer").open;
    const isRange = event.target.matches("input[type=range]");
    const step = (by) => {
      if (isOpen) return open(current + by);
      const cards = [...$("items").children].map((card) => card.querySelector("button"));
      const at = cards.indexOf(document.activeElement);
      cards[Math.max(0, Math.min(cards.length - 1, at < 0 ? 0 : at + by))]?.focus();
    };
    const slide = (by) => { if ($("range").hidden) return; $("amount").value = Number($("amount").value) + by; amount(); };
    const actions = {
      j: () => step(1), k: () => step(-1), "/": () => { if (!isOpen) $("search").focus(); },
      c: () => { if (!isReview) $("copy").click(); },
      A: () => {
        const button = isOpen ? $("accept-this") : $("accept");
        if (isReview && !button.hidden) button.click();
      },
    };
    if (!isRange) Object.assign(actions, { ArrowRight: () => step(1), ArrowLeft: () => step(-1) });
    if (isOpen) {
      views.forEach(({ id }, index) => { actions[String(index + 1)] = () => { if (!$(`view-${id}`).disabled) show(id); }; });
      Object.assign(actions, {
        b: () => $("boxes").click(), z: () => $("zoom").click(), a: () => { if (!$("choose").hidden) $("choose").click(); },
        "[": () => slide(-5), "]": () => slide(5),
      });
    }
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  });

  list();
  startReview();
})();
