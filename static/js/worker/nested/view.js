/* The work as it is seen: the tree over the words where they fit on one line, else nested outlines.
   Words and + are the same elements in both, so that the focus and what was said of them stay. */

import { element } from "../elements.js";
import { draw } from "./drawing.js";
import { partsAt } from "./groups.js";
import { outline } from "./outlines.js";

export function build({ words, spaced, labels = [] }, joinable = true) {
  const box = element("div", spaced ? "nested" : "nested close", { dir: "auto" });
  const shown = words.map((word) => element("span", "word", { textContent: word }));
  const pluses = words.slice(0, joinable ? -1 : 0).map(() => {
    return element("button", "plus", { type: "button", textContent: "+", tabIndex: -1 });
  });
  const row = element("div", joinable ? "nested-words" : "nested-words example");
  const forest = element("div", "forest");
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("aria-hidden", "true");
  forest.append(svg, row);
  const list = element("div", "outlines");
  return { box, forest, svg, row, list, words: shown, pluses, labels: labels.map((one) => one.label) };
}

/* Choose how to show the work at this width: all words and + side by side, or in lines. */
export function measure(view) {
  const { box, forest, row, words, pluses } = view;
  row.replaceChildren(...words.flatMap((word, at) => [word, pluses[at]].filter(Boolean)));
  box.replaceChildren(forest);
  view.drawn = forest.scrollWidth <= box.clientWidth;
  if (!view.drawn) box.replaceChildren(view.list);
  box.classList.toggle("in-lines", !view.drawn);
}

/* `boundaries` are those to join next, if any are chosen or pointed at. */
export function show(view, groups, boundaries = []) {
  if (!view.drawn) outline(view, groups);
  point(view, groups, boundaries);
}

export function point(view, groups, boundaries) {
  const parts = partsAt(groups, boundaries);
  if (view.drawn) draw(view, groups, parts);
  else for (const group of groups) view.shown.get(group).classList.toggle("near", parts.includes(group));
}
