// The terms that depend on the scheme, and the preview for workers. The server computes the maximum
// cost, as on every page.
const form = document.getElementById("terms");
const defaults = JSON.parse(document.getElementById("defaults")?.textContent ?? "{}");
const shown = document.getElementById("shown");

function thousandths(text) {
  const found = /^\s*(\d+)(?:[.,](\d{0,3}))?\s*$/.exec(text);
  return found ? BigInt(found[1]) * 1000n + BigInt((found[2] ?? "").padEnd(3, "0")) : null;
}

// Defaults follow the scheme and its preset; edited fields are kept.
function propose(scheme) {
  for (const [field, proposed] of Object.entries(defaults[scheme] ?? {})) {
    const box = form.elements[field];
    if (!box) continue;
    const untouched = Object.values(defaults).some((one) => same(one[field], box.value));
    if (!box.value.trim() || untouched) box.value = proposed;
  }
}

function same(one, other) {
  const [a, b] = [thousandths(one), thousandths(other)];
  return a !== null && b !== null ? a === b : one.trim() === other.trim();
}

// Fields of some schemes are hidden for the others, and not sent.
function offer(scheme) {
  for (const part of form.querySelectorAll("[data-schemes]")) {
    const asked = part.dataset.schemes.split(" ").includes(scheme);
    part.hidden = !asked;
    for (const set of part.querySelectorAll("fieldset")) set.disabled = !asked;
  }
}

// The standard instructions may follow the settings, too.
function follow(standard) {
  const box = form.elements.instructions;
  if (standard && box.value.trim() && document.activeElement !== box) box.value = standard;
}

const sheets = (place) => [...place.querySelectorAll("link")].map((link) => link.getAttribute("href")).join(" ");

// The server's answer is a template, to be shown with the worker's style sheets and no others. Those
// that are loaded stay, so that nothing flickers during typing.
function show() {
  const template = shown.querySelector("template");
  if (template) follow(template.content.querySelector(".shown-page").dataset.standard);
  const shadow = shown.shadowRoot ?? shown.attachShadow({ mode: "open" });
  if (!template) shadow.replaceChildren(document.createElement("slot"));
  else if (sheets(shadow) && sheets(shadow) === sheets(template.content))
    for (const part of [".shown-page", "script"])
      shadow.querySelector(part).replaceWith(template.content.querySelector(part));
  else shadow.replaceChildren(template.content);
  draw(shadow);
}

// A task that did not change stays as it is, with what was tried in it.
function keep({ detail }) {
  const sent = new DOMParser().parseFromString(detail.serverResponse, "text/html");
  const [before, after] = [shown, sent].map((place) => place.querySelector("iframe")?.srcdoc);
  if (before && before === after) detail.swapOverride = "none";
}

async function draw(shadow) {
  const place = shadow.getElementById("drawing");
  if (!place) return;
  const { script, example } = JSON.parse(shadow.getElementById("example-data").textContent);
  const { drawExample } = await import(script);
  drawExample?.(place, example);
}

// A preset of the scheme may have defaults of its own.
function preset(scheme) {
  return `${scheme}/${form.querySelector(`[name="${scheme}-preset"]:checked`)?.value}`;
}

form.addEventListener("change", ({ target: { name, value } }) => {
  if (name === "scheme") {
    propose(preset(value) in defaults ? preset(value) : value);
    offer(value);
  } else if (name.endsWith("-preset")) propose(`${name.slice(0, -"-preset".length)}/${value}`);
});

// A check leads to its field, and so do links of other pages. The field may be in a folded part.
function reveal(hash) {
  const field = hash.startsWith("#id_") && document.getElementById(hash.slice(1));
  if (!field) return;
  for (let part = field.closest("details"); part; part = part.parentElement.closest("details")) part.open = true;
  field.focus();
}

form.addEventListener("click", ({ target }) => reveal(target.closest?.("a")?.hash ?? ""));

shown.addEventListener("htmx:beforeSwap", keep);
shown.addEventListener("htmx:afterSwap", show);
document.getElementById("shown-again").hidden = true;
offer(form.querySelector("[name=scheme]:checked")?.value);
if (shown.shadowRoot) draw(shown.shadowRoot);
else show();
reveal(location.hash);
