/* Draws the worked example, if its scheme's module knows how. */

const { script, example } = JSON.parse(document.getElementById("example-data").textContent);
const { drawExample } = await import(script);
const place = document.getElementById("drawing");
if (place) drawExample?.(place, example);
