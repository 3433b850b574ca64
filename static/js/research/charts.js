// Charts are drawn from the tables next to them, so both always agree.
import { init } from "../../vendor/echarts.js";
import { axis, common, measured, onScreen, timed, toldTime } from "./paper.js";

const dashes = ["solid", "dashed", "dotted"];
const dark = matchMedia("(prefers-color-scheme: dark)");

const number = (cell) => (cell.dataset.value === "" ? null : Number(cell.dataset.value));
const rowsOf = (id) => [...document.getElementById(id).rows].map((row) => [...row.cells]);

// The interval of each version for which it was computed: a stroke from end to end. If there are
// several, a band between them, stacked on the lower ends.
function intervals(rows, column, name, color, place) {
  const ends = rows
    .filter((row) => row[column].dataset.low)
    .map((row) => [number(row[0]), Number(row[column].dataset.low), Number(row[column].dataset.high)]);
  const aside = rows.length ? (place * number(rows[rows.length - 1][0])) / 120 : 0;
  const still = { type: "line", silent: true, showSymbol: false, tooltip: { show: false }, z: 1 };
  const strokes = {
    ...still,
    name,
    data: ends.flatMap(([at, low, high]) => [
      [at - aside, low],
      [at - aside, high],
      [at - aside, null],
    ]),
    lineStyle: { width: 2, color, opacity: 0.45, cap: "round" },
  };
  if (ends.length < 2) return [strokes];
  const edge = { ...still, stack: name, stackStrategy: "all", lineStyle: { width: 0 } };
  return [
    { ...edge, name: `${name}, lower ends`, data: ends.map(([at, low]) => [at, low]) },
    {
      ...edge,
      name: `${name}, band`,
      data: ends.map(([at, low, high]) => [at, high - low]),
      areaStyle: { color, opacity: place ? 0.1 : 0.16 },
    },
    strokes,
  ];
}

// The nearest version's figures, each with its interval where it has one.
function told(rows, shown, judgments) {
  const row = rows.find((one) => number(one[0]) === judgments);
  const figures = shown.map(([head, column]) => `${head.textContent}  ${row[column].textContent}`);
  return [`${row[0].textContent} judgments, version ${row[1].textContent}`, ...figures].join("\n");
}

function agreement(colours) {
  const heads = [...document.querySelector("#points").closest("table").tHead.rows[0].cells];
  const rows = rowsOf("points");
  const figures = heads.map((head, column) => [head, column]).filter(([head]) => head.dataset.anchor);
  const alphas = figures.filter(([head]) => head.dataset.anchor === "alpha");
  // The α of spans have names of their own; the first is that of the dashboard.
  const shown = alphas.length ? alphas : figures.slice(0, 1);
  const strokes = [colours.accent, colours.ink, colours.quiet];
  const base = common(colours);
  const lines = shown.map(([head, column], place) => ({
    name: head.textContent,
    type: "line",
    showSymbol: rows.length === 1,
    symbolSize: 6,
    z: 2,
    data: rows.map((row) => [number(row[0]), number(row[column])]),
    lineStyle: { width: 2.5, color: strokes[place % 3], type: dashes[place % 3] },
    itemStyle: { color: strokes[place % 3] },
    endLabel: { show: shown.length > 1, formatter: "{a}", color: strokes[place % 3], offset: [0, place ? 10 : -10] },
  }));
  const bands = shown.flatMap(([head, column], place) =>
    intervals(rows, column, `${head.textContent}, intervals`, strokes[place % 3], place),
  );
  const series = [...lines, ...bands];
  const heights = shown.flatMap(([, column]) =>
    rows.flatMap(({ [column]: cell }) => [
      number(cell),
      ...[cell.dataset.low, cell.dataset.high].filter(Boolean).map(Number),
    ]),
  );
  return {
    ...base,
    tooltip: { ...base.tooltip, formatter: ([first]) => told(rows, shown, first.value[0]) },
    xAxis: axis(colours, {
      type: "value",
      min: 0,
      max: "dataMax",
      splitLine: { show: false },
      axisLabel: { hideOverlap: false, showMaxLabel: false },
    }),
    yAxis: axis(colours, { type: "value", ...measured(heights), name: shown.length > 1 ? "" : "α" }),
    series,
    grid: {
      left: 8,
      right: shown.length > 1 ? 56 : 16,
      top: shown.length > 1 ? 16 : 32,
      bottom: 8,
      containLabel: true,
    },
  };
}

const PIXELS_A_TIME = 90;

function throughput(colours, width) {
  const rows = rowsOf("buckets");
  const step = Number(document.getElementById("buckets").dataset.seconds) * 1000;
  const starts = rows.map((row) => Date.parse(row[0].querySelector("time").dateTime));
  const [from, to] = [starts[0], starts[starts.length - 1] + step];
  const along = timed(from, to, width / PIXELS_A_TIME);
  const counted = (column) =>
    measured(
      rows.map((row) => number(row[column])),
      { fromZero: true, least: 1, steps: 3 },
    );
  const line = { width: 2.5, color: colours.accent };
  const base = common(colours);
  return {
    ...base,
    grid: { ...base.grid, bottom: 8 },
    tooltip: { ...base.tooltip, formatter: (found) => bucketTold(rows, found) },
    xAxis: axis(colours, {
      type: "value",
      ...along,
      containShape: false,
      splitLine: { show: false },
      axisLabel: {
        showMinLabel: from % along.interval === 0,
        showMaxLabel: to % along.interval === 0,
        formatter: (moment) => toldTime(moment, along.interval),
      },
    }),
    yAxis: [
      axis(colours, { type: "value", ...counted(1), name: "arrived" }),
      axis(colours, {
        type: "value",
        ...counted(2),
        name: "so far",
        splitLine: { show: false },
        nameTextStyle: { color: colours.quiet, align: "right" },
      }),
    ],
    series: [
      {
        name: "arrived",
        type: "bar",
        data: rows.map((row, place) => [starts[place] + step / 2, number(row[1])]),
        itemStyle: { color: colours.quiet, opacity: 0.5 },
        barCategoryGap: "12%",
      },
      {
        name: "so far",
        type: "line",
        yAxisIndex: 1,
        showSymbol: false,
        silent: true,
        data: [[from, 0], ...rows.map((row, place) => [starts[place] + step, number(row[2])])],
        lineStyle: line,
        itemStyle: { color: colours.accent },
      },
    ],
  };
}

function bucketTold(rows, found) {
  const bar = found.find(({ seriesName }) => seriesName === "arrived");
  if (!bar) return "";
  const [at, arrived, soFar] = rows[bar.dataIndex].map((cell) => cell.textContent);
  return `from ${at} UTC\narrived  ${arrived}\nso far  ${soFar}`;
}

const charts = [
  ["agreement-plot", agreement],
  ["throughput-plot", throughput],
]
  .filter(([id]) => document.getElementById(id))
  .map(([id, option]) => {
    const plot = document.getElementById(id);
    const chart = init(plot, null, { renderer: "svg" });
    const draw = () => chart.setOption(option(onScreen(), plot.clientWidth), { notMerge: true });
    new ResizeObserver(() => {
      chart.resize();
      draw();
    }).observe(plot);
    return draw;
  });

export function draw() {
  for (const one of charts) one();
}

dark.addEventListener("change", draw);
draw();
