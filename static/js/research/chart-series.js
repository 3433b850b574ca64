// The series of a chart, from the columns of its table: lines, bars, points, chance and levels.
export const LETTER = 7;
export const ICON = 28;

const dashes = ["solid", "dashed", "dotted"];
const levels = ["dotted", "solid", "dotted", "dashed"];
const symbols = ["circle", "rect", "triangle", "diamond"];

const value = (cell) => (cell.dataset.value === "" ? null : Number(cell.dataset.value));

// Fill, then outline, then grey: distinguishable without colour.
function strokes(colours, place) {
  const line = [colours.accent, colours.ink, colours.quiet][place % 3];
  const fills = [colours.accent, colours.ink, colours.soft, colours.card, colours.quiet, colours.line];
  const edges = [colours.accent, colours.ink, colours.accent, colours.ink, colours.quiet, colours.ink];
  return {
    line,
    dash: dashes[Math.floor(place / 3 + place) % 3],
    symbol: symbols[place % 4],
    fill: fills[place % 6],
    edge: edges[place % 6],
  };
}

function lineOf(name, data, { line, dash, symbol }) {
  return {
    name,
    type: "line",
    data,
    symbol,
    symbolSize: 8,
    showAllSymbol: true,
    connectNulls: true,
    lineStyle: { width: 2.5, color: line, type: dash },
    itemStyle: { color: line },
  };
}

// Over bars it is marked at its position, and joined only if the axis has an order.
function chanceOf(name, data, colours, { kind, across }) {
  const line = kind === "bar" ? colours.ink : colours.quiet;
  const series = { ...lineOf(name, data, { line, dash: "dotted", symbol: "circle" }), z: 3 };
  series.itemStyle = { color: colours.card, borderColor: line, borderWidth: 2 };
  return across ? series : { ...series, symbolSize: 12, lineStyle: { width: 0 } };
}

// A level lies over the whole width: as a line where what is across has an order, else as strokes
// over each bar's place, which together look like that line.
function levelOf(name, data, colours, place, { kind, room }) {
  const color = place % 4 === 3 ? colours.ink : colours.quiet;
  const dash = levels[place % 4];
  const look = { dash, line: color, symbol: kind === "line" ? "none" : dashed(dash, room, 2) };
  const series = { ...lineOf(name, data, look), z: 4, icon: dashed(dash, ICON, 2) };
  series.lineStyle.width = kind === "line" ? 1.5 : 0;
  return kind === "line" ? series : { ...series, symbolSize: [room, 2] };
}

// A stroke as a symbol, so wide and so high, that is cut as a line of this kind is.
function dashed(dash, wide, high) {
  const [step, length] = { solid: [wide, wide], dotted: [5, 2], dashed: [9, 6] }[dash];
  const starts = Array.from({ length: Math.max(1, Math.round(wide / step)) }, (_, count) => count * step);
  return `path://${starts.map((start) => `M${start},0h${length}v${high}h${-length}z`).join("")}`;
}

export function pointsOf(table, colours) {
  const at = (role) => table.heads.find((head) => head.role === role).place;
  const [x, y] = [at("x"), at("y")];
  const names = [...new Set(table.rows.map((row) => row.series))];
  const found = names.map((name, place) => {
    const data = table.rows
      .filter((row) => row.series === name)
      .map((row) => ({
        value: [value(row.cells[x]), value(row.cells[y]), ...[0, x, y].map((place) => row.cells[place].textContent)],
        mark: markOf(table, row),
      }));
    const series = lineOf(name, data, strokes(colours, place));
    return { ...series, lineStyle: { width: 0 }, symbolSize: 10, itemStyle: { ...series.itemStyle, opacity: 0.75 } };
  });
  return crossesZero(table, x) ? [...found, upright(found, colours)] : found;
}

function markOf(table, row) {
  const head = table.heads.find((head) => head.role === "mark");
  return head ? row.cells[head.place].textContent : "";
}

