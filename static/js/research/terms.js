// What a campaign will cost, exactly: decimals as whole thousandths.
const form = document.querySelector("[data-items]");
const line = document.getElementById("cost");
const defaults = JSON.parse(document.getElementById("defaults")?.textContent ?? "{}");

export function thousandths(text) {
  const found = /^\s*(\d+)(?:[.,](\d{0,3}))?\s*$/.exec(text);
  return found ? BigInt(found[1]) * 1000n + BigInt((found[2] ?? "").padEnd(3, "0")) : null;
}

export function asMoney(amount) {
  const rest = String(amount % 1000n).padStart(3, "0").replace(/0$/, "");
  return `${grouped(amount / 1000n)}.${rest}`;
}

function grouped(number) {
  return String(number).replace(/\B(?=(\d{3})+$)/g, ",");
}

function value(name) {
  return form.elements[name]?.value ?? form.dataset[name] ?? "";
}

function whole(text) {
  return /^\s*\d{1,4}\s*$/.test(text) ? BigInt(text.trim()) : null;
}

function tell() {
  const wanted = whole(value("most_judgments")) ?? whole(value("redundancy"));
  const reward = thousandths(value("reward"));
  if (wanted === null || reward === null) return;
  const each = wanted - BigInt(form.dataset.before ?? 0);
  if (each < 1n) return;
  const items = BigInt(form.dataset.items);
  const total = items * each;
  line.textContent =
    `${grouped(items)} ${form.dataset.noun}s × ${grouped(each)}${form.dataset.before ? " more" : ""} = ` +
    `${grouped(total)} judgments × ${value("currency")} ${asMoney(reward)} = ` +
    `${value("currency")} ${asMoney(total * reward)} at most, without what a platform adds.`;
}

// What stands in a field as the scheme proposed it follows the scheme; what was typed stays.
function propose(scheme) {
  for (const [field, proposed] of Object.entries(defaults[scheme] ?? {})) {
    const box = form.elements[field];
    const untouched = Object.values(defaults).some((one) => same(one[field], box.value));
    if (!box.value.trim() || untouched) box.value = proposed;
  }
}

function same(one, other) {
  const [a, b] = [thousandths(one), thousandths(other)];
  return a !== null && b !== null ? a === b : one.trim() === other.trim();
}

form.addEventListener("change", (event) => {
  if (event.target.name === "scheme") propose(event.target.value);
  tell();
});
form.addEventListener("input", tell);
tell();
