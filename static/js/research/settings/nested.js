import { watchRows } from "../label-rows.js";
import { followPresets } from "../presets.js";

const part = document.getElementById("nested-settings");
const show = watchRows(part, 1);
const rows = [...part.querySelectorAll(".label-row input")].map(({ name }) => name.slice("nested-".length));
followPresets(part, "nested", ["parts", ...rows, "look_up"]);
part.addEventListener("change", ({ target }) => target.name === "nested-preset" && show());
