// A chart of many campaigns as small charts, one per campaign, which share their vertical axis.

// The tables of the panels: one column each, with its value by chance and the levels.
export function panelsOf(table) {
  const chances = table.heads.filter((head) => head.role === "chance");
  const levels = table.heads.filter((head) => head.role === "level");
  return table.heads
    .filter((head) => head.role === "series")
    .map((head) => {
      const own = chances.filter((one) => chances.length === 1 || one.name === `${head.name}, by chance`);
      return { name: head.name, table: { ...table, heads: [table.heads[0], head, ...own, ...levels] } };
    });
}

// Adds an empty panel below its name, and returns where to draw.
export function addPanel(plot, name) {
  const panel = document.createElement("div");
  const title = document.createElement("bdi");
  const drawing = document.createElement("div");
  title.textContent = name;
  drawing.className = "panel";
  panel.append(title, drawing);
  plot.append(panel);
  return drawing;
}