// Labels each point, on the first side above the axis where neither a point nor
// a word is; where there is none, the table says it.
export function inscribe(series, colours, { x, y }, [width, height]) {
  const points = series.filter((one) => one.name).flatMap((one) => one.data);
  const [wide, high] = [width / (x.max - x.min), height / (y.max - y.min)];
  const taken = points.map((point) => [point.value[0] * wide, point.value[1] * high]);
  for (const point of points.filter((point) => point.mark)) {
    const [left, up] = [point.value[0] * wide, point.value[1] * high];
    const reach = 8 + (point.mark.length * LETTER) / 2;
    const sides = {
      right: [left + reach, up],
      left: [left - reach, up],
      top: [left, up + 14],
      bottom: [left, up - 14],
    };
    const inside = ([, above]) => above - 6 >= y.min * high;
    const free = ([across, above]) =>
      taken.every((one) => Math.abs(one[0] - across) > reach || Math.abs(one[1] - above) > 10);
    const side = Object.keys(sides).find((name) => inside(sides[name]) && free(sides[name]));
    if (!side) continue;
    taken.push(sides[side]);
    point.label = {
      show: true,
      position: side,
      distance: 4,
      formatter: point.mark,
      color: colours.ink,
      opacity: 1,
      fontSize: 11,
      fontFamily: colours.font,
    };
  }
}

function crossesZero(table, place) {
  const values = table.rows.map((row) => value(row.cells[place]));
  return Math.min(...values) < 0 && Math.max(...values) > 0;
}

// Where points lie on both sides of zero, a line is drawn there.
function upright(found, colours) {
  const heights = found.flatMap((series) => series.data.map((point) => point.value[1]));
  const data = [Math.min(...heights), Math.max(...heights)].map((height) => [0, height]);
  return {
    type: "line",
    data,
    symbol: "none",
    silent: true,
    tooltip: { show: false },
    lineStyle: { width: 1.5, color: colours.quiet, type: "dashed" },
    z: 1,
  };
}

// An interval is a whisker over the bar that it is of, from its lower end to its upper one.
function intervalsOf(table, colours) {
  const [low, high] = ["low", "high"].map((role) => table.heads.find((head) => head.role === role));
  if (!low || !high) return [];
  const data = table.rows.flatMap((row, place) => {
    const ends = [low, high].map((head) => value(row.cells[head.place]));
    return ends.includes(null) ? [] : [...ends, null].map((end) => [place, end]);
  });
  const series = lineOf(low.name.split(",")[0], data, { line: colours.ink, dash: "solid", symbol: "rect" });
  const whisker = {
    symbolSize: [14, 2],
    connectNulls: false,
    z: 4,
    icon: "path://M0,0v12h2v-5h16v5h2v-12h-2v5h-16v-5z",
  };
  return [{ ...series, ...whisker, lineStyle: { ...series.lineStyle, width: 2 }, tooltip: { show: false } }];
}

// The height at which a value of a series is drawn; a whisker's are places with heights.
export const heightOf = (drawn) => (Array.isArray(drawn) ? drawn[1] : (drawn?.value ?? drawn));

// A bar of nothing has no outline either.
const barOf = (height) => (height === 0 ? { value: 0, itemStyle: { borderWidth: 0 } } : height);

export function columnsOf(table, colours, room) {
  let [place, level] = [0, 0];
  const columns = table.heads
    .filter((head) => ["series", "chance", "level"].includes(head.role))
    .map((head) => {
      const data = table.rows.map((row) => value(row.cells[head.place]));
      if (head.role === "chance") return chanceOf(head.name, data, colours, table);
      if (head.role === "level") return levelOf(head.name, data, colours, level++, { ...table, room });
      const look = strokes(colours, place++);
      if (table.kind === "line") return lineOf(head.name, data, look);
      return {
        name: head.name,
        type: "bar",
        data: data.map(barOf),
        barMaxWidth: 36,
        itemStyle: { color: look.fill, borderColor: look.edge, borderWidth: 1 },
      };
    });
  return [...columns, ...intervalsOf(table, colours)];
}
