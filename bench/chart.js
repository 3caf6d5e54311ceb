import { computeRatios } from './report.js'

const width = 760
const labelWidth = 250
const right = 28
const rowHeight = 30
const top = 84
const maxRatio = 128
const ticks = [1, 2, 4, 8, 16, 32, 64, 128]

/** The packages of the picture: the class of the dot, and which candidates it shows. */
const packages = [
  { label: 'better-auth', style: 'better', matches: name => name.startsWith('better-auth') },
  { label: 'Auth.js', style: 'authjs', matches: name => name.startsWith('@auth/core') },
  { label: 'Latchkey', style: 'own', matches: name => name.startsWith('Latchkey') },
]

/**
 * Renders a picture of the measures that have a `chart` label: one row each, and a dot for each package at its ratio to the baseline, on a
 * logarithmic axis. The picture has a background of its own, so that it is readable on light and dark pages.
 *
 * @returns the SVG, or null if no measure has a label
 */
export function renderChart(results) {
  const rows = results.flatMap(result => createRows(result))
  if (rows.length === 0) return null
  const height = top + rows.length * rowHeight + 16
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="title">
<title id="title">Time of each workload, in multiples of the baseline</title>
<style>${style}</style>
<rect class="page" width="${width}" height="${height}" rx="8"/>
<text class="title" x="20" y="28">Time per call, in multiples of the least work of the task</text>
${renderLegend()}
${ticks.map(tick => renderTick(tick, height)).join('\n')}
${rows.map(renderRow).join('\n')}
</svg>
`
}

const style = `
text { font: 13px system-ui, sans-serif; fill: #24292f } .title { font-weight: 600 } .tick { font-size: 11px; text-anchor: middle; fill: #57606a }
.page { fill: #fff; stroke: #d0d7de } .grid { stroke: #d8dee4 } .range { stroke: #afb8c1; stroke-width: 2 }
.own { fill: #0969da } .authjs { fill: #bc4c00 } .better { fill: #8250df } .value { font-size: 11px }
@media (prefers-color-scheme: dark) {
text { fill: #e6edf3 } .tick { fill: #9198a1 } .page { fill: #0d1117; stroke: #3d444d } .grid { stroke: #2a3038 } .range { stroke: #59636e }
.own { fill: #58a6ff } .authjs { fill: #f0883e } .better { fill: #bc8cff }
}`

/** Creates a row for each label of a measure. Candidates of the measure can have labels of their own. */
function createRows({ measure, times }) {
  if (!measure.chart) return []
  const ratios = computeRatios({ times }, 'baseline')
  const labels = typeof measure.chart === 'string' ? { [measure.chart]: null } : measure.chart
  return Object.entries(labels).map(([label, own]) => ({
    label,
    dots: packages.flatMap(({ style, matches }) => {
      const name = findCandidate(Object.keys(ratios), { own, matches, isOwn: style === 'own' })
      return name ? [{ style, ratio: ratios[name] }] : []
    }),
  }))
}

/** Finds the candidate of a dot. A row for one candidate of Latchkey (`own`) beyond the first has no other dots. */
function findCandidate(names, { own, matches, isOwn }) {
  if (isOwn && own) return own
  return isOwn || !own || own === names.find(packages.at(-1).matches) ? names.find(matches) : undefined
}

function renderLegend() {
  return packages
    .toReversed()
    .map(({ label, style }, index) => {
      const x = 20 + index * 100
      return `<circle class="${style}" cx="${x + 5}" cy="48" r="5"/><text x="${x + 16}" y="52">${label}</text>`
    })
    .join('\n')
}

function renderTick(tick, height) {
  const x = toX(tick)
  return `<line class="grid" x1="${x}" y1="${top - 8}" x2="${x}" y2="${height - 14}"/><text class="tick" x="${x}" y="${top - 14}">${tick} ×</text>`
}

function renderRow({ label, dots }, index) {
  const y = top + index * rowHeight + rowHeight / 2
  const last = toX(Math.max(...dots.map(({ ratio }) => ratio)))
  const circles = dots.map(({ style, ratio }) => {
    const x = toX(ratio)
    return `<circle class="${style}" cx="${x}" cy="${y}" r="6"><title>${ratio.toFixed(2)} ×</title></circle>`
  })
  const own = dots.find(({ style }) => style === 'own')
  const value = `<text class="value" x="${toX(own.ratio)}" y="${y - 9}" text-anchor="middle">${own.ratio.toFixed(own.ratio < 10 ? 2 : 0)}</text>`
  return `<text x="20" y="${y + 4}">${escapeText(label)}</text><line class="range" x1="${toX(1)}" y1="${y}" x2="${last}" y2="${y}"/>${circles.join('')}${value}`
}

/** Returns the position of a ratio on the axis. Ratios beyond its ends are drawn at the end. */
function toX(ratio) {
  const share = Math.log2(Math.min(maxRatio, Math.max(1, ratio))) / Math.log2(maxRatio)
  return Math.round(labelWidth + share * (width - labelWidth - right))
}

function escapeText(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
