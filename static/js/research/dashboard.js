// The dashboard stays live: it polls every second while visible, rarely while hidden.
import { draw } from "./charts.js";
import { clock } from "./utc.js";

const SEEN = 1000;
const HIDDEN = 15_000;
const HISTORY_REST = 2000;
// A long history may cost the server a tenth of its time, not more.
const HISTORY_SHARE = 10;

const live = document.getElementById("live");
const history = document.getElementById("history");
const stale = document.getElementById("stale");
const version = () => document.getElementById("status").dataset.version;

let drawn = version();
let drawnAt = 0;
let historyTook = 0;
let answered = Date.now();
let timer = 0;

function ask() {
  clearTimeout(timer);
  window.htmx.trigger(live, "poll");
  if (version() !== drawn && Date.now() - drawnAt > Math.max(HISTORY_REST, HISTORY_SHARE * historyTook)) {
    [drawn, drawnAt] = [version(), Date.now()];
    window.htmx.trigger(history, "poll");
  }
  timer = setTimeout(ask, document.hidden ? HIDDEN : SEEN);
}

function fail(sentence) {
  stale.textContent = `${sentence} The figures are from ${clock(answered)}.`;
  stale.hidden = false;
}

// What has not changed is left alone, with its focus, its selection and what is open in it.
document.body.addEventListener("htmx:oobBeforeSwap", (event) => {
  const { target, fragment } = event.detail;
  const fresh = fragment.firstElementChild ?? fragment;
  event.detail.shouldSwap = target.innerHTML !== fresh.innerHTML || target.dataset.version !== fresh.dataset.version;
});
document.body.addEventListener("htmx:afterRequest", (event) => {
  if (event.detail.successful) {
    answered = Date.now();
    stale.hidden = true;
    if (event.detail.elt === history) {
      historyTook = Date.now() - drawnAt;
      draw();
    }
  }
});
document.body.addEventListener("htmx:sendError", () => fail("The server cannot be reached."));
document.body.addEventListener("htmx:timeout", () => fail("The server did not respond in time."));
document.body.addEventListener("htmx:responseError", (event) => {
  const { status } = event.detail.xhr;
  if (status === 401) fail("You are signed out. Sign in again for live updates.");
  else if (status === 404) fail("You no longer have access to this campaign.");
  else fail("The server is busy.");
});
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) ask();
});

timer = setTimeout(ask, SEEN);
