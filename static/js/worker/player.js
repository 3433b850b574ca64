/* Plays a worked example on its stage, step by step: first what changes next, then the change. It plays
   by itself once it is in view, unless the reader prefers less motion. The steps are also a list below,
   which marks the current one, so that nothing depends on watching. */

import { element } from "./elements.js";
import { tr } from "./speak.js";

const POINTED_MS = 1_200;
const LEAST_MS = 2_500;
const MS_A_CHARACTER = 55;
const IN_VIEW = 0.6;

/* The forms to show, from the bare words on. */
export function framesOf({ words, steps }) {
  const bare = words.join(" ");
  const forms = steps.map(([form]) => form);
  return forms[0] === bare ? forms : [bare, ...forms];
}

export function play(place, example, stage) {
  const frames = framesOf(example);
  const last = frames.length - 1;
  const texts = ["", ...example.steps.map(([, comment]) => comment)].slice(-frames.length);
  const lines = ["", ...document.querySelectorAll(".steps > li")].slice(-frames.length);
  const { controls, main, back, next } = buttons();
  let at = last;
  let timer = null;
  place.after(controls);

  function show(frame) {
    at = frame;
    stage(frames[at]);
    for (const line of lines.filter(Boolean)) line.removeAttribute("aria-current");
    if (lines[at]) lines[at].setAttribute("aria-current", "step");
    back.disabled = at === 0;
    next.disabled = at === last;
    name();
  }

  function name() {
    main.textContent = timer ? tr("Pause") : at === last ? tr("Play again") : tr("Play");
  }

  function pause() {
    clearTimeout(timer);
    timer = null;
    name();
  }

  function read() {
    timer = setTimeout(point, Math.max(LEAST_MS, texts[at].length * MS_A_CHARACTER));
  }

  function point() {
    stage(frames[at], frames[at + 1]);
    timer = setTimeout(move, POINTED_MS);
  }

  function move() {
    const isEnd = at + 1 === last;
    if (isEnd) timer = null;
    show(at + 1);
    if (!isEnd) read();
  }

  function start() {
    show(at === last ? 0 : at);
    read();
    name();
  }

  function stop() {
    pause();
    show(at);
  }

  function step(by) {
    pause();
    show(at + by);
  }

  main.addEventListener("click", () => (timer ? stop() : start()));
  back.addEventListener("click", () => step(-1));
  next.addEventListener("click", () => step(1));
  show(last);
  if (!matchMedia("(prefers-reduced-motion: reduce)").matches) whenSeen(place, start);
}

function buttons() {
  const controls = element("div", "player row");
  const [back, main, next] = [
    ["‹", tr("Previous step")],
    ["", ""],
    ["›", tr("Next step")],
  ].map(([textContent, name]) => {
    const made = element("button", "", { type: "button", textContent });
    if (name) made.setAttribute("aria-label", name);
    return made;
  });
  controls.dir = "ltr"; // as the stage
  controls.append(back, main, next);
  return { controls, main, back, next };
}

function whenSeen(place, act) {
  const watcher = new IntersectionObserver(
    ([{ isIntersecting }]) => {
      if (!isIntersecting) return;
      watcher.disconnect();
      act();
    },
    { threshold: IN_VIEW },
  );
  watcher.observe(place);
}
