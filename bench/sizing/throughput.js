import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { createSender, openBrowser, signIn } from './browser.js'
import { serversByStore, storeNames } from './sites.js'

const app = fileURLToPath(new URL('app.js', import.meta.url))
const connections = 16
const counts = { read: 6_000, signIn: 1_000 }
const rounds = 3

/**
 * Measures how many session reads and sign-ins a core of the app, of PostgreSQL and of Redis handles. It is the processor time of each
 * process, so that other work on the machine hardly changes it.
 */
export async function measureThroughput(servers) {
  const rows = []
  for (const store of Object.keys(storeNames)) {
    const site = await startApp(store, servers)
    try {
      rows.push(await measureStore(store, site, servers))
    } finally {
      site.stop()
    }
  }
  return rows
}

async function startApp(store, { postgres, redis }) {
  const variables = { STORE: store, POSTGRES_URL: postgres.url, REDIS_URL: redis.url, NODE_ENV: 'production' }
  const child = fork(app, [], { env: { ...process.env, ...variables } })
  const [{ port }] = await once(child, 'message')
  return {
    send: createSender(port, connections),
    async getSeconds() {
      child.send('seconds')
      const [{ seconds }] = await once(child, 'message')
      return seconds
    },
    stop: () => child.kill(),
  }
}

async function measureStore(store, site, servers) {
  const browser = await openBrowser(site.send)
  const cookie = await signIn(site.send, browser)
  const session = await site.send('/auth/session', { cookie })
  if (!session.body.includes('ada@example.com')) throw new Error(`No session with ${store}: ${session.body}`)
  const processes = Object.fromEntries([
    ['app', site],
    ...serversByStore[store].map(name => [name, servers[name]]),
  ])
  const flows = {
    read: () => site.send('/auth/session', { cookie }),
    signIn: () => signIn(site.send, browser),
  }
  const measured = {}
  for (const [name, run] of Object.entries(flows)) {
    await repeat(counts[name] / 4, run)
    const samples = []
    for (let round = 0; round < rounds; round++)
      samples.push(await measureRound(processes, counts[name], run))
    measured[name] = Object.fromEntries(
      Object.keys(processes).map(key => [key, getMedian(samples.map(sample => sample[key]))]),
    )
  }
  return { store, ...measured }
}

/** Returns how many repetitions each process handles in one second of processor time. */
async function measureRound(processes, count, run) {
  const readAll = () => Promise.all(Object.values(processes).map(({ getSeconds }) => getSeconds()))
  const before = await readAll()
  await repeat(count, run)
  const after = await readAll()
  return Object.fromEntries(
    Object.keys(processes).map((key, index) => [key, count / (after[index] - before[index])]),
  )
}

/** Runs a task many times, on as many connections as there are. */
async function repeat(count, run) {
  let left = count
  async function runSome() {
    while (left-- > 0) await run()
  }
  await Promise.all(Array.from({ length: connections }, runSome))
}

function getMedian(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]
}
