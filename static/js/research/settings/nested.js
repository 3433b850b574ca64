import { watchRows } from "../label-rows.js";

watchRows(document.getElementById("nested-settings"), 1);
