/* Where places stand: words, or characters as the server counts them (code points), against the
   page's UTF-16 units. */

const SPACE = /\s/u;

export class Places {
  constructor({ text, places, unit }) {
    this.text = text;
    this.byWords = unit === "words";
    const units = unitsOf(text);
    this.units = units;
    this.words = places.map(([begin, end]) => [unitAt(units, begin), unitAt(units, end)]);
    this.marks = units && pointsOf(text, units);
    this.length = this.byWords ? places.length : units ? units.length - 1 : text.length;
  }

  /* The units from which up to which a span extends. */
  edges([begin, end]) {
    if (this.byWords) return [this.words[begin][0], this.words[end - 1][1]];
    return [unitAt(this.units, begin), unitAt(this.units, end)];
  }

  written(span) {
    return this.text.slice(...this.edges(span));
  }

  /* The span of whole words, from one to another. */
  ofWords(one, other) {
    const [first, last] = [Math.min(one, other), Math.max(one, other)];
    if (this.byWords) return [first, last + 1];
    return [this.place(this.words[first][0]), this.place(this.words[last][1])];
  }

  /* The word that contains a unit, or the nearest one. */
  wordAt(unit) {
    let [low, high] = [0, this.words.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.words[middle][0] <= unit) low = middle;
      else high = middle - 1;
    }
    const next = this.words[low + 1];
    return next && unit > this.words[low][1] && next[0] - unit < unit - this.words[low][1] ? low + 1 : low;
  }

  /* The first and the last word of a span. */
  wordsOf([begin, end]) {
    if (this.byWords) return [begin, end - 1];
    const [first, last] = this.edges([begin, end]);
    return [this.wordAt(first), this.wordAt(last - 1)];
  }

  /* What was selected, as a span: whole words, or characters without the white space at both ends;
     null where nothing is left. */
  taken(from, to) {
    let [first, last] = [from, to];
    while (first < last && SPACE.test(this.text[first])) first += 1;
    while (last > first && SPACE.test(this.text[last - 1])) last -= 1;
    if (first >= last) return null;
    if (!this.byWords) return [this.place(first), this.place(last)];
    const touched = this.words.flatMap(([a, b], at) => (a < last && b > first ? [at] : []));
    return touched.length ? [touched[0], touched.at(-1) + 1] : null;
  }

  /* Move one end of a span of characters; null if it would be empty. */
  nudged([begin, end], atEnd, by) {
    const span = atEnd ? [begin, end + by] : [begin + by, end];
    return span[0] >= 0 && span[0] < span[1] && span[1] <= this.length ? span : null;
  }

  place(unit) {
    return this.marks ? this.marks[unit] : unit;
  }
}

/* The unit at which each code point begins, and the end; null where each is one unit. */
function unitsOf(text) {
  const points = [...text];
  if (points.length === text.length) return null;
  const units = [0];
  for (const point of points) units.push(units.at(-1) + point.length);
  return units;
}

function unitAt(units, place) {
  return units ? units[place] : place;
}

function pointsOf(text, units) {
  const points = new Uint32Array(text.length + 1);
  units.forEach((unit, at) => {
    points[unit] = at;
    if (unit + 1 <= text.length && units[at + 1] === unit + 2) points[unit + 1] = at;
  });
  return points;
}
