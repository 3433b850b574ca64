// A preset fills in which words count. Any change makes it a custom choice.
const part = document.getElementById("words");
const presets = JSON.parse(document.getElementById("word-presets").textContent);
const OWN = "own";

function fill(preset) {
  for (const [name, value] of Object.entries(presets[preset])) {
    const input = part.querySelector(`[name="${name}"]`);
    if (input.type === "checkbox") input.checked = value;
    else input.value = value;
  }
}

part.addEventListener("input", ({ target }) => {
  if (target.name !== "preset") part.querySelector(`[name="preset"][value="${OWN}"]`).checked = true;
  else if (target.value in presets) fill(target.value);
  else part.querySelector("details").open = true;
});
