/* What has been marked and said so far, with the way back and forth; no page in it.

   `marks` are spans [start, end) that ascend and do not touch: of sentence numbers, or of the
   characters of the document's text where the campaign has these marked. `none` says that there is
   no answer in this document; `why` holds the answers to the steps that lead to its cause. */

import { tr, trn } from "../speak.js";

const MOST_PAST = 60;
const BLANK = { marks: [], none: false, choice: null, why: [], said: {}, categories: [] };

export const begin = () => ({ ...BLANK, past: [], future: [] });

const bare = ({ marks, none, choice, why, said, categories }) => ({ marks, none, choice, why, said, categories });

/* `joined` makes one step of what belongs together, as a range that grows key by key. */
export function step(state, change, joined = false) {
  const past = joined ? state.past : [...state.past.slice(1 - MOST_PAST), bare(state)];
  return { ...bare(state), ...change, past, future: [] };
}

export function undo(state) {
  if (!state.past.length) return state;
  return { ...state.past.at(-1), past: state.past.slice(0, -1), future: [bare(state), ...state.future] };
}

export function redo(state) {
  if (!state.future.length) return state;
  const [next, ...future] = state.future;
  return { ...next, past: [...state.past, bare(state)], future };
}

/* Return the state with start to end marked, or unmarked. */
export function paint(marks, start, end, on, touching = true) {
  const kept = [];
  for (const [a, b] of marks) {
    const apart = touching && on ? b < start || a > end : b <= start || a >= end;
    if (apart) kept.push([a, b]);
    else if (on) [start, end] = [Math.min(a, start), Math.max(b, end)];
    else {
      if (a < start) kept.push([a, start]);
      if (b > end) kept.push([end, b]);
    }
  }
  if (on && start < end) kept.push([start, end]);
  return kept.sort(([a], [b]) => a - b);
}

export function isMarked(marks, start, end = start + 1) {
  return marks.some(([a, b]) => a <= start && b >= end);
}

/* Restore a saved draft if it fits a document of that length. */
export function restore(draft, length, item) {
  const sound =
    draft &&
    fits(draft, length, item) &&
    [draft.past, draft.future].every((list) => Array.isArray(list) && list.every((one) => fits(one, length, item)));
  if (!sound) return begin();
  return { ...bare(draft), past: draft.past.map(bare), future: draft.future.map(bare) };
}

function fits(one, length, { options, steps, categories }) {
  return (
    one &&
    typeof one.none === "boolean" &&
    Array.isArray(one.marks) &&
    one.marks.every(
      (span) =>
        Array.isArray(span) && span.every(Number.isInteger) && span[0] >= 0 && span[0] < span[1] && span[1] <= length,
    ) &&
    (one.choice === null || (Number.isInteger(one.choice) && one.choice >= 0 && one.choice < options.length)) &&
    Array.isArray(one.why) &&
    one.why.length <= steps.length &&
    one.why.every((answer, at) => steps[at].answers[answer]) &&
    one.said !== null &&
    typeof one.said === "object" &&
    Array.isArray(one.categories) &&
    one.categories.every((name) => categories.includes(name))
  );
}

/* The cause that the answers lead to: "" while a step is missing. */
export function causeOf(why, steps) {
  return why.map((answer, at) => steps[at].answers[answer].cause).find(Boolean) ?? "";
}

/* What is still missing: the part of the page, and the message. */
export function missing(state, item) {
  const { marks, none, choice, why, said, categories } = state;
  if (item.options.length && choice === null && !none) return ["options", tr("Choose an option first.")];
  if (!none && !marks.length) {
    return ["marks", tr("Mark the evidence first, or choose “No answer in this document”.")];
  }
  if (none && item.steps.length && !causeOf(why, item.steps)) return ["why", tr("Say why there is no answer first.")];
  if (!isAsked(state, item)) return null;
  const unsaid = item.aspects.find(({ name }) => !said[name]);
  if (unsaid) return [unsaid.name, tr("Answer first: {question}", { question: unsaid.ask })];
  if (item.categories.length && !categories.length) return ["categories", tr("Choose a category first.")];
  return null;
}

