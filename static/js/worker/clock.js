/* Count down the seconds that the server reports. */

import { pieces, tr } from "./speak.js";

const SHORT = 60;

export class Clock {
  constructor(element, { short, over }) {
    this.element = element;
    this.events = { short, over };
    setInterval(() => this.tick(), 500);
    document.addEventListener("visibilitychange", () => this.tick());
  }

  set(seconds) {
    this.end = Date.now() + seconds * 1000;
    this.said = new Set(seconds <= SHORT ? ["short"] : []);
    this.tick();
  }

  tick() {
    if (this.end === undefined) return;
    const left = Math.max(0, Math.ceil((this.end - Date.now()) / 1000));
    this.element.replaceChildren(...(left ? shown(left) : [tr("time is up")]));
    this.element.classList.toggle("warm", left <= SHORT);
    if (left <= SHORT && left > 0) this.once("short");
    if (left === 0) this.once("over");
  }

  once(event) {
    if (this.said.has(event)) return;
    this.said.add(event);
    this.events[event]();
  }
}

/* The time, and the words around it, for which a phone has no room. */
function shown(left) {
  return pieces(tr("{time} left", { time: "{time}" }), { time: inWords(left) }).map((piece, at) =>
    at % 2 ? piece : Object.assign(document.createElement("span"), { className: "bar-left", textContent: piece }),
  );
}

export function inWords(seconds) {
  const [d, h, m, s] = [
    Math.floor(seconds / 86_400),
    Math.floor(seconds / 3_600) % 24,
    Math.floor(seconds / 60) % 60,
    seconds % 60,
  ];
  const two = (number) => String(number).padStart(2, "0");
  if (d) return tr("{days} d {hours} h", { days: d, hours: h });
  return h ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}
