// A preset fills in the question, the answers and the rest. Once an answer is changed, the question
// is the researcher's own.
const part = document.getElementById("pair-settings");
const presets = JSON.parse(document.getElementById("pair-presets").textContent);
const rows = [...part.querySelectorAll(".pair-row:has(.pair-row-fields)")];
const more = document.getElementById("pair-add");
const NAME = "pair-";

const field = (name) => part.querySelector(`[name="${NAME}${name}"]:not([type="radio"])`);
const label = (row) => row.querySelector("input");

function fill(preset) {
  for (const input of part.querySelectorAll("input:not([type=radio]), textarea, select")) {
    const value = presets[preset][input.name.slice(NAME.length)];
    if (input.type === "checkbox") input.checked = Boolean(value);
    else input.value = value ?? "";
  }
  show();
}

function show() {
  const last = Math.max(
    1,
    rows.findLastIndex((row) => label(row).value.trim() || row.querySelector(".field-error")),
  );
  rows.forEach((row, at) => {
    row.hidden = at > last;
  });
  more.hidden = last === rows.length - 1;
  for (const name of ["least", "most"]) field(name).disabled = !field("with_keywords").checked;
}

function chosen() {
  return part.querySelector("[type=radio]:checked")?.value;
}

part.addEventListener("change", (event) => {
  if (event.target.type === "radio") fill(event.target.value);
  if (event.target.type === "checkbox") show();
});

part.addEventListener("input", (event) => {
  const own = /^pair-(label|key|yes)_/.test(event.target.name);
  if (own && chosen() !== "custom") part.querySelector("[type=radio][value=custom]").checked = true;
});

more.addEventListener("click", () => {
  const next = rows.find((row) => row.hidden);
  next.hidden = false;
  more.hidden = !rows.some((row) => row.hidden);
  label(next).focus();
});

show();
