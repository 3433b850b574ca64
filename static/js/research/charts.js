// Charts are drawn from the tables beside them, so both always say the same.
import { init } from "../../vendor/echarts.js";
import { axis, common, measured, onScreen } from "./paper.js";

const dashes = ["solid", "dashed", "dotted"];
const dark = matchMedia("(prefers-color-scheme: dark)");

const number = (cell) => (cell.dataset.value === "" ? null : Number(cell.dataset.value));
const rowsOf = (id) => [...document.getElementById(id).rows].map((row) => [...row.cells]);

// At each version that intervals were made from, a stroke from end to end; those of the second
// figure a little aside, so that both are seen.
function intervals(rows, column, name, color, place) {
  const aside = rows.length ? (place * number(rows[rows.length - 1][0])) / 120 : 0;
  const ends = rows
    .filter((row) => row[column].dataset.low)
    .map((row) => [number(row[0]) - aside, Number(row[column].dataset.low), Number(row[column].dataset.high)]);
  return {
    name,
    type: "line",
    silent: true,
    showSymbol: false,
    z: 1,
    data: ends.flatMap(([at, low, high]) => [
      [at, low],
      [at, high],
      [at, null],
    ]),
    lineStyle: { width: 2, color, opacity: 0.35, cap: "round" },
    itemStyle: { color },
  };
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
  const shown = heads.map((head, column) => [head, column]).filter(([head]) => head.dataset.anchor === "alpha");
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
  const series = [
    ...lines,
    ...shown.map(([head, column], place) =>
      intervals(rows, column, `${head.textContent}, intervals`, strokes[place % 3], place),
    ),
  ];
  const heights = series.flatMap((one) => one.data.map(([, height]) => height));
  return {
    ...base,
    tooltip: { ...base.tooltip, formatter: ([first]) => told(rows, shown, first.value[0]) },
    xAxis: axis(colours, {
      type: "value",
      min: 0,
      max: "dataMax",
      splitLine: { show: false },
      axisLabel: { color: colours.quiet, fontSize: 12, showMaxLabel: false },
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

function throughput(colours) {
  const rows = rowsOf("buckets");
  const step = Number(document.getElementById("buckets").dataset.minutes) * 60_000;
  const starts = rows.map((row) => Date.parse(row[0].querySelector("time").dateTime));
  const from = starts[0] - step / 2;
  const to = starts[starts.length - 1] + step * 1.5;
  const counted = (column) =>
    measured(
      rows.map((row) => number(row[column])),
      { fromZero: true, least: 1, steps: 3 },
    );
  return {
    ...common(colours),
    grid: { ...common(colours).grid, bottom: 28 },
    xAxis: axis(colours, {
      type: "time",
      min: from,
      max: to,
      splitLine: { show: false },
      name: "UTC",
      nameLocation: "middle",
      nameGap: 28,
    }),
    yAxis: [
      axis(colours, { type: "value", ...counted(1), name: "arrived" }),
      axis(colours, {
        type: "value",
        ...counted(3),
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
        barMaxWidth: 18,
      },
      {
        name: "so far",
        type: "line",
        yAxisIndex: 1,
        showSymbol: rows.length === 1,
        data: rows.map((row, place) => [starts[place] + step / 2, number(row[3])]),
        lineStyle: { width: 2.5, color: colours.accent },
        itemStyle: { color: colours.accent },
      },
    ],
  };
}

const charts = [
  ["agreement-plot", agreement],
  ["throughput-plot", throughput],
]
  .filter(([id]) => document.getElementById(id))
  .map(([id, option]) => {
    const plot = document.getElementById(id);
    const chart = init(plot, null, { renderer: "svg" });
    new ResizeObserver(() => chart.resize()).observe(plot);
    return [chart, option];
  });

export function draw() {
  const colours = onScreen();
  for (const [chart, option] of charts) chart.setOption(option(colours));
}

dark.addEventListener("change", draw);
draw();
