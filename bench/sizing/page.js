import { computePlan, inputs } from './plan.js'
import { flows } from './queries.js'
import { storeNames } from './sites.js'

const marks = ['<!-- measured: npm --prefix bench run sizing -- --write -->', '<!-- end of measured -->']
const userCounts = [1e6, 1e7, 1e8]

/** Replaces the measured part of the guide. */
export function replaceMeasured(page, measured) {
  const [begin, end] = marks.map(mark => page.indexOf(mark))
  if (begin === -1 || end === -1) throw new Error('The guide does not have the marks of the measured part.')
  return `${page.slice(0, begin)}${marks[0]}\n\n${measured}\n${page.slice(end)}`
}

/** Renders the tables of what was measured, and the plans. */
export function renderMeasured({ throughput, bytes, queries, machine }) {
  return [
    `Measured on ${machine}.`,
    '### Requests per second of one core',
    renderThroughput(throughput),
    '### Bytes per user and session',
    renderBytes(bytes),
    '### Statements per flow',
    renderQueries(queries),
    '### The plan',
    renderPlans(throughput, bytes),
  ]
    .map(part => `${part}\n`)
    .join('\n')
}

function renderThroughput(rows) {
  const headings = [
    'Session',
    'Session reads: app',
    'PostgreSQL',
    'Redis',
    'Sign-ins: app',
    'PostgreSQL',
    'Redis',
  ]
  return renderTable(
    headings,
    rows.map(({ store, read, signIn }) => [
      storeNames[store],
      ...[read, signIn].flatMap(({ app, postgres, redis }) => [app, postgres, redis].map(formatRate)),
    ]),
  )
}

/** A dash is for a server that does not take part. */
function formatRate(value) {
  return value === undefined ? '–' : formatNumber(Number(value.toPrecision(2)))
}

function renderBytes(rows) {
  const names = { postgres: 'PostgreSQL', redis: 'Redis' }
  return renderTable(
    ['Store', 'A user with one account', 'A session'],
    rows.map(({ store, user, session }) => [
      names[store],
      `${formatNumber(user)} bytes`,
      `${formatNumber(session)} bytes`,
    ]),
  )
}

function renderQueries(rows) {
  return renderTable(
    ['', 'Sign-up', 'Sign-in', 'Session read', 'Sign-out'],
    rows.map(row => [row.name, ...flows.map(flow => String(row[flow]))]),
  )
}

function renderPlans(throughput, bytes) {
  const byStore = Object.fromEntries(bytes.map(({ store, ...sizes }) => [store, sizes]))
  const find = store => throughput.find(row => row.store === store)
  const rows = userCounts.map(users => {
    const [jwt, postgres, composed] = ['token', 'postgres', 'composed'].map(store =>
      computePlan(users, find(store), byStore),
    )
    const { sessions, readsPerSecond, signInsPerSecond } = postgres
    const sizes = postgres.bytes
    return [
      formatMillions(users),
      formatMillions(sessions),
      formatNumber(readsPerSecond),
      formatNumber(signInsPerSecond),
      String(jwt.cores.app),
      `${postgres.cores.app} + ${postgres.cores.postgres}`,
      `${composed.cores.app} + ${composed.cores.postgres} + ${composed.cores.redis}`,
      formatGigabytes(sizes.postgresUsers),
      formatGigabytes(sizes.postgresSessions),
      formatGigabytes(sizes.redisSessions),
    ]
  })
  const headings = [
    'Users',
    'Sessions',
    'Reads/s at the peak',
    'Sign-ins/s',
    'Cores, JWT: app',
    'Cores, database: app + PostgreSQL',
    'Cores, Redis in front: app + PostgreSQL + Redis',
    'Users in PostgreSQL',
    'Sessions in PostgreSQL',
    'or in Redis',
  ]
  return `${renderInputs()}\n\n${renderTable(headings, rows)}`
}

function renderInputs() {
  const { dailyActive, signedIn, sessionsPerUser, readsPerDay, signInsPerDay, peak, load } = inputs
  return `Inputs: ${dailyActive * 100} % of the users are active on a day, with ${readsPerDay} session reads and ${signInsPerDay} sign-ins each. ${signedIn * 100} % have
sessions, ${sessionsPerUser} each. The busiest second has ${peak} times the average, and a core is then used to ${load * 100} %.`
}

function renderTable(headings, rows) {
  const line = cells => `| ${cells.join(' | ')} |`
  return [
    line(headings),
    `|${headings.map((_, index) => (index === 0 ? '---' : '---:')).join('|')}|`,
    ...rows.map(line),
  ].join('\n')
}

function formatNumber(value) {
  return Math.round(value).toLocaleString('en-US')
}

function formatMillions(value) {
  return `${(value / 1e6).toLocaleString('en-US', { maximumFractionDigits: 1 })} M`
}

function formatGigabytes(bytes) {
  return `${bytes < 1e10 ? (bytes / 1e9).toFixed(1) : formatNumber(bytes / 1e9)} GB`
}
