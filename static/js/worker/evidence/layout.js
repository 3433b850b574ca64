/* The page around the document: the tools above it, the sections next to it, and the questions. */

import { cueScrolling } from "../cues.js";
import { button, element } from "../elements.js";
import { tr, trn } from "../speak.js";
import { tick } from "./panel.js";

const NARROW = matchMedia("(max-width: 899px)");

/* Where the screen is narrow, the document is as long as the page: the tools stay at its foot and the
   sections beside the question. */
export function layOut(surface, { options, outline, tools, box, panel, signal }) {
  const middle = element("div", "card evidence-middle");
  middle.append(box);
  const columns = element("div", "evidence-columns");
  columns.classList.toggle("without-outline", !outline);
  columns.classList.toggle("without-panel", panel.empty);
  columns.append(...[middle, !panel.empty && panel.panel].filter(Boolean));
  surface.append(...[options?.group, columns].filter(Boolean));
  cueScrolling(panel.panel);
  const place = () => {
    if (NARROW.matches) document.getElementById("tools").append(tools.bar);
    else middle.prepend(tools.bar);
    if (outline) {
      outline.drawer.open = !NARROW.matches;
      if (NARROW.matches) document.querySelector(".ask").append(outline.drawer);
      else columns.prepend(outline.drawer);
    }
  };
  place();
  NARROW.addEventListener("change", place, { signal });
  document.getElementById("undo").after(tools.again);
  signal.addEventListener("abort", () => {
    outline?.drawer.remove();
    tools.again.remove();
  });
}

export function toolbar({ search, jump, redo, setNone, take }) {
  const bar = element("div", "evidence-tools");
  const jumps = element("div", "evidence-jumps");
  const count = element("output", "small");
  const [before, after] = [button("↑", () => jump(-1)), button("↓", () => jump(1))];
  const again = button(tr("Redo"), redo);
  before.setAttribute("aria-label", tr("Previous mark"));
  after.setAttribute("aria-label", tr("Next mark"));
  jumps.append(before, count, after);
  bar.append(search.box, search.opener, jumps);
  const none = tick(bar, "checkbox", "evidence-none", tr("No answer in this document"), () => setNone(none.checked));
  none.parentElement.classList.add("evidence-no-answer");
  const short = element("span", "evidence-short", { textContent: tr("No answer") });
  short.setAttribute("aria-hidden", "true");
  const whole = element("span", "evidence-where", { textContent: tr("No answer in this document") });
  none.nextElementSibling.replaceChildren(short, whole);
  none.setAttribute("aria-keyshortcuts", "x");
  const taker = take ? button(tr("Mark the selection"), take, "evidence-take") : null;
  if (taker) bar.append(taker);
  const able = (one, can) => one?.setAttribute("aria-disabled", String(!can));
  able(taker, false);
  return {
    bar,
    again,
    show({ none: ticked, future }) {
      none.checked = ticked;
      able(again, future.length);
    },
    /* The number of marks, and the one at the cursor. */
    count(many, at) {
      const some = many ? trn("{count} mark", "{count} marks", many) : tr("no marks");
      count.textContent = at < 0 ? some : tr("mark {number} of {total}", { number: at + 1, total: many });
      able(before, many);
      able(after, many);
    },
    canTake: (can) => able(taker, can),
  };
}

/* A drawer on phones. Each section shows how much of it is marked. */
export function outlineOf({ headings, rows }, go) {
  const drawer = element("details", "evidence-outline");
  const nav = element("nav");
  nav.setAttribute("aria-label", tr("Sections"));
  const sections = headings.map(({ title, start, heading }, at) => {
    const entry = button("", () => {
      if (NARROW.matches) drawer.open = false;
      go(start, heading);
    });
    const dots = element("span", "evidence-dots");
    entry.append(element("span", "", { textContent: title, dir: "auto" }), dots);
    nav.append(entry);
    return { start, end: headings[at + 1]?.start ?? rows.length, dots };
  });
  drawer.append(element("summary", "", { textContent: tr("Sections") }), nav);
  return {
    drawer,
    show(marked) {
      for (const { start, end, dots } of sections) {
        const inside = marked.filter((n) => n >= start && n < end).length;
        dots.replaceChildren();
        if (!inside) continue;
        const words = element("span", "visually-hidden", { textContent: ` ${tr("marked")}` });
        dots.append(String(inside), words);
      }
    },
  };
}
