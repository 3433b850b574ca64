/* Words of a text, and what makes a keyword of it. The server compares in the same way. */

import { tr } from "../speak.js";
import { SAID } from "./said.js";

export const LONGEST = 100;
const SHORTEST_SHARED = 4;
const IDEOGRAPHIC = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/* Composed, with single spaces, ignoring case. */
export function plain(text) {
  return text.normalize("NFC").replace(/\s+/gu, " ").trim().toLowerCase().replaceAll("ς", "σ");
}

/* Every piece of the text in order: words and what separates them. */
export function pieces(text) {
  if (globalThis.Intl?.Segmenter) {
    const found = new Intl.Segmenter(undefined, { granularity: "word" }).segment(text);
    return Array.from(found, ({ segment, index, isWordLike }) => ({
      text: segment,
      at: index,
      word: Boolean(isWordLike),
    }));
  }
  return Array.from(text.matchAll(/[\p{L}\p{M}\p{N}'’]+|[^\p{L}\p{M}\p{N}'’]+/gu), (match) => ({
    text: match[0],
    at: match.index,
    word: /[\p{L}\p{N}]/u.test(match[0]),
  }));
}

/* The words in both texts, without short words that occur everywhere. */
export function shared(left, right) {
  const words = (text) =>
    pieces(text)
      .filter(({ word }) => word)
      .map((piece) => plain(piece.text));
  const others = new Set(words(right));
  const tells = (word) => word.length >= (IDEOGRAPHIC.test(word) ? 2 : SHORTEST_SHARED);
  return new Set(words(left).filter((word) => others.has(word) && tells(word)));
}

export function many([least, most]) {
  if (least === most) return String(most);
  return tr("{least} to {most}", { least, most });
}

/* Why this cannot be a keyword; empty if it can. */
export function trouble(keyword, { text, taken, most, side }) {
  const wanted = plain(keyword);
  if (!wanted) return SAID[side].select;
  if (taken.length >= most) {
    return most === 1
      ? tr("One keyword is enough. Remove it to add another.")
      : tr("{most} keywords are enough. Remove one to add another.", { most });
  }
  if (keyword.length > LONGEST)
    return tr("A keyword can have at most {most} characters. Choose fewer words.", { most: LONGEST });
  if (taken.some((other) => plain(other) === wanted)) return tr("“{keyword}” is already in the list.", { keyword });
  if (!plain(text).includes(wanted)) return SAID[side].missing(keyword);
  return "";
}
