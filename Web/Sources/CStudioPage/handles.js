// What a pointer drags, and handles that keys move, too.

/** Lets a pointer drag an element. `move` takes what `start` has returned, the event, and the first event. */
function makeDraggable(element, start, move, end = () => {}) {
  let from = null;
  element.onpointerdown = (event) => {
    element.setPointerCapture(event.pointerId);
    element.classList.add("held");
    from = { what: start(event), event };
  };
  element.onpointermove = (event) => { if (from) move(from.what, event, from.event); };
  element.onlostpointercapture = () => {
    from = null;
    element.classList.remove("held");
    end();
  };
}

/**
 * Makes a handle on the canvas, whose form Enter submits. `start` returns what it moves, and `move` takes that and the way on the
 * canvas, and returns numbers to announce.
 */
function makeHandle(button, form, start, move, end = () => {}) {
  const grasp = (event) => {
    // A view that still glides would move the handle.
    cancelAnimationFrame(gliding);
    changeView();
    return { at: canvasPoint(event), what: start() };
  };
  makeDraggable(button, grasp,
    ({ at, what }, event) => move(what, minus(canvasPoint(event), at)), end);
  button.onkeydown = (event) => {
    const { key, shiftKey } = event;
    if (key === "Enter") form.requestSubmit();
    else if (arrows[key]) {
      announce(move(start(), arrows[key].map((value) => value * (shiftKey ? 10 : 1))).map((value) => brief(value)).join(", "));
      end();
    } else return;
    // Enter is not a click of the handle.
    event.preventDefault();
  };
}
