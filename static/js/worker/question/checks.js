/* What can be said of a question while it is written. The same rule as the server's for what is
   the same; all else is a hint. */

const ENDS = " ?!.,;:…\"'“”‘’()";
const MARK = /[?？؟;]/u;
const BEGINNINGS = new Set(
  (
    "who whom whose what when where why which how is are am was were do does did can could will " +
    "would shall should may might must has have had if"
  ).split(" "),
);

/* The normal form by which two questions count as the same. */
export function sameAs(question) {
  const words = question.toLowerCase().split(/\s+/u).filter(Boolean).join(" ");
  let [from, to] = [0, words.length];
  while (from < to && ENDS.includes(words[from])) from += 1;
  while (to > from && ENDS.includes(words[to - 1])) to -= 1;
  return words.slice(from, to);
}

export function isEmpty(question) {
  return !sameAs(question);
}

/* The index of an earlier identical question; -1 if there is none. */
export function twinOf(questions, place) {
  const same = sameAs(questions[place]);
  return same ? questions.slice(0, place).findIndex((other) => sameAs(other) === same) : -1;
}

/* Which hints a question deserves: "short", "statement". */
export function hintsOf(question, fewestWords) {
  const words = question.trim().split(/\s+/u).filter(Boolean);
  if (isEmpty(question)) return [];
  const first = sameAs(words[0]).split("'")[0].split("’")[0];
  return [
    ...(words.length < fewestWords ? ["short"] : []),
    ...(!MARK.test(question) && !BEGINNINGS.has(first) ? ["statement"] : []),
  ];
}
