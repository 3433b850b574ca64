// Take a column as the text by a click anywhere in it.
const grid = document.querySelector("[data-grid]");

grid?.addEventListener("click", (event) => {
  if (event.target.closest("button, select, label")) return;
  const cell = event.target.closest("td, th");
  if (!cell || String(getSelection())) return;
  grid.tHead.rows[0].cells[cell.cellIndex].querySelector("[name=take]")?.click();
});
