/* The groups in a row: words, and trees with their height and boundary. */
export function groups(length, joins) {
  const found = Array.from({ length }, (_, at) => ({ first: at, last: at, height: -1 }));
  for (const boundary of joins) {
    const at = found.findIndex((group) => group.last === boundary);
    const [left, right] = found.slice(at, at + 2);
    const height = 1 + Math.max(left.height, right.height);
    found.splice(at, 2, { first: left.first, last: right.last, height, boundary, left, right });
  }
  return found;
}
