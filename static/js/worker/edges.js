/* What stays at the head and at the foot of the screen: how high it is, so that nothing is scrolled
   to behind it, and the long question that is cut there, shown whole by a button. */

import { tr } from "./speak.js";

const part = (id) => document.getElementById(id);

export function watchEdges() {
  part("whole").addEventListener("click", () => showAll(part("whole").getAttribute("aria-expanded") !== "true"));
  const heights = new ResizeObserver(() => {
    measureEdges();
    fit();
  });
  for (const place of document.querySelectorAll(".desk-head, .dock, #question")) heights.observe(place);
}

export function measureEdges() {
  for (const [name, place] of Object.entries({ "--head": ".desk-head", "--dock": ".dock" })) {
    const { height } = document.querySelector(place).getBoundingClientRect();
    document.documentElement.style.setProperty(name, `${Math.ceil(height)}px`);
  }
}

/* Each task starts with its question collapsed to fit. */
export function newQuestion() {
  showAll(false);
}

function showAll(all) {
  part("question").classList.toggle("whole", all);
  part("whole").setAttribute("aria-expanded", String(all));
  part("whole").textContent = all ? tr("Show less") : tr("Show all");
  fit();
}

function fit() {
  const { classList, scrollHeight, clientHeight } = part("question");
  if (!classList.contains("whole")) part("whole").hidden = scrollHeight <= clientHeight + 1;
}
