/* The page between tasks also delivers waiting answers, and reports late ones. */

import { afterword, Outbox } from "./outbox.js";
import { tr } from "./speak.js";

const outbox = new Outbox(JSON.parse(document.getElementById("desk-data").textContent));

function show(words) {
  const notice = document.getElementById("notice");
  notice.textContent = words;
  notice.hidden = !words;
}

async function deliverWaiting() {
  for (const entry of outbox.entries()) {
    const outcome = await outbox.send(entry);
    if (outcome.kind === "waiting") {
      show(tr("Your answer to “{text}” is saved in this browser and will be sent.", { text: entry.text }));
      setTimeout(deliverWaiting, 5_000);
      return;
    }
    if (outcome.kind === "kept") {
      outbox.tellLater(afterword(entry, outcome));
      location.reload();
    }
  }
}

show(outbox.toldEarlier());
window.addEventListener("online", deliverWaiting);
await deliverWaiting();
