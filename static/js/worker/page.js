/* The parts of a worker's page that the desk writes into. */

import { tr } from "./speak.js";

export const part = (id) => document.getElementById(id);

/* The form of the answer, and what can be done with it. The primary button has these words. */
export function showStatus({ form, words, incomplete, canUndo, restart, locked, busy }) {
  part("form").textContent = form;
  if (part("primary").textContent !== words.join("")) part("primary").replaceChildren(label(words));
  part("primary").disabled = false;
  part("primary").classList.toggle("incomplete", incomplete);
  part("primary").setAttribute("aria-disabled", String(locked));
  part("restart").hidden = !restart;
  for (const id of ["undo", "restart"]) {
    part(id).disabled = false;
    part(id).setAttribute("aria-disabled", String(!canUndo || locked));
  }
  part("desk").setAttribute("aria-busy", String(busy));
}

/* Every second piece comes from the text, which may have the other direction. */
function label(pieces) {
  const whole = document.createElement("span");
  pieces.forEach((piece, at) => {
    const shown = document.createElement(at % 2 ? "bdi" : "span");
    shown.textContent = piece;
    whole.append(shown);
  });
  return whole;
}

/* Whether the answer was correct, before the next task appears. */
export function showVerdict({ right, answer, why }) {
  part("verdict").textContent = right ? tr("Correct.") : tr("Not quite. The expected answer is:");
  part("known-answer").textContent = answer;
  part("known-why").textContent = why;
  part("feedback").hidden = false;
  part("feedback").classList.toggle("warm", !right);
  part("go-on").focus({ preventScroll: true });
  scrollTo(0, 0);
  part("feedback").scrollIntoView({ block: "nearest" });
}

export function showProgress({ words, total, done, earned }) {
  part("number").textContent = words;
  Object.assign(part("progress"), { max: total, value: done });
  part("earned").textContent = earned && tr("{money} earned", { money: earned });
}

/* A notice, with a button if there is a label. A focus in the last notice moves on. */
export function showNotice(words, label, act, editor) {
  const notice = part("notice");
  const focused = notice.contains(document.activeElement);
  notice.replaceChildren();
  notice.hidden = !words;
  if (words) notice.append(Object.assign(document.createElement("span"), { textContent: words }));
  if (label) {
    const button = document.createElement("button");
    Object.assign(button, { type: "button", textContent: label, onclick: act });
    notice.append(button);
  }
  if (focused) (notice.querySelector("button") ?? editor).focus();
}

/* The focus goes back to what opened the menu. */
export function closeMenu() {
  part("return").open = false;
  part("return").querySelector("summary").focus();
  part("more").hidePopover?.();
}

/* For screen readers. */
export function say(words) {
  part("said").textContent = words;
}
