// The terms that follow the scheme. What they can cost is told by the server, as on every page.
const form = document.getElementById("terms");
const defaults = JSON.parse(document.getElementById("defaults")?.textContent ?? "{}");

function thousandths(text) {
  const found = /^\s*(\d+)(?:[.,](\d{0,3}))?\s*$/.exec(text);
  return found ? BigInt(found[1]) * 1000n + BigInt((found[2] ?? "").padEnd(3, "0")) : null;
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

// What only some schemes are asked is hidden with the others, and not sent.
function offer(scheme) {
  for (const part of form.querySelectorAll("[data-schemes]")) {
    const asked = part.dataset.schemes.split(" ").includes(scheme);
    part.hidden = !asked;
    for (const set of part.querySelectorAll("fieldset")) set.disabled = !asked;
  }
}

form.addEventListener("change", (event) => {
  if (event.target.name !== "scheme") return;
  propose(event.target.value);
  offer(event.target.value);
});

offer(form.querySelector("[name=scheme]:checked")?.value);
