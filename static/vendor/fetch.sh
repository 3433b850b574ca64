#!/bin/sh
# Fetch the browser libraries, the typeface and the icons from npm at pinned versions. Needs npm and
# Python; the result is committed.
# ECharts is bundled from its modules: lines and bars, as SVG and canvas, half of the full build.
# Inter has only the weights and characters that pages use: a third of the package's files.
set -eu
INTER=5.3.0
LUCIDE=1.62.0
FONTTOOLS=4.68.0
BROTLI=1.2.1
HTMX=2.0.11
ECHARTS=6.1.0
ESBUILD=0.28.2

here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm init -y >/dev/null
npm install --silent --no-fund --no-audit --save-exact \
  "htmx.org@$HTMX" "echarts@$ECHARTS" "esbuild@$ESBUILD" \
  "@fontsource-variable/inter@$INTER" "lucide-static@$LUCIDE"
python3 -m venv python
python/bin/pip install --quiet "fonttools==$FONTTOOLS" "brotli==$BROTLI"

cp node_modules/htmx.org/dist/htmx.min.js "$here/htmx.min.js"
cp node_modules/htmx.org/LICENSE "$here/htmx.LICENSE"
cp node_modules/echarts/LICENSE "$here/echarts.LICENSE"
cp node_modules/echarts/NOTICE "$here/echarts.NOTICE"
cp node_modules/zrender/LICENSE "$here/zrender.LICENSE"
cp "$here/echarts.entry.js" entry.js
node_modules/.bin/esbuild entry.js --bundle --minify --format=esm --legal-comments=none \
  --define:process.env.NODE_ENV='"production"' \
  --banner:js="/* Apache ECharts $ECHARTS, Apache License 2.0: see echarts.LICENSE, echarts.NOTICE and zrender.LICENSE */" \
  --outfile="$here/echarts.js"

subset() {
  python/bin/fonttools varLib.instancer --quiet --output "$1.ttf" \
    "node_modules/@fontsource-variable/inter/files/inter-$1-wght-normal.woff2" wght=400:650
  python/bin/pyftsubset "$1.ttf" --unicodes="$2" --flavor=woff2 --layout-features=kern,tnum,ccmp,locl,mark \
    --output-file="$here/inter-$1.woff2"
}
subset latin U+20-7E,U+A0-FF,U+131,U+152-153,U+2BB-2BC,U+2C6,U+2DA,U+2DC,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215
subset latin-ext U+100-17F,U+218-21B
subset greek U+391-3C9
cp node_modules/@fontsource-variable/inter/LICENSE "$here/inter.LICENSE"

# The icons as symbols of one file, which pages refer to by name.
{
  printf '<svg xmlns="http://www.w3.org/2000/svg">\n'
  for icon in $(cat "$here/icons.txt"); do
    printf '<symbol id="%s" viewBox="0 0 24 24">' "$icon"
    sed -n '/^  </p' "node_modules/lucide-static/icons/$icon.svg" | sed '/^  class=/d; /^  xmlns=/d' | tr -s ' \n' ' '
    printf '</symbol>\n'
  done
  printf '</svg>\n'
} >"$here/icons.svg"
cp node_modules/lucide-static/LICENSE "$here/icons.LICENSE"
