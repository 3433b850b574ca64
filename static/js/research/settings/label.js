// A kind fills in a question and labels to begin with. What was written by hand stays: the question,
// and the labels as a whole.
import { watchRows } from "../label-rows.js";

const part = document.getElementById("label-settings");
const kinds = JSON.parse(document.getElementById("label-kinds").textContent);
const NAME = "label-";

const field = (name) => part.querySelector(`[name="${NAME}${name}"]`);
const usual = Object.values(kinds);
const ofLabels = Object.keys(usual[0]).filter((name) => /^(label|key|definition|example)_\d+$/.test(name));
const show = watchRows(part, 2);

/* Whether these fields are empty, or as some kind begins with. */
function untouched(names) {
  const written = (name) => field(name).value.trim();
  return (
    names.every((name) => !written(name)) || usual.some((kind) => names.every((name) => written(name) === kind[name]))
  );
}

function fill(kind) {
  for (const names of [["question"], ofLabels]) {
    if (untouched(names)) for (const name of names) field(name).value = kinds[kind][name];
  }
  show();
}

part.addEventListener("change", ({ target }) => {
  if (target.name === `${NAME}kind`) fill(target.value);
});
