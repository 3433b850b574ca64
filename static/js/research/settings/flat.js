import { followPresets } from "../presets.js";

followPresets(document.getElementById("flat-settings"), "flat", ["look_up"]);
