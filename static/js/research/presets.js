// A preset fills in the fields that it is about. Any change makes it a custom choice.
export function followPresets(part, name, own) {
  const presets = JSON.parse(document.getElementById(`${name}-presets`).textContent);
  const field = (key) => part.querySelector(`[name="${name}-${key}"]:not([type="radio"])`);
  const choose = (preset) => {
    part.querySelector(`[name="${name}-preset"][value="${preset}"]`).checked = true;
  };
  part.addEventListener("input", ({ target }) => {
    const key = target.name.slice(name.length + 1);
    if (key === "preset" && presets[target.value]) {
      for (const one of own) field(one).value = presets[target.value][one];
    } else if (own.includes(key)) choose("custom");
  });
}
