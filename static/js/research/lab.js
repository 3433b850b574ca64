// The laboratory's charts, drawn from the tables below them, on the screen and for a paper.
import { init } from "../../vendor/echarts.js";
import { axis, common, measured, onPaper, onScreen } from "./paper.js";

const PRINTED = { width: 960, height: 560 };
const PIXELS = 3;
const LETTER = 7;
const LEGEND_ROW = 22;
const ICON = 28;
const NARROW = 48;
const LONGEST_NAME = 80;
const TALL = 328;
const STEPS_ACROSS = 8;
const LEAST_STEPS = { count: 1, share: 0.01 };

const dashes = ["solid", "dashed", "dotted"];
const levels = ["dotted", "solid", "dotted", "dashed"];
const symbols = ["circle", "rect", "triangle", "diamond"];
const dark = matchMedia("(prefers-color-scheme: dark)");

const shorten = (name) => (name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME - 1)}…` : name);
const written = (number) => `${number}`.replace("-", "−");
const value = (cell) => (cell.dataset.value === "" ? null : Number(cell.dataset.value));

function read(section) {
  const table = section.querySelector("table");
  const heads = [...table.tHead.rows[0].cells].map((cell, place) => ({
    name: cell.textContent,
    place,
    ...cell.dataset,
  }));
  return {
    kind: section.dataset.chart,
    across: section.dataset.across,
    up: section.dataset.up,
    heads,
    rows: [...table.tBodies[0].rows].map((row) => ({ series: row.dataset.series, cells: [...row.cells] })),
  };
}

// Fill, then outline, then grey: told apart without colour.
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

// Over bars it is marked where it stands, and joined only where what is across has an order.
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

function pointsOf(table, colours) {
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

// Writes beside each point what marks it, on the first side above the axis where neither a point nor
// a word is; where there is none, the table says it.
function inscribe(series, colours, { x, y }, [width, height]) {
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

// Where points lie on both sides of zero, a line stands there.
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

function columnsOf(table, colours, room) {
  let [place, level] = [0, 0];
  return table.heads
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
        data,
        barMaxWidth: 36,
        itemStyle: { color: look.fill, borderColor: look.edge, borderWidth: 1 },
      };
    });
}

function legendRows(names, width) {
  let [rows, used] = [1, 0];
  for (const name of names) {
    const needed = shorten(name).length * LETTER + 48;
    if (used && used + needed > width) [rows, used] = [rows + 1, 0];
    used += needed;
  }
  return rows;
}

// Names without an order are all written out, in as many lines as they need; aslant where they
// would run into each other.
function names(table, colours, width) {
  const room = (width - 64) / Math.max(1, table.rows.length) - 12;
  const shown = { color: colours.quiet, fontSize: 12, interval: 0 };
  return room < NARROW && table.rows.length > 2
    ? { ...shown, rotate: 55, width: 150, overflow: "truncate" }
    : { ...shown, width: Math.max(NARROW, room), overflow: "break" };
}

// Of both axes where there are points, else of what goes up; bars and numbers of things begin at zero.
function endsOf(table, series) {
  const drawn = series.filter((one) => one.name).flatMap((one) => one.data);
  const formOf = (role) => table.heads.find((head) => head.role === role)?.form;
  if (table.kind !== "points")
    return { y: measured(drawn, { fromZero: table.kind === "bar", least: LEAST_STEPS[formOf("series")] }) };
  const along = (place, form, more) =>
    measured(
      drawn.map((point) => point.value[place]),
      { fromZero: form === "count", least: LEAST_STEPS[form], ...more },
    );
  return { x: along(0, formOf("x"), { steps: STEPS_ACROSS }), y: along(1, formOf("y")) };
}

function option(table, colours, width, title = "") {
  const points = table.kind === "points";
  const series = points
    ? pointsOf(table, colours)
    : columnsOf(table, colours, (width - 48) / Math.max(1, table.rows.length));
  const shares = table.heads.some((head) => head.role === "series" && head.form === "share");
  const shown = (number) => (number == null ? "–" : shares ? `${(100 * number).toFixed(1)}%` : number.toFixed(3));
  const named = series.filter((one) => one.name).map((one) => one.name);
  const rows = legendRows(named, width - 16);
  const start = title ? 44 : 0;
  const base = common(colours);
  const top = start + rows * LEGEND_ROW + 30;
  const ends = endsOf(table, series);
  if (points) inscribe(series, colours, ends, [width - 64, (title ? PRINTED.height : TALL) - top - 52]);
  return {
    ...base,
    backgroundColor: title ? colours.card : "transparent",
    title: title
      ? {
          text: title,
          left: 8,
          top: 10,
          textStyle: { color: colours.ink, fontSize: 16, fontWeight: 600, fontFamily: colours.font },
        }
      : undefined,
    legend: {
      data: series.filter((one) => one.name).map(({ name, icon }) => ({ name, icon })),
      top: start,
      left: 0,
      itemWidth: ICON,
      formatter: shorten,
      selectedMode: false,
      textStyle: { color: colours.ink, fontSize: 12, fontFamily: colours.font },
      inactiveColor: colours.quiet,
    },
    grid: { ...base.grid, top, bottom: table.across ? 28 : 8 },
    tooltip: points
      ? {
          ...base.tooltip,
          trigger: "item",
          formatter: ({ value, seriesName }) =>
            `${value[2]} · ${seriesName}\n${table.across} ${value[3]}\n${table.up} ${value[4]}`,
        }
      : { ...base.tooltip, valueFormatter: shown },
    xAxis: axis(colours, {
      type: points ? "value" : "category",
      name: table.across,
      nameLocation: "middle",
      nameGap: 28,
      nameTextStyle: { color: colours.quiet, fontSize: 12, align: "center" },
      splitLine: { show: false },
      ...(table.across ? {} : { axisLabel: names(table, colours, width) }),
      ...(points
        ? {
            ...ends.x,
            axisLine: { lineStyle: { color: colours.line }, onZero: false },
            axisLabel: { color: colours.quiet, fontSize: 12, hideOverlap: true, formatter: written },
          }
        : { data: table.rows.map((row) => row.cells[0].textContent) }),
    }),
    yAxis: axis(colours, {
      type: "value",
      name: table.up,
      ...ends.y,
      ...(points ? { axisLine: { show: false, onZero: false } } : {}),
      axisLabel: {
        color: colours.quiet,
        fontSize: 12,
        formatter: (number) => (shares ? `${Math.round(100 * number)}%` : written(number)),
      },
    }),
    series,
  };
}

function save(name, address) {
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
}

function saveSVG(table, title, name) {
  const chart = init(null, null, { renderer: "svg", ssr: true, ...PRINTED });
  chart.setOption(option(table, onPaper(), PRINTED.width, title));
  const address = URL.createObjectURL(new Blob([chart.renderToSVGString()], { type: "image/svg+xml" }));
  chart.dispose();
  save(`${name}.svg`, address);
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

function savePNG(table, title, name) {
  const chart = init(document.createElement("div"), null, { renderer: "canvas", devicePixelRatio: PIXELS, ...PRINTED });
  chart.setOption(option(table, onPaper(), PRINTED.width, title));
  save(`${name}.png`, chart.getDataURL({ type: "png", pixelRatio: PIXELS }));
  chart.dispose();
}

export function show(section) {
  const table = read(section);
  const title = section.querySelector("h2").textContent;
  const plot = section.querySelector(".plot");
  const chart = init(plot, null, { renderer: "svg" });
  const draw = () => chart.setOption(option(table, onScreen(), plot.clientWidth), { notMerge: true });
  for (const [kind, act] of [
    ["svg", saveSVG],
    ["png", savePNG],
  ]) {
    const button = section.querySelector(`[data-save=${kind}]`);
    button.hidden = false;
    button.addEventListener("click", () => act(table, title, section.dataset.name));
  }
  new ResizeObserver(() => {
    chart.resize();
    draw();
  }).observe(plot);
  dark.addEventListener("change", draw);
}

for (const section of document.querySelectorAll("[data-chart]")) show(section);
