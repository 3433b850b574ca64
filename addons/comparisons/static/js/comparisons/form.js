// Each choice of a side says how many items it shares with the other side, as it is chosen now.
const { labels, shared } = JSON.parse(document.getElementById("choices").textContent);
const fields = ["crowd", "gold", "crowd_trees", "gold_trees"].map((name) => document.getElementById(`id_${name}`));
const [crowd, gold] = fields;
const both = document.getElementById("shared");

const counted = (number, which = "") => `${number.toLocaleString("en")} ${which}${number === 1 ? "item" : "items"}`;

function sharedTold(number) {
  if (number === undefined) return "";
  if (number === null) return " · shared items not counted";
  if (number === 0) return " · no shared item";
  return ` · ${counted(number, "shared ")}`;
}

function tell() {
  for (const field of fields) {
    const others = shared[(field === crowd ? gold : crowd).value] ?? {};
    for (const option of field.options)
      if (option.value) option.textContent = labels[option.value] + sharedTold(others[option.value]);
  }
  tellOfBoth();
}

// The chosen lines may be too long for the screen, so what both share is written out, too.
function tellOfBoth() {
  const number = shared[crowd.value]?.[gold.value] ?? null;
  both.hidden = number === null;
  if (number === null) return;
  both.classList.toggle("warm", number === 0);
  both.textContent = number === 0 ? "The two sides share no item." : `The two sides share ${counted(number)}.`;
}

for (const field of [crowd, gold]) field.addEventListener("change", tell);
tell();
