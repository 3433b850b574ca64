/* Names of groups: in the plain form, for screen readers, and on the large button. */

import { groups } from "./groups.js";

const LONGEST_NAME = 36;
const LONGEST_WORD = 30;
const LONGEST_SIDE = 24;
const WORD_ENDS = 7;

export function bracketed(words, group, labels = []) {
  if (!group.parts.length) return words[group.first].replace(/[|()\\]/g, "\\$&");
  const label = group.label === undefined ? [] : [labels[group.label] ?? "?"];
  return `(${[...label, ...group.parts.map((part) => bracketed(words, part, labels))].join(" ")})`;
}

export function form(words, joins, labels) {
  return groups(words.length, joins)
    .map((group) => bracketed(words, group, labels))
    .join("  ");
}

/* A group for screen readers: a long one by its first and last word. */
export function nameOf(words, group, labels) {
  const full = bracketed(words, group, labels);
  if (full.length <= LONGEST_NAME) return full;
  const [first, last] = [group.first, group.last].map((at) => shortened(words[at], LONGEST_WORD));
  return group.parts.length ? `(${first} … ${last})` : first;
}

/* The two sides of a join by the words that meet there: the end of the left, the beginning of the right. */
export function sidesOf({ words, spaced }, [left, right]) {
  const gap = spaced ? " " : "";
  const [ending, cut] = meeting(words.slice(left.first, left.last + 1).reverse(), gap);
  const [beginning, cutToo] = meeting(words.slice(right.first, right.last + 1), gap);
  const shown = [ending.reverse().join(gap), beginning.join(gap)];
  return [cut ? `… ${shown[0]}` : shown[0], cutToo ? `${shown[1]} …` : shown[1]];
}

/* As many words as fit, at least the first. */
function meeting(words, gap) {
  const shown = [shortened(words[0], LONGEST_SIDE)];
  for (const word of words.slice(1)) {
    if ([...shown, word].join(gap).length > LONGEST_SIDE) break;
    shown.push(word);
  }
  return [shown, shown.length < words.length];
}

/* Both ends of a long word, since words often differ at the end. */
function shortened(word, longest) {
  const characters = [...word];
  if (characters.length <= longest) return word;
  const beginning = characters.slice(0, longest - WORD_ENDS - 1);
  return [...beginning, "…", ...characters.slice(-WORD_ENDS)].join("");
}
