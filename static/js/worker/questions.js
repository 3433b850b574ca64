// Report to the server that the answers on this page were read, once the page was visible; the button
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
    // The network is gone: the button still reports it.
  }
}

if (form) {
  document.addEventListener("visibilitychange", tell);
  tell();
}
