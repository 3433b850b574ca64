// The comparison stays live: it polls while the page is visible and redraws new results.
import { show } from "../research/lab.js";
import { clock } from "../research/utc.js";

const SEEN = 2000;
const HIDDEN = 15_000;

const live = document.getElementById("live");
const stale = document.getElementById("stale");

let answered = Date.now();
let opened = [];
let timer = 0;

function ask() {
  clearTimeout(timer);
  window.htmx.trigger(live, "poll");
  timer = setTimeout(ask, document.hidden ? HIDDEN : SEEN);
}

function fail(sentence) {
  stale.textContent = `${sentence} The figures are from ${clock(answered)}.`;
  stale.hidden = false;
}

// Results hold drawn charts, so they are distinguished by the time they were made; while there are none,
// and elsewhere, by what they say.
function differs(target, fresh) {
  if (target.dataset.made || fresh.dataset.made) return target.dataset.made !== fresh.dataset.made;
  return target.innerHTML !== fresh.innerHTML;
}

const inOrder = () => [...document.querySelectorAll("#results details")];

document.body.addEventListener("htmx:oobBeforeSwap", (event) => {
  const { target, fragment } = event.detail;
  event.detail.shouldSwap = differs(target, fragment.firstElementChild ?? fragment);
  if (event.detail.shouldSwap && target.id === "results") opened = inOrder().map((details) => details.open);
});
document.body.addEventListener("htmx:oobAfterSwap", (event) => {
  const { shouldSwap, target } = event.detail;
  if (!shouldSwap || target.id !== "results") return;
  for (const [place, details] of inOrder().entries()) details.open = opened[place] ?? false;
  for (const section of document.querySelectorAll("#results [data-chart]")) show(section);
});
document.body.addEventListener("htmx:afterRequest", (event) => {
  if (!event.detail.successful) return;
  answered = Date.now();
  stale.hidden = true;
});
document.body.addEventListener("htmx:sendError", () => fail("The server cannot be reached."));
document.body.addEventListener("htmx:timeout", () => fail("The server did not respond in time."));
document.body.addEventListener("htmx:responseError", (event) => {
  const { status } = event.detail.xhr;
  if (status === 401) fail("You are signed out. Sign in again for live updates.");
  else if (status === 404) fail("This comparison was deleted, or you no longer have access.");
  else fail("The server is busy.");
});
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) ask();
});

timer = setTimeout(ask, SEEN);
