#!/bin/sh
# Fetch the browser libraries from npm at pinned versions. Needs npm; the result is committed.
# ECharts is bundled from its modules: lines and bars, as SVG and canvas, half of the full build.
set -eu
HTMX=2.0.11
ECHARTS=6.1.0
ESBUILD=0.28.2

here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm init -y >/dev/null
npm install --silent --no-fund --no-audit --save-exact \
  "htmx.org@$HTMX" "echarts@$ECHARTS" "esbuild@$ESBUILD"

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
