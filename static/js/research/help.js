// Help next to the page that it is about. On a narrow screen, and where the panel cannot be filled,
// a link to help is a link to its page. First steps are put away without leaving the page.
const wide = matchMedia("(min-width: 1000px)");
const panel = document.getElementById("help-panel");
const body = panel.querySelector("[data-help-body]");
const back = panel.querySelector("[data-help-back]");
const asPage = panel.querySelector("[data-help-page]");
const [, underHelp] = /^(.*\/help\/)/.exec(new URL(asPage.href).pathname);
let opener = null;
let read = [];

const isPlain = (event) => !event.defaultPrevented && event.button === 0 && !event.metaKey && !event.ctrlKey;
const inHelp = (link) => link.origin === location.origin && link.pathname.startsWith(underHelp);

function textOf(page) {
  return new DOMParser().parseFromString(page, "text/html").querySelector("[data-help-text]");
}

// Show the page at the address, from its anchor on if it has one.
async function fill(address) {
  body.setAttribute("aria-busy", "true");
  try {
    const answer = await fetch(address);
    const text = answer.ok ? textOf(await answer.text()) : null;
    if (!text) throw new Error(`no help at ${address}`);
    body.replaceChildren(document.adoptNode(text));
    asPage.href = address;
    back.hidden = read.length < 2;
    const anchor = decodeURIComponent(new URL(address, location).hash.slice(1));
    const place = (anchor && body.querySelector(`#${CSS.escape(anchor)}`)) || body.querySelector("h1");
    place.tabIndex = -1;
    place.focus({ preventScroll: true });
    if (anchor) place.scrollIntoView();
    else body.scrollTop = 0;
  } catch {
    location.assign(address);
  } finally {
    body.removeAttribute("aria-busy");
  }
}

function show(address) {
  read.push(address);
  return fill(address);
}

function open(link) {
  opener = link;
  read = [];
  if (!panel.open) panel.show();
  link.setAttribute("aria-expanded", "true");
  show(link.href);
}

function close() {
  panel.close();
  opener?.removeAttribute("aria-expanded");
  opener?.focus();
  body.replaceChildren();
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[href]");
  if (!link || !isPlain(event) || !inHelp(link)) return;
  if (panel.contains(link) && link !== asPage) {
    const here = new URL(asPage.href);
    event.preventDefault();
    if (link.hash && link.pathname === here.pathname) {
      body.querySelector(`#${CSS.escape(decodeURIComponent(link.hash.slice(1)))}`)?.scrollIntoView();
    } else {
      show(link.href);
    }
  } else if (link.matches("[data-help]") && wide.matches) {
    event.preventDefault();
    if (panel.open && opener === link) close();
    else open(link);
  }
});

back.addEventListener("click", () => {
  read.pop();
  fill(read[read.length - 1]);
});
panel.querySelector("[data-help-close]").addEventListener("click", close);

// Escape closes it unless something else on the page has use for the key.
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || event.defaultPrevented || !panel.open) return;
  const at = document.activeElement;
  if (panel.contains(at) || at === opener || at === document.body) close();
});

document.addEventListener("submit", async (event) => {
  const hint = event.target.closest("[data-hint]");
  if (!hint) return;
  event.preventDefault();
  try {
    const answer = await fetch(event.target.action, { method: "POST", body: new FormData(event.target) });
    if (!answer.ok) throw new Error(`${answer.status}`);
    const heading = document.querySelector("main h1");
    hint.remove();
    if (heading) {
      heading.tabIndex = -1;
      heading.focus();
    }
  } catch {
    event.target.submit();
  }
});
