// Take a column as the text by a click anywhere in it. What a column contains applies at once: the
// page is shown again, with the focus where it was.
const grid = document.querySelector("[data-grid]");
const CHANGED = "changed column";

grid?.addEventListener("click", (event) => {
  if (event.target.closest("button, select, label")) return;
  const cell = event.target.closest("td, th");
  if (!cell || String(getSelection())) return;
  grid.tHead.rows[0].cells[cell.cellIndex].querySelector("[name=take]")?.click();
});

grid?.addEventListener("change", ({ target }) => {
  sessionStorage.setItem(CHANGED, target.name);
  target.form.requestSubmit(target.form.querySelector("[data-columns]"));
});

if (grid) {
  for (const apply of document.querySelectorAll("[data-columns]")) apply.hidden = true;
  grid.querySelector(`[name="${CSS.escape(sessionStorage.getItem(CHANGED) ?? "")}"]`)?.focus();
}
sessionStorage.removeItem(CHANGED);
