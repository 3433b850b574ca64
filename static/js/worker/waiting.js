// Poll whether the worker is approved, while the page is visible.

const EVERY_MS = 8_000;
const place = document.querySelector("#waiting");

async function look() {
  if (document.hidden) {
    return;
  }
  try {
    const response = await fetch(place.dataset.state, { redirect: "error" });
    const { waiting } = await response.json();
    if (!waiting) {
      location.reload();
    }
  } catch {
    // The network is gone, or the browser was signed out: the button still works.
  }
}

if (place) {
  setInterval(look, EVERY_MS);
  document.addEventListener("visibilitychange", look);
}
