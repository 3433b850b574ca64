/* What a worker has chosen: null before an answer, else the places of the chosen labels in their
   order; of any number of labels, none at all says that none fits. */

import { tr } from "../speak.js";

const MOST_PAST = 60;

export const begin = () => ({ answer: null, past: [] });

export function step({ answer, past }, next) {
  return { answer: next, past: [...past.slice(1 - MOST_PAST), answer] };
}

export function undo(state) {
  const { past } = state;
  return past.length ? { answer: past.at(-1), past: past.slice(0, -1) } : state;
}

/* Restore a saved draft if it fits the kind and that many labels. */
export function restore(draft, { kind, labels }) {
  const inOrder = (places) =>
    places.every(
      (place, at) =>
        Number.isInteger(place) && place >= 0 && place < labels.length && (at === 0 || place > places[at - 1]),
    );
  const fits = (answer) =>
    answer === null || (Array.isArray(answer) && inOrder(answer) && (kind === "any" || answer.length === 1));
  const sound = draft && fits(draft.answer) && Array.isArray(draft.past) && draft.past.every(fits);
  return sound ? { answer: draft.answer, past: draft.past } : begin();
}

/* Without its last label the answer is open again: “none” has to be chosen explicitly. */
export function toggled(answer, place) {
  const others = (answer ?? []).filter((other) => other !== place);
  if (others.length < (answer ?? []).length) return others.length ? others : null;
  return [...others, place].sort((one, other) => one - other);
}

/* The point that many steps along the scale; without a current one, the near end. */
export function along(answer, step, places) {
  if (answer === null) return step > 0 ? 0 : places - 1;
  return Math.min(Math.max(answer[0] + step, 0), places - 1);
}

/* The current answer in words. */
export function written(answer, { labels }) {
  if (answer === null) return tr("no answer yet");
  return answer.map((place) => labels[place].label).join("  |  ") || tr("none of these");
}

/* The draft of an earlier answer. */
export const draftOf = ({ answer }) => ({ answer: [answer].flat(), past: [null] });
