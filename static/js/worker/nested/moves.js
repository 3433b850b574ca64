/* Where a key moves among the open +. */

import { stepOf } from "../keys.js";

const LINES = { ArrowUp: -1, ArrowDown: 1 };

/* The first press of an arrow begins anywhere, by chance: from a fixed place, or from the last join, the
   same keys pressed over and over would build trees that lean one way, on every text and by everybody. */
export function movedTo(key, { open, chosen, view }) {
  if (key === "Home") return open[0];
  if (key === "End") return open.at(-1);
  const step = stepOf(key, view.box);
  const line = view.drawn ? 0 : (LINES[key] ?? 0);
  if (!step && !line) return null;
  if (chosen === null) return open[Math.floor(Math.random() * open.length)];
  if (line) return beside(view.pluses, open, chosen, line);
  return open[Math.min(Math.max(open.indexOf(chosen) + step, 0), open.length - 1)];
}

/* The nearest one in the next line that has any, above or below. */
function beside(pluses, open, chosen, line) {
  const middle = (at) => {
    const { left, top, width, height } = pluses[at].getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2, height };
  };
  const from = middle(chosen);
  const away = (at) => (middle(at).y - from.y) * line;
  const onward = open.filter((at) => away(at) > from.height / 2);
  if (!onward.length) return chosen;
  const next = Math.min(...onward.map(away));
  const across = (at) => Math.abs(middle(at).x - from.x);
  return onward
    .filter((at) => away(at) < next + from.height / 2)
    .reduce((best, at) => (across(at) < across(best) ? at : best));
}
