// A kind fills in a question and labels to begin with. What was written by hand stays: the question,
// and the labels as a whole.
const part = document.getElementById("label-settings");
const kinds = JSON.parse(document.getElementById("label-kinds").textContent);
const rows = [...part.querySelectorAll(".label-row")];
const more = document.getElementById("label-add");
const NAME = "label-";
const KEYS = "123456789abcdefghijkl";

const field = (name) => part.querySelector(`[name="${NAME}${name}"]`);
const usual = Object.values(kinds);
const ofLabels = Object.keys(usual[0]).filter((name) => /^(label|key|definition|example)_\d+$/.test(name));
const label = (row) => row.querySelector("input");
const key = (row) => row.querySelector(".label-row-key input");
const filled = (row) => [...row.querySelectorAll("input")].some((input) => input !== key(row) && input.value.trim());

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

function show() {
  const last = Math.max(
    1,
    rows.findLastIndex((row) => filled(row) || row.querySelector(".field-error")),
  );
  rows.forEach((row, at) => {
    row.hidden = at > last;
  });
  more.hidden = last === rows.length - 1;
}

part.addEventListener("change", ({ target }) => {
  if (target.name === `${NAME}kind`) fill(target.value);
});

more.addEventListener("click", () => {
  const next = rows.find((row) => row.hidden);
  const taken = new Set(rows.filter((row) => !row.hidden).map((row) => key(row).value.toLowerCase()));
  next.hidden = false;
  key(next).value ||= [...KEYS].find((one) => !taken.has(one));
  more.hidden = !rows.some((row) => row.hidden);
  label(next).focus();
});

show();
