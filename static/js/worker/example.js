/* Draws the worked examples, if their scheme's module knows how: that of the instructions, and those
   that hold what is to be drawn themselves. */

const { script, example } = JSON.parse(document.getElementById("example-data").textContent);
const { drawExample } = await import(script);
const place = document.getElementById("drawing");
if (place) drawExample?.(place, example);
for (const box of document.querySelectorAll("[data-drawn]")) drawExample?.(box, JSON.parse(box.dataset.drawn));
