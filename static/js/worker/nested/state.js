/* Joins that were made, in their order (see groups.js). A boundary is the index of the word before it.
   Nothing here knows which one could come next: that is for the worker to choose. */

import { boundariesOf, groups } from "./groups.js";

export const begin = () => ({ joins: [], past: [] });

const step = ({ joins, past }, next) => ({ joins: next, past: [...past, joins] });

export const join = (state, made) => step(state, [...state.joins, made]);

/* Label the group of the last join. */
export const label = (state, at) => step(state, [...state.joins.slice(0, -1), { ...state.joins.at(-1), label: at }]);

export const restart = (state) => step(state, []);

export function undo({ joins, past }) {
  return past.length ? { joins: past.at(-1), past: past.slice(0, -1) } : { joins, past };
}

/* Restore a saved draft if it fits a text of that many words, and what may be joined and labelled. */
export function restore(draft, { words, parts, labels = [] }) {
  const plain = parts !== "many" && !labels.length;
  const fits = (joins) => Array.isArray(joins) && isSound(joins, words.length) && joins.every(isOfThisForm);
  const isOfThisForm = (one) => {
    if (plain || !one.at) return plain && !one.at;
    const named = labels.length ? one.label === null || one.label in labels : one.label === undefined;
    return named && (parts === "many" || one.at.length === 1);
  };
  const sound = fits(draft?.joins) && Array.isArray(draft.past) && draft.past.every(fits);
  return sound ? { joins: draft.joins, past: draft.past } : begin();
}

/* Each join takes neighbouring boundaries of those that are still open. */
function isSound(joins, length) {
  let open = [...Array(length - 1).keys()];
  for (const one of joins) {
    const taken = one === null ? [] : boundariesOf(one);
    const at = Array.isArray(taken) ? open.indexOf(taken[0]) : -1;
    if (at < 0 || taken.some((boundary, more) => open[at + more] !== boundary)) return false;
    open = open.filter((boundary) => !taken.includes(boundary));
  }
  return true;
}

export const heights = (length, joins) => spread(length, joins, (group) => group.height);

export const labels = (length, joins) => spread(length, joins, (group) => group.label);

function spread(length, joins, valueIn) {
  const vector = Array(length - 1).fill(0);
  const note = (group) => {
    for (const boundary of group.boundaries) vector[boundary] = valueIn(group);
    group.parts.forEach(note);
  };
  groups(length, joins).forEach(note);
  return vector;
}

/* The draft of an answer that was given: its joins from the lowest up, so that each can be undone. */
export function draftOf({ boundaries }, { words, parts, labels: names = [] }) {
  const size = words.length - 1;
  const [high, named] = [boundaries.slice(0, size), boundaries.slice(size)];
  const joins = [];
  const done = new Set();
  for (const at of [...high.keys()].sort((one, other) => high[one] - high[other] || one - other)) {
    if (done.has(at)) continue;
    const same = nodeAt(high, at);
    for (const boundary of same) done.add(boundary);
    if (parts !== "many" && !names.length) joins.push(at);
    else joins.push(names.length ? { at: same, label: named[at] } : { at: same });
  }
  return { joins, past: joins.map((_, at) => joins.slice(0, at)) };
}

/* The boundaries of the same node: equal ones to the right with no higher one between. */
function nodeAt(high, at) {
  const end = high.findIndex((height, place) => place > at && height > high[at]);
  return [...high.keys()].filter((place) => place >= at && (end < 0 || place < end) && high[place] === high[at]);
}
