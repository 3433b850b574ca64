/* The trees of the worked example, shown as the worker will see theirs. */

import { boundariesOf, groups } from "./groups.js";
import { draftOf } from "./state.js";
import { build, measure, show } from "./view.js";

/* The joins of a bracket form whose words contain no brackets, inner ones first. */
export function joinsOf(form) {
  const joins = [];
  const waiting = [[]];
  let words = 0;
  for (const [token] of form.matchAll(/[()]|[^\s()]+/g)) {
    if (token === "(") waiting.push([]);
    else if (token === ")") {
      const lasts = waiting.pop();
      joins.push(lasts.length > 2 ? { at: lasts.slice(0, -1) } : lasts[0]);
      waiting.at(-1).push(lasts.at(-1));
    } else {
      waiting.at(-1).push(words);
      words += 1;
    }
  }
  return joins;
}

export function drawExample(place, item) {
  const { words, answer, boundaries, spaced = true } = item;
  const joins = item.joins ?? (boundaries ? draftOf({ boundaries }, item).joins : joinsOf(answer));
  const view = build({ words, spaced, labels: boundaries && item.labels }, false);
  const found = groups(words.length, joins);
  view.levels = levelsOf(found);
  whenSized(place, view, () => show(view, found));
}

/* Return the function that shows the tree of a bracket form, and what the next form joins. */
export function stageOf(place, { words, steps }) {
  const view = build({ words, spaced: true }, false);
  view.levels = levelsOf(groups(words.length, joinsOf(steps.at(-1)[0])));
  let redraw = null;
  whenSized(place, view, () => redraw?.());
  return (form, next = form) => {
    const joins = joinsOf(form);
    const done = new Set(joins.flatMap(boundariesOf));
    const coming = joinsOf(next).flatMap(boundariesOf);
    redraw = () =>
      show(
        view,
        groups(words.length, joins),
        coming.filter((boundary) => !done.has(boundary)),
      );
    if (view.box.clientWidth && view.row.isConnected) redraw();
  };
}

const levelsOf = (forest) => 1 + Math.max(...forest.map((group) => group.height));

function whenSized(place, view, draw) {
  place.append(view.box);
  let width = 0;
  new ResizeObserver(() => {
    if (view.box.clientWidth === width) return;
    width = view.box.clientWidth;
    measure(view);
    draw();
  }).observe(view.box);
}
