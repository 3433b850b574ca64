// A preset fills in the rest. Any change makes it a custom choice.
const part = document.getElementById("evidence-settings");
const presets = JSON.parse(document.getElementById("evidence-presets").textContent);
const NAME = "evidence-";
const snap = part.querySelector(`[name="${NAME}snap"]`);

function fill(preset) {
  for (const input of part.querySelectorAll("input, textarea")) {
    const value = presets[preset][input.name.slice(NAME.length)];
    if (input.type === "radio") input.checked = input.value === value;
    else if (input.type === "checkbox") input.checked = Boolean(value);
    else input.value = value ?? "";
  }
}

function show() {
  const sentences = part.querySelector(`[name="${NAME}unit"]:checked`)?.value === "sentences";
  snap.disabled = sentences;
  if (sentences) snap.checked = false;
}

function own() {
  part.querySelector(`[name="${NAME}preset"][value=custom]`).checked = true;
}

part.addEventListener("input", ({ target }) => {
  if (target.name !== `${NAME}preset`) own();
  else if (presets[target.value]) {
    fill(target.value);
    part.querySelector(`[name="${NAME}preset"][value="${target.value}"]`).checked = true;
  }
  show();
});

show();
