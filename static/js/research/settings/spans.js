import { watchRows } from "../label-rows.js";

watchRows(document.getElementById("span-settings"), 1);
