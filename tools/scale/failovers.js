/**
 * Renders the section of `docs/project/assurance.md` with the figures of the last run of each failover.
 *
 * @module
 */

const heading = '## Failovers'

const introduction = `${heading}

\`npm run test:scale -- --write\` writes this section. Users sign in and out at four processes behind nginx while the primary server of the store is
replaced. They compare each response with what the app confirmed before.

A run passes only if no user sees the session of another user, no user is half stored, no refused request deletes a cookie, requests
are refused only during the failover and for ten seconds after it, and all users sign in at the end without a restart. Timeouts of a slow machine may be
2 % of the requests. What was confirmed is lost only
if the column "can be lost" announces it. Sign-ins, sign-outs and new users can be lost.

"Promotion" is the time until the replica accepts writes. "Refused" counts the requests that returned 503 or led to the error page, and "For" is the time
from the first to the last. A refused sign-out is not a loss if it happens anyway: ioredis sends a command that timed out when it is connected again.

| Failover | Strategy | Users | Sign-ins | Sign-outs | Reads | Promotion | Refused | For | Can be lost | Lost | Date |
|---|---|---:|---:|---:|---:|---:|---:|---:|---|---|---|
`

/**
 * Returns the page with new figures. Rows of failovers that did not run and the other sections stay.
 *
 * @param {string} page the current page
 * @param {readonly object[]} figures the lines that `test/scale/failover` writes, each with a `date`
 */
export function renderFailovers(page, figures) {
  const sections = page.split(/^(?=## )/m)
  const index = sections.findIndex(section => section.startsWith(`${heading}\n`))
  const rows = new Map(index === -1 ? [] : parseRows(sections[index]))
  for (const figure of figures) rows.set(toKey(figure.name, figure.strategy), renderRow(figure))
  const sorted = [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
  const section = `${introduction}${sorted.join('\n')}\n`
  if (index === -1) return `${page}\n${section}`
  const hasMore = index < sections.length - 1
  return [...sections.slice(0, index), hasMore ? `${section}\n` : section, ...sections.slice(index + 1)].join(
    '',
  )
}

/** Returns the rows of the table by their first two cells. */
function parseRows(section) {
  const rows = section.split('\n').filter(line => /^\| (?!Failover \|)/.test(line))
  return rows.map(row => {
    const [name, strategy] = row.slice(2).split(' | ')
    return [toKey(name, strategy), row]
  })
}

const toKey = (name, strategy) => `${name} | ${strategy}`

function renderRow(figure) {
  const { name, strategy, announced, userCount, signIns, signOuts, reads, refused, lost, date } = figure
  const counts = [userCount, signIns, signOuts, reads].map(formatNumber)
  const times = [formatSeconds(figure.failoverMs), formatNumber(refused), formatSeconds(figure.refusedMs)]
  return `| ${[name, strategy, ...counts, ...times, announced, formatLost(lost), date].join(' | ')} |`
}

function formatLost({ signIns, signOuts, users }) {
  const parts = [formatPart(signIns, 'sign-in'), formatPart(signOuts, 'sign-out'), formatPart(users, 'user')]
  return parts.filter(Boolean).join(', ') || 'nothing'
}

function formatPart(count, noun) {
  return count > 0 && `${formatNumber(count)} ${noun}${count > 1 ? 's' : ''}`
}

function formatSeconds(milliseconds) {
  return `${(milliseconds / 1_000).toFixed(1)} s`
}

function formatNumber(value) {
  return value.toLocaleString('en-US')
}
