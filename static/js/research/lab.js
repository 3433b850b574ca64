// The laboratory's charts, drawn from the tables below them, on the screen and for a paper.
import { init } from "../../vendor/echarts.js";
import { columnsOf, heightOf, ICON, inscribe, LETTER, pointsOf } from "./chart-series.js";
import { addPanel, panelsOf } from "./panels.js";
import { axis, common, inSteps, measured, onPaper, onScreen } from "./paper.js";

const PRINTED = { width: 960, height: 560 };
const PIXELS = 3;
// The columns of journals: one of two, whose caption is its title, and the page. In pixels of CSS, so
// that 12 of them are letters of 9 pt.
const MILLIMETRE = 96 / 25.4;
const COLUMN = { width: 84, height: 70 };
const PAGE = { width: 174, height: 100 };
const LEGEND_ROW = 22;
const NARROW = 48;
const LONGEST_NAME = 80;
const TALL = 328;
const PANEL = 160;
const STEPS_ACROSS = 8;
const LEAST_STEPS = { count: 1, share: 0.01 };

const dark = matchMedia("(prefers-color-scheme: dark)");

const shorten = (name) => (name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME - 1)}…` : name);
const written = (number) => `${number}`.replace("-", "−");
// A panel has no room for ranges such as "3.0 to 3.5".
const lowerEnd = (name) => name.split(" to ", 1)[0];
const inForm = (share, { interval } = {}) => {
  if (share) return (number) => `${written(Math.round(100 * number))}%`;
  return interval ? inSteps(interval) : written;
};

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
function names(table, width) {
  const room = (width - 64) / Math.max(1, table.rows.length) - 12;
  const shown = { hideOverlap: false, lineHeight: 16, interval: 0 };
  const words = table.rows.flatMap((row) => row.cells[0].textContent.split(/\s+/));
  const widest = LETTER * Math.max(...words.map((word) => word.length));
  return room < Math.min(NARROW, widest) && table.rows.length > 2
    ? { ...shown, rotate: 55, width: 150, overflow: "truncate" }
    : { ...shown, width: Math.max(Math.min(NARROW, room + 8), room), overflow: "break" };
}

// Of both axes where there are points, else of what goes up; bars and numbers of things begin at zero.
function endsOf(table, series) {
  const drawn = series.filter((one) => one.name).flatMap((one) => one.data);
  const formOf = (role) => table.heads.find((head) => head.role === role)?.form;
  if (table.kind !== "points")
    return {
      y: measured(drawn.map(heightOf), { fromZero: table.kind === "bar", least: LEAST_STEPS[formOf("series")] }),
    };
  const along = (place, form, more) =>
    measured(
      drawn.map((point) => point.value[place]),
      { fromZero: form === "count", least: LEAST_STEPS[form], ...more },
    );
  return { x: along(0, formOf("x"), { steps: STEPS_ACROSS }), y: along(1, formOf("y")) };
}

// `given` are the ends of the axes of a panel, which needs no legend: its name is above it.
function option(table, colours, { width, height = TALL, given }, title = "") {
  const points = table.kind === "points";
  const series = points
    ? pointsOf(table, colours)
    : columnsOf(table, colours, (width - 48) / Math.max(1, table.rows.length));
  const isShare = (role) => table.heads.some((head) => head.role === role && head.form === "share");
  const shares = isShare(points ? "y" : "series");
  const shown = (number) => (number == null ? "–" : shares ? `${(100 * number).toFixed(1)}%` : number.toFixed(3));
  const named = series.filter((one) => one.name).map((one) => one.name);
  const rows = given ? 0 : legendRows(named, width - 16);
  const start = title ? 44 : 0;
  const base = common(colours);
  const top = start + rows * LEGEND_ROW + 30;
  const ends = given ?? endsOf(table, series);
  if (points) inscribe(series, colours, ends, [width - 64, height - top - 52]);
  return {
    ...base,
    backgroundColor: colours === onPaper() ? colours.card : "transparent",
    title: title
      ? {
          text: title,
          left: 8,
          top: 10,
          textStyle: { color: colours.ink, fontSize: 16, fontWeight: 600, fontFamily: colours.font },
        }
      : undefined,
    legend: {
      show: !given,
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
      ...(table.across ? {} : { axisLabel: names(table, width) }),
      ...(given && !points ? { axisLabel: { hideOverlap: true, formatter: lowerEnd } } : {}),
      ...(points
        ? {
            ...ends.x,
            axisLine: { lineStyle: { color: colours.line }, onZero: false },
            axisLabel: { formatter: inForm(isShare("x"), ends.x) },
          }
        : { data: table.rows.map((row) => row.cells[0].textContent) }),
    }),
    yAxis: axis(colours, {
      type: "value",
      name: table.up,
      ...ends.y,
      ...(points ? { axisLine: { show: false, onZero: false } } : {}),
      axisLabel: { hideOverlap: false, formatter: inForm(shares, ends.y) },
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

// As wide as it will be printed, so that it is placed in a paper as it is.
function saveSVG({ width, height }, table, title, name) {
  const sheet = { width: Math.round(width * MILLIMETRE), height: Math.round(height * MILLIMETRE) };
  const chart = init(null, null, { renderer: "svg", ssr: true, ...sheet });
  chart.setOption(option(table, onPaper(), sheet, title));
  const drawn = chart
    .renderToSVGString()
    .replace(/ width="\d+" height="\d+"/u, ` width="${width}mm" height="${height}mm"`);
  chart.dispose();
  const address = URL.createObjectURL(new Blob([drawn], { type: "image/svg+xml" }));
  save(`${name}.svg`, address);
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

const saveColumn = (table, _title, name) => saveSVG(COLUMN, table, "", name);
const savePage = (table, title, name) => saveSVG(PAGE, table, title, `${name}-wide`);

function savePNG(table, title, name) {
  const chart = init(document.createElement("div"), null, { renderer: "canvas", devicePixelRatio: PIXELS, ...PRINTED });
  chart.setOption(option(table, onPaper(), PRINTED, title));
  save(`${name}.png`, chart.getDataURL({ type: "png", pixelRatio: PIXELS }));
  chart.dispose();
}

// Draws a table, again at each size and in each theme.
function keepDrawn(plot, table, size = {}) {
  const chart = init(plot, null, { renderer: "svg" });
  const draw = () =>
    chart.setOption(option(table, onScreen(), { width: plot.clientWidth, ...size }), { notMerge: true });
  new ResizeObserver(() => {
    chart.resize();
    draw();
  }).observe(plot);
  dark.addEventListener("change", draw);
}

// A section is drawn once, however often it is shown: htmx reports one swap several times.
const drawn = new WeakSet();

export function show(section) {
  if (drawn.has(section)) return;
  drawn.add(section);
  const table = read(section);
  const title = section.querySelector("h2").textContent;
  const plot = section.querySelector(".plot");
  if ("panels" in section.dataset) {
    const given = endsOf(table, columnsOf(table, onScreen(), 0));
    for (const panel of panelsOf(table)) keepDrawn(addPanel(plot, panel.name), panel.table, { height: PANEL, given });
    return;
  }
  for (const [kind, act] of [
    ["svg", saveColumn],
    ["wide", savePage],
    ["png", savePNG],
  ]) {
    const button = section.querySelector(`[data-save=${kind}]`);
    button.hidden = false;
    button.addEventListener("click", () => act(table, title, section.dataset.name));
  }
  keepDrawn(plot, table);
}

for (const section of document.querySelectorAll("[data-chart]")) show(section);
