/* The page around the document: the tools above it, its sections beside it, what is asked. */

import { button, element } from "./document.js";
import { tick } from "./panel.js";

const WIDE = "(min-width: 900px)";

export function layOut(surface, { options, outline, tools, box, panel }) {
  const middle = element("div", "card evidence-middle");
  middle.append(tools.bar, box);
  const columns = element("div", "evidence-columns");
  columns.classList.toggle("without-outline", !outline);
  columns.classList.toggle("without-panel", panel.empty);
  columns.append(...[outline?.drawer, middle, !panel.empty && panel.panel].filter(Boolean));
  surface.append(...[options?.group, columns].filter(Boolean));
}

export function toolbar({ search, jump, redo, setNone, take }) {
  const bar = element("div", "evidence-tools");
  const jumps = element("div", "evidence-jumps");
  const count = element("output", "small");
  const [before, after] = [button("‹", () => jump(-1)), button("›", () => jump(1))];
  const again = button("Redo", redo, "link");
  before.setAttribute("aria-label", "Previous mark");
  after.setAttribute("aria-label", "Next mark");
  jumps.append(before, count, after, again);
  bar.append(search.box, jumps);
  const none = tick(bar, "checkbox", "evidence-none", "No answer in this document", () => setNone(none.checked));
  none.parentElement.classList.add("evidence-no-answer");
  none.setAttribute("aria-keyshortcuts", "x");
  const taker = take ? button("Mark the selection", take) : null;
  if (taker) bar.append(taker);
  const able = (one, can) => one?.setAttribute("aria-disabled", String(!can));
  able(taker, false);
  return {
    bar,
    show(state) {
      count.textContent = `${state.many} marked`;
      none.checked = state.none;
      able(before, state.many);
      able(after, state.many);
      able(again, state.future.length);
    },
    canTake: (can) => able(taker, can),
  };
}

/* A drawer on the phone. Beside each section, how much of it is marked. */
export function outlineOf({ headings, rows }, go) {
  const drawer = element("details", "evidence-outline");
  drawer.open = matchMedia(WIDE).matches;
  const nav = document.createElement("nav");
  nav.setAttribute("aria-label", "Sections");
  const sections = headings.map(({ title, start, heading }, at) => {
    const entry = button("", () => {
      if (!matchMedia(WIDE).matches) drawer.open = false;
      go(start, heading);
    });
    const dots = element("span", "evidence-dots");
    entry.append(Object.assign(element("span", ""), { textContent: title, dir: "auto" }), dots);
    nav.append(entry);
    return { start, end: headings[at + 1]?.start ?? rows.length, dots };
  });
  drawer.append(Object.assign(document.createElement("summary"), { textContent: "Sections" }), nav);
  return {
    drawer,
    show(marked) {
      for (const { start, end, dots } of sections) {
        const inside = marked.filter((n) => n >= start && n < end).length;
        dots.replaceChildren();
        if (!inside) continue;
        const words = Object.assign(element("span", "visually-hidden"), { textContent: " marked" });
        dots.append(String(inside), words);
      }
    },
  };
}
