/* Draws the worked examples, if their scheme's module knows how: that of the instructions, which is
   played if the module has a stage for it, and those that hold what is to be drawn themselves. */

import { play } from "./player.js";

const { script, example } = JSON.parse(document.getElementById("example-data").textContent);
const { drawExample, stageOf } = await import(script);
const place = document.getElementById("drawing");
if (place && stageOf) play(place, example, stageOf(place, example));
else if (place) drawExample?.(place, example);
for (const box of document.querySelectorAll("[data-drawn]")) drawExample?.(box, JSON.parse(box.dataset.drawn));
