/* The groups in a row: words, and trees with their height, boundaries and parts. A join is a boundary;
   of several parts or with a label it is { at: boundaries, label }, where label is null until one is
   chosen. */

export const boundariesOf = (join) => join.at ?? [join];

export function groups(length, joins) {
  const found = Array.from({ length }, (_, at) => ({ first: at, last: at, height: -1, boundaries: [], parts: [] }));
  for (const join of joins) {
    const boundaries = boundariesOf(join);
    const at = found.findIndex((group) => group.last === boundaries[0]);
    const parts = found.slice(at, at + boundaries.length + 1);
    const height = 1 + Math.max(...parts.map((part) => part.height));
    const [first, last] = [parts[0].first, parts.at(-1).last];
    found.splice(at, parts.length, { first, last, height, boundaries, parts, label: join.label });
  }
  return found;
}

/* The neighbours that meet at these boundaries; empty if they no longer do. */
export function partsAt(found, boundaries) {
  const at = found.findIndex((group) => group.last === boundaries[0]);
  return boundaries.length && at >= 0 ? found.slice(at, at + boundaries.length + 1) : [];
}
