// Colours, axes and series that all charts share: ink on paper, one accent, shape beside colour.
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
    // As in the tables beside the charts, wherever the browser is.
    useUTC: true,
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

const rounded = (number) => Number(number.toPrecision(12));

export function axis(colours, more) {
  return {
    axisLine: { lineStyle: { color: colours.line } },
    axisTick: { show: false },
    axisLabel: { color: colours.quiet, fontSize: 12, hideOverlap: true },
    splitLine: { lineStyle: { color: colours.line } },
    nameTextStyle: { color: colours.quiet, fontSize: 12, align: "left" },
    ...more,
  };
}
