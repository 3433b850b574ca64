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

/* Those chosen, and the + that moves, after one more is pressed: the one next to them adds to them, one at
   their end leaves, and any other is chosen alone; all between if it should `reach` there. */
export function pickedWith(boundary, { open, chosen, reach }) {
  const places = chosen.map((at) => open.indexOf(at));
  const place = open.indexOf(boundary);
  const [first, last] = [Math.min(...places), Math.max(...places)];
  if (!chosen.length || (chosen.includes(boundary) && place !== first && place !== last)) return [boundary, [boundary]];
  if (chosen.length > 1 && chosen.includes(boundary)) {
    const left = chosen.filter((at) => at !== boundary);
    return [place === last ? left.at(-1) : left[0], left];
  }
  if (reach || place === first - 1 || place === last + 1) {
    return [boundary, open.slice(Math.min(first, place), Math.max(last, place) + 1)];
  }
  return [boundary, [boundary]];
}

/* Those chosen when their moving end goes one step further; null if the key does not move. */
export function reachedWith(key, { open, chosen, end, view }) {
  const step = stepOf(key, view.box);
  if (!step) return null;
  const start = chosen[0] === end ? chosen.at(-1) : chosen[0];
  const [from, to] = [open.indexOf(start), Math.min(Math.max(open.indexOf(end) + step, 0), open.length - 1)];
  return [open[to], open.slice(Math.min(from, to), Math.max(from, to) + 1)];
}
