/* What has been marked so far, with the way back; no page in it.

   `spans` are [begin, end, label] in places of the text, in order. `none` says that there is nothing
   to mark. */

import { tr } from "../speak.js";

const MOST_PAST = 60;

export const begin = () => ({ spans: [], none: false, past: [] });

export function step({ spans, none, past }, change) {
  return { spans, none, ...change, past: [...past.slice(1 - MOST_PAST), { spans, none }] };
}

export function undo(state) {
  const { past } = state;
  return past.length ? { ...past.at(-1), past: past.slice(0, -1) } : state;
}

export function same(one, other) {
  return one.every((part, at) => part === other[at]);
}

export function overlap([a, b], [c, d]) {
  return a < d && c < b;
}

export function holds([a, b], [c, d]) {
  return a <= c && d <= b;
}

/* With one span more, by the rule of the campaign: those that it may not overlap go, or `against` is
   the first that it may not run into. `instead` is the one whose place it takes. */
export function added(spans, span, rule, instead = null) {
  const others = spans.filter((other) => other !== instead && !same(other, span));
  const met = others.filter((other) => overlap(other, span));
  const against = rule === "nested" && met.find((other) => !holds(other, span) && !holds(span, other));
  if (against) return { against };
  const kept = rule === "none" ? others.filter((other) => !met.includes(other)) : others;
  return { spans: inOrder([...kept, span]), gone: rule === "none" ? met : [] };
}

export function without(spans, span) {
  return spans.filter((other) => other !== span);
}

/* The shortest span that contains another one. */
export function innermost(spans, within) {
  return spans
    .filter((span) => holds(span, within))
    .reduce((best, span) => (best && best[1] - best[0] <= span[1] - span[0] ? best : span), null);
}

/* How far below its words each span is drawn: below all shorter ones that it overlaps. */
export function lanes(spans) {
  const found = new Map();
  for (const span of [...spans].sort((one, other) => one[1] - one[0] - (other[1] - other[0]))) {
    const below = [...found].filter(([other]) => overlap(other, span)).map(([, lane]) => lane + 1);
    found.set(span, Math.max(0, ...below));
  }
  return found;
}

/* Restore a saved draft if it fits the text and the number of labels. */
export function restore(draft, length, labels) {
  const number = (one, least, most) => Number.isInteger(one) && one >= least && one <= most;
  const sound = (span) =>
    Array.isArray(span) &&
    span.length === 3 &&
    number(span[0], 0, length - 1) &&
    number(span[1], span[0] + 1, length) &&
    number(span[2], 0, labels - 1);
  const fits = (one) => one && typeof one.none === "boolean" && Array.isArray(one.spans) && one.spans.every(sound);
  if (!fits(draft) || !Array.isArray(draft.past) || !draft.past.every(fits)) return begin();
  return { spans: draft.spans, none: draft.none, past: draft.past };
}

/* The draft of an earlier answer. */
export const draftOf = ({ spans }) => ({ spans, none: !spans.length, past: [{ spans: [], none: false }] });

/* The current answer in words. */
export function written({ spans, none }, places, labels) {
  if (!spans.length) return none ? tr("nothing to mark") : tr("nothing marked yet");
  return spans.map((span) => `${places.written(span)} [${labels[span[2]].label}]`).join("  |  ");
}

function inOrder(spans) {
  return spans.sort((one, other) => one[0] - other[0] || one[1] - other[1] || one[2] - other[2]);
}
