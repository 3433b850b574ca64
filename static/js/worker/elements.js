/* New elements of a page. */

export function element(name, className, properties) {
  return Object.assign(document.createElement(name), className && { className }, properties);
}

export function button(words, act, className = "") {
  const made = element("button", className, { type: "button", textContent: words });
  made.addEventListener("click", act);
  return made;
}
