// Says how many questions the whole campaign may bring, as the numbers are changed.
import { followPresets } from "../presets.js";

const part = document.getElementById("question-settings");
followPresets(part, "question", ["topic", "assistant"]);
const form = part.closest("form");
const said = document.getElementById("question-said");

function tell() {
  const each = Number(part.querySelector("[name=question-questions]").value);
  const workers = Number(form.elements.redundancy.value);
  const sound = [each, workers].every((number) => Number.isInteger(number) && number > 0);
  said.hidden = !sound;
  said.textContent = sound
    ? `${each} from each of ${workers} workers: ${(each * workers).toLocaleString("en")} questions about each app, some of them alike.`
    : "";
}

form.addEventListener("input", tell);
tell();
