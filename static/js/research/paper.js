// Colours, axes and series that all charts share: ink on paper, one accent, shape as well as colour.
const stillness = matchMedia("(prefers-reduced-motion: reduce)");
const STEPS = 6;
const NEARLY = 1e-9;

// Printed charts are light, whatever the screen is.
const print = {
  accent: "#0b6e69",
  ink: "#1c1b19",
  quiet: "#6b6862",
  line: "#e4e1da",
  soft: "#bfe0dc",
  card: "#ffffff",
  font: "system-ui, sans-serif",
};

export function onScreen() {
  const style = getComputedStyle(document.documentElement);
  const role = (name) => style.getPropertyValue(`--${name}`).trim();
  return {
    accent: role("accent"),
    ink: role("ink"),
    quiet: role("quiet"),
    line: role("line"),
    soft: role("accent-soft"),
    card: role("card"),
    font: style.fontFamily,
  };
}

export const onPaper = () => print;

export function common(colours) {
  return {
    animation: false,
    aria: { enabled: false },
    textStyle: { fontFamily: colours.font, color: colours.quiet },
    grid: { left: 8, right: 16, top: 32, bottom: 8, containLabel: true },
    tooltip: {
      trigger: "axis",
      renderMode: "richText",
      confine: true,
      backgroundColor: colours.card,
      borderColor: colours.line,
      textStyle: { color: colours.ink, fontFamily: colours.font, fontSize: 13 },
      axisPointer: { lineStyle: { color: colours.quiet }, animation: !stillness.matches },
    },
  };
}

// The ends of an axis and the step between its lines: 1, 2 or 5 of some power of ten. The library
// would take 3 as well, and go beyond what a share can be. `least` is the smallest step that the
// axis can write.
export function measured(values, { fromZero = false, least = 0, steps = STEPS } = {}) {
  const known = [...values.filter(Number.isFinite), ...(fromZero ? [0] : [])];
  if (!known.length) return {};
  const [low, high] = [Math.min(...known), Math.max(...known)];
  const rough = (high - low || Math.abs(high) || 1) / steps;
  const power = 10 ** Math.floor(Math.log10(rough));
  const interval = Math.max(least, power * [1, 2, 5, 10].find((step) => step * power >= rough * (1 - NEARLY)));
  const first = Math.floor(low / interval + NEARLY);
  const last = Math.max(Math.ceil(high / interval - NEARLY), first + 1);
  return { min: rounded(first * interval), max: rounded(last * interval), interval };
}

// Write the numbers of an axis with as many decimals as its steps have, so that they are aligned.
export function inSteps(interval) {
  const decimals = `${rounded(interval)}`.split(".")[1]?.length ?? 0;
  const how = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  return (number) => number.toLocaleString("en", how).replace("-", "−");
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const spans = [
  ...[1, 2, 5, 10, 15, 30].map((count) => count * SECOND),
  ...[1, 2, 5, 10, 15, 30].map((count) => count * MINUTE),
  ...[1, 2, 3, 6, 12].map((count) => count * HOUR),
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500].map((count) => count * DAY),
];
const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

// A time axis of exactly this span, with at most this number of steps between its lines, which are
// at round times in UTC.
export function timed(from, to, steps) {
  const rough = (to - from) / Math.max(1, steps);
  const interval = spans.find((span) => span >= rough) ?? spans.at(-1);
  return { min: from, max: to, interval };
}

// As exactly as the steps need; at midnight the day is written instead.
export function toldTime(moment, interval) {
  const [, month, day] = new Date(moment).toISOString().slice(0, 10).split("-");
  if (interval >= DAY || moment % DAY === 0) return `${Number(day)} ${months[month - 1]}`;
  return new Date(moment).toISOString().slice(11, interval < MINUTE ? 19 : 16);
}

const rounded = (number) => Number(number.toPrecision(12));

export function axis(colours, { axisLabel, ...more }) {
  return {
    axisLine: { lineStyle: { color: colours.line } },
    axisTick: { show: false },
    axisLabel: {
      color: colours.quiet,
      fontSize: 12,
      hideOverlap: true,
      ...(more.interval ? { formatter: inSteps(more.interval) } : {}),
      ...axisLabel,
    },
    splitLine: { lineStyle: { color: colours.line } },
    nameTextStyle: { color: colours.quiet, fontSize: 12, align: "left" },
    ...more,
  };
}
