// Tell the server that the answers on this page are read, once the page was in sight; the button
// does it without a script.

const form = document.querySelector("#read");

async function tell() {
  if (document.hidden) {
    return;
  }
  document.removeEventListener("visibilitychange", tell);
  try {
    const response = await fetch(form.action, { method: "POST", body: new FormData(form) });
    form.hidden = response.ok;
  } catch {
    // The network is gone: the button still tells it.
  }
}

if (form) {
  document.addEventListener("visibilitychange", tell);
  tell();
}