/* An incomprehensible question has no further questions. */
export function isAsked({ none, why }, { steps, incomprehensible }) {
  return !(none && causeOf(why, steps) === incomprehensible);
}

/* The answer. `places` has the characters of sentences, where these are marked as a whole. */
export function payloadOf(state, item, places) {
  const { none, choice, why, said, categories } = state;
  const characters = item.unit === "characters";
  const marks = item.snap ? state.marks.map(([a, b]) => [places.starts[a], places.ends[b - 1]]) : state.marks;
  const answer = { answerable: !none };
  if (!none) answer[characters ? "spans" : "sentences"] = characters ? marks : numbers(marks);
  if (none && item.steps.length) answer.cause = causeOf(why, item.steps);
  if (!none && item.options.length) answer.choice = choice;
  if (isAsked(state, item)) {
    for (const { name } of item.aspects) answer[name] = said[name];
    if (item.categories.length) answer.categories = item.categories.filter((name) => categories.includes(name));
  }
  return answer;
}

export function numbers(marks) {
  return marks.flatMap(([a, b]) => Array.from({ length: b - a }, (_, at) => a + at));
}

/* What has become of these sentences, in words. */
export function toldMarks(first, last, on) {
  if (first === last)
    return on
      ? tr("Sentence {number} is marked.", { number: first + 1 })
      : tr("Sentence {number} is no longer marked.", { number: first + 1 });
  return on
    ? tr("Sentences {first} to {last} are marked.", { first: first + 1, last: last + 1 })
    : tr("Sentences {first} to {last} are no longer marked.", { first: first + 1, last: last + 1 });
}

/* The current answer in words. */
export function written(state, item, sentences) {
  const { none, choice, why, said, categories } = state;
  const parts = [none ? tr("no answer") : named(sentences)];
  if (item.options.length && !none) parts.unshift(choice === null ? "…" : item.options[choice]);
  if (none && item.steps.length) parts.push(causeOf(why, item.steps) || "…");
  if (isAsked(state, item)) {
    parts.push(...item.aspects.map(({ name }) => said[name] ?? "…"));
    if (item.categories.length) parts.push(categories.join(", ") || "…");
  }
  return parts.join("  |  ");
}

/* Sentences numbered from 1. */
function named(sentences) {
  if (!sentences.length) return tr("nothing marked yet");
  const runs = paint([], 0, 0, false);
  const spans = sentences
    .reduce((found, number) => paint(found, number, number + 1, true), runs)
    .map(([a, b]) => (b - a === 1 ? `${b}` : `${a + 1}–${b}`));
  return trn("sentence {numbers}", "sentences {numbers}", sentences.length, { numbers: spans.join(", ") });
}

/* The draft of an earlier answer. */
export function draftOf(payload, item) {
  const { answerable, spans = [], cause, choice = null, categories = [] } = payload;
  const whole = payload.sentences ?? (item.snap ? touched(spans, item.document) : []);
  const joined = whole.reduce((marks, n) => paint(marks, n, n + 1, true), []);
  return {
    ...begin(),
    past: [BLANK],
    none: !answerable,
    marks: item.unit === "characters" && !item.snap ? spans : joined,
    choice,
    why: stepsTo(cause, item.steps),
    said: Object.fromEntries(item.aspects.flatMap(({ name }) => (payload[name] ? [[name, payload[name]]] : []))),
    categories,
  };
}

function touched(spans, { starts, sentences }) {
  return [...sentences.keys()].filter((n) => spans.some(([a, b]) => starts[n] >= a && starts[n] < b));
}

/* The answers to the steps that lead to a cause. */
function stepsTo(cause, steps) {
  const end = steps.findIndex(({ answers }) => answers.some((one) => one.cause === cause));
  return steps.slice(0, end + 1).map(({ answers }, at) => {
    return answers.findIndex((one) => (at < end ? !one.cause : one.cause === cause));
  });
}
