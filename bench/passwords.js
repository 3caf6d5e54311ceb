/**
 * 100 parallel sign-ins with a password: the time until all are answered, and the delay of the event loop meanwhile. Latchkey and Better Auth hash
 * with scrypt of the same cost. Each candidate is a process of its own. They take turns in one run, and ratios are paired per round.
 *
 * `node bench/passwords.js` prints the medians.
 *
 * @module
 */
import { fork } from 'node:child_process'
import { randomBytes, scrypt } from 'node:crypto'
import { once } from 'node:events'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { assertFreshBuild } from './assert-fresh-build.js'

const root = fileURLToPath(new URL('..', import.meta.url))
const origin = 'https://app.example'
const secret = 'a secret of more than thirty-two characters'
const email = 'ada@example.com'
const password = 'correct horse battery'
/** A floor of the OWASP password storage cheat sheet. */
const cost = { N: 2 ** 14, r: 8, p: 5, maxmem: 64 * 1024 * 1024 }
const rounds = 7
const parallelRequests = 100

const candidates = { latchkey: createLatchkey, 'better-auth': createBetterAuth }

if (process.send) await serve(process.argv[2])
else await compare()

async function serve(name) {
  const signIn = await candidates[name]()
  await signIn()
  process.on('message', async () => {
    const delay = monitorEventLoopDelay({ resolution: 1 })
    delay.enable()
    const start = performance.now()
    await Promise.all(Array.from({ length: parallelRequests }, signIn))
    const elapsed = performance.now() - start
    delay.disable()
    process.send({ elapsed, delay: delay.percentile(99) / 1e6 })
  })
  process.send('ready')
}

async function createLatchkey() {
  const load = path => import(pathToFileURL(`${root}dist/${path}`).href)
  const { Auth, skipCSRFCheck, skipThrottling } = await load('index.js')
  const { MemoryAdapter } = await load('adapters/memory.js')
  const { passwords } = await load('plugins/passwords/index.js')
  const { createAuth, toRequestHead } = await load('server.js')
  const adapter = MemoryAdapter()
  const hashing = { algorithm: { name: 'scrypt', ln: 14, r: 8, p: 5 } }
  const config = {
    secret,
    trustHost: true,
    adapter,
    providers: [],
    plugins: [passwords({ hashing })],
    sendEmail() {},
    skipCSRFCheck,
    throttling: skipThrottling,
  }
  await adapter.createUser({ id: 'ada', email, emailVerified: new Date() })
  const head = toRequestHead(new Request(origin))
  const { data } = await createAuth(config).api.passwords.setPassword(head, 'ada', password)
  if (data !== null) throw new Error(`The password was refused: ${data}.`)
  return async () => {
    const response = await Auth(createPost('/auth/passwords/sign-in'), config)
    if (response.status !== 200) throw new Error(`Status ${response.status}: ${await response.text()}`)
  }
}

async function createBetterAuth() {
  const { betterAuth } = await import('better-auth')
  const hashPassword = promisify(scrypt)
  const { handler } = betterAuth({
    baseURL: origin,
    secret,
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { level: 'error' },
    emailAndPassword: {
      enabled: true,
      password: {
        async hash(text) {
          const salt = randomBytes(16)
          return `${salt.toString('hex')}:${(await hashPassword(text, salt, 32, cost)).toString('hex')}`
        },
        async verify({ hash, password: text }) {
          const [salt, key] = hash.split(':')
          const derived = await hashPassword(text, Buffer.from(salt, 'hex'), 32, cost)
          return derived.toString('hex') === key
        },
      },
    },
  })
  await handler(createPost('/api/auth/sign-up/email', { name: 'Ada' }))
  return async () => {
    const response = await handler(createPost('/api/auth/sign-in/email'))
    if (response.status !== 200) throw new Error(`Status ${response.status}: ${await response.text()}`)
  }
}

function createPost(path, fields = {}) {
  return new Request(origin + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json', origin },
    body: JSON.stringify({ email, password, ...fields }),
  })
}

/** A candidate that fails ends the run. */
function start(name) {
  const child = fork(fileURLToPath(import.meta.url), [name])
  child.on('exit', code => code && process.exit(code))
  return { name, results: [], child }
}

async function compare() {
  assertFreshBuild(root)
  const children = Object.keys(candidates).map(start)
  for (const { child } of children) await once(child, 'message')
  for (let round = 0; round < rounds; round++)
    for (const { child, results } of children) {
      child.send('run')
      const [result] = await once(child, 'message')
      results.push(result)
    }
  for (const { child } of children) child.kill()
  const [own] = children
  for (const { name, results } of children) {
    const seconds = median(results.map(({ elapsed }) => elapsed / 1000))
    const ratio = median(results.map(({ elapsed }, round) => elapsed / own.results[round].elapsed))
    const delay = median(results.map(result => result.delay))
    console.log(
      `${name}: ${(parallelRequests / seconds).toFixed(1)} sign-ins per second, ${ratio.toFixed(2)} × the time of latchkey, event loop p99 ${delay.toFixed(1)} ms`,
    )
  }
}

function median(values) {
  return values.toSorted((one, other) => one - other)[values.length >> 1]
}
