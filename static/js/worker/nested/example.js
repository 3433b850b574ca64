/* The finished tree of the worked example, shown as the worker will see theirs. */

import { groups } from "./groups.js";
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
  place.append(view.box);
  const found = groups(words.length, joins);
  let width = 0;
  new ResizeObserver(() => {
    if (view.box.clientWidth === width) return;
    width = view.box.clientWidth;
    measure(view);
    show(view, found);
  }).observe(view.box);
}
