import { followPresets } from "../presets.js";

followPresets(document.getElementById("document-settings"), "document", ["document", "search"]);
