// A preset fills in the fields that it is about. Any change makes it a custom choice.
export function followPresets(part, name, own) {
  const presets = JSON.parse(document.getElementById(`${name}-presets`).textContent);
  const choose = (key, value) => {
    part.querySelector(`[name="${name}-${key}"][value="${value}"]`).checked = true;
  };
  const fill = (key, value) => {
    const field = part.querySelector(`[name="${name}-${key}"]`);
    if (field.type === "radio") choose(key, value);
    else if (field.type === "checkbox") field.checked = Boolean(value);
    else field.value = value ?? "";
  };
  part.addEventListener("input", ({ target }) => {
    const key = target.name.slice(name.length + 1);
    if (key === "preset" && presets[target.value]) {
      for (const one of own) fill(one, presets[target.value][one]);
    } else if (own.includes(key)) choose("preset", "custom");
  });
}
