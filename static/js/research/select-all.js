/* Adds a checkbox that selects all checkboxes of one name in its form. */

for (const place of document.querySelectorAll("[data-select-all]")) {
  const all = Object.assign(document.createElement("input"), { type: "checkbox" });
  const label = Object.assign(document.createElement("label"), { className: "tick tall" });
  const boxes = [...place.closest("form").querySelectorAll(`[name="${place.dataset.selectAll}"]`)];
  const text = document.createElement("span");
  const show = () => {
    const chosen = boxes.filter((box) => box.checked).length;
    all.checked = chosen === boxes.length;
    all.indeterminate = chosen > 0 && !all.checked;
    text.textContent = `Select all (${chosen} of ${boxes.length} selected)`;
  };
  all.addEventListener("change", () => {
    for (const box of boxes) box.checked = all.checked;
    show();
  });
  for (const box of boxes) box.addEventListener("change", show);
  label.append(all, " ", text);
  place.append(label);
  show();
}
