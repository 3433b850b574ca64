// Colours, axes and series that all charts share: ink on paper, one accent, shape beside colour.
const stillness = matchMedia("(prefers-reduced-motion: reduce)");

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
