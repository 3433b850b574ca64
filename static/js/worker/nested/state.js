/* Joins that were made, in their order. A join is named by its boundary: the index of the word
   before it. Nothing here knows which one could come next: that is for the worker to choose. */

import { groups } from "./groups.js";

export const begin = () => ({ joins: [], past: [] });

export function join({ joins, past }, boundary) {
  return { joins: [...joins, boundary], past: [...past, joins] };
}

export function restart({ joins, past }) {
  return { joins: [], past: [...past, joins] };
}

export function undo({ joins, past }) {
  return past.length ? { joins: past.at(-1), past: past.slice(0, -1) } : { joins, past };
}

/* Restore a saved draft if it fits a text of that many words. */
export function restore(draft, length) {
  const fits = (joins) =>
    Array.isArray(joins) &&
    new Set(joins).size === joins.length &&
    joins.every((at) => Number.isInteger(at) && at >= 0 && at < length - 1);
  const sound = fits(draft?.joins) && Array.isArray(draft.past) && draft.past.every(fits);
  return sound ? { joins: draft.joins, past: draft.past } : begin();
}

export function heights(length, joins) {
  const vector = Array(length - 1).fill(0);
  const note = ({ boundary, height, left, right }) => {
    if (!left) return;
    vector[boundary] = height;
    note(left);
    note(right);
  };
  groups(length, joins).forEach(note);
  return vector;
}

/* The draft of an answer that was given: its joins from the lowest up, so that each can be undone. */
export function draftOf({ boundaries }) {
  const joins = [...boundaries.keys()].sort((one, other) => boundaries[one] - boundaries[other] || one - other);
  return { joins, past: joins.map((_, at) => joins.slice(0, at)) };
}
