/* Sentences by mouse and by touch: a click or a tap, with shift up to there; a drag over several,
   by touch after a long press, so that the page still scrolls. */

import { numberAt } from "./document.js";

const LONG_PRESS_MS = 380;
const STILL_PX = 10;
const EDGE_PX = 56;
const NUDGE_PX = 14;

export function watchPointer(box, { signal, tap, preview, range }) {
  let from = null;
  let to = null;
  let dragging = false;
  let pressed = null;
  let dragged = false;

  const at = ({ clientX, clientY }) => numberAt(document.elementFromPoint(clientX, clientY));

  function begin(number) {
    [from, to, dragging] = [number, number, true];
    box.classList.add("dragging");
    getSelection()?.removeAllRanges();
    preview(from, to);
  }

  function follow(point) {
    nudge(box, point.clientY);
    const number = at(point);
    if (number === null || number === to) return;
    to = number;
    preview(from, to);
  }

  function finish(taken) {
    clearTimeout(pressed);
    if (dragging) {
      dragged = true;
      box.classList.remove("dragging");
      preview(null, null);
      if (taken) range(from, to);
    }
    [from, to, dragging] = [null, null, false];
  }

  const on = (name, act, options = {}) => box.addEventListener(name, act, { signal, ...options });

  on("pointerdown", (event) => {
    dragged = false;
    if (event.pointerType === "touch" || event.button !== 0 || event.shiftKey) return;
    from = numberAt(event.target);
  });
  on("pointermove", (event) => {
    if (event.pointerType === "touch" || from === null) return;
    if (!(event.buttons & 1)) finish(false);
    else if (dragging) follow(event);
    else if (![null, from].includes(at(event))) {
      begin(from);
      follow(event);
    }
  });
  document.addEventListener(
    "pointerup",
    (event) => {
      if (event.pointerType !== "touch") finish(true);
    },
    { signal },
  );

  on(
    "touchstart",
    (event) => {
      finish(false);
      if (event.touches.length > 1) return;
      const [{ clientX, clientY }] = event.touches;
      const number = numberAt(event.target);
      if (number === null) return;
      [from, to] = [number, { clientX, clientY }];
      pressed = setTimeout(() => {
        navigator.vibrate?.(10);
        begin(number);
      }, LONG_PRESS_MS);
    },
    { passive: true },
  );
  on(
    "touchmove",
    (event) => {
      const [touch] = event.touches;
      if (dragging) {
        event.preventDefault();
        follow(touch);
      } else if (to && Math.hypot(touch.clientX - to.clientX, touch.clientY - to.clientY) > STILL_PX) {
        clearTimeout(pressed);
      }
    },
    { passive: false },
  );
  on("touchend", (event) => {
    if (dragging) event.preventDefault();
    finish(true);
  });
  on("touchcancel", () => finish(false));
  on("contextmenu", (event) => dragging && event.preventDefault());

  on("click", (event) => {
    const number = numberAt(event.target);
    if (number === null || dragged) return;
    if (event.shiftKey) getSelection().removeAllRanges();
    else if (!getSelection().isCollapsed) return;
    tap(number, event.shiftKey);
  });
}

/* Near an edge the document scrolls under the pointer. */
function nudge(box, y) {
  const { top, bottom } = box.getBoundingClientRect();
  const [head, dock] = [".desk-head", ".dock"].map((place) => document.querySelector(place).getBoundingClientRect());
  const [first, last] = [Math.max(top, head.bottom, 0), Math.min(bottom, dock.top, innerHeight)];
  const step = y < first + EDGE_PX ? -NUDGE_PX : y > last - EDGE_PX ? NUDGE_PX : 0;
  if (!step) return;
  const inside = box.scrollTop;
  box.scrollBy(0, step);
  if (box.scrollTop === inside) window.scrollBy(0, step);
}
