/* Storage in this browser. If there is none (some private windows), the page itself stores it. */

const inPage = new Map();

export function read(key) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null") ?? inPage.get(key) ?? null;
  } catch {
    return inPage.get(key) ?? null;
  }
}

export function keep(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
    inPage.delete(key);
  } catch {
    inPage.set(key, value);
  }
}

export function drop(key) {
  inPage.delete(key);
  try {
    localStorage.removeItem(key);
  } catch {
    return;
  }
}

export function keysUnder(prefix) {
  let kept = [];
  try {
    kept = Object.keys(localStorage);
  } catch {
    kept = [];
  }
  return [...kept, ...inPage.keys()].filter((key) => key.startsWith(prefix));
}
