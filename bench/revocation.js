/**
 * CPU time of one `GET session` of `Auth()` with the JWT strategy: without `revocation`, with it, and in other trees. Each candidate is a
 * process of its own. They take turns in one run, and ratios are paired per round.
 *
 * `node bench/revocation.js [other root ...]` prints microseconds per request and the ratio to this tree without `revocation`. The other trees
 * must be built.
 *
 * @module
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { assertFreshBuild } from './assert-fresh-build.js'

const ownRoot = fileURLToPath(new URL('..', import.meta.url))
const origin = 'https://app.example'
const secret = 'a secret of more than thirty-two characters'
const salt = '__Secure-authjs.session-token'
const rounds = 60
const requestsPerTurn = 3000

if (process.send) await serve(process.argv[2], process.argv[3])
else await compare()

async function serve(kind, root) {
  const load = path => import(pathToFileURL(join(root, 'dist', path)).href)
  const { Auth } = await load('index.js')
  const { MemoryAdapter } = await load('adapters/memory.js')
  const config = {
    secret,
    trustHost: true,
    ...(kind === 'revocation' && { adapter: MemoryAdapter(), revocation: { maxStale: 30 } }),
    session: { strategy: 'jwt' },
    providers: [
      {
        id: 'credentials',
        name: 'a',
        type: 'credentials',
        amr: ['pwd'],
        credentials: { email: {} },
        authorize,
      },
    ],
  }
  const cookie = await signIn(Auth, config)
  const read = () => Auth(new Request(`${origin}/auth/session`, { headers: { cookie } }), config)
  const { user } = await (await read()).json()
  if (user?.email !== 'ada@example.com') throw new Error('The session is missing.')
  process.on('message', async () => {
    const start = process.cpuUsage()
    for (let count = 0; count < requestsPerTurn; count++) await read()
    const { user: used, system } = process.cpuUsage(start)
    process.send((used + system) / requestsPerTurn)
  })
  process.send('ready')
}

function authorize() {
  return { id: 'ada', name: 'Ada', email: 'ada@example.com' }
}

/** Returns the cookies of a browser after a sign-in. */
async function signIn(Auth, config) {
  const cookies = new Map()
  const send = async (path, init = {}) => {
    const cookie = [...cookies].map(pair => pair.join('=')).join('; ')
    const response = await Auth(
      new Request(`${origin}${path}`, { ...init, headers: { cookie, origin } }),
      config,
    )
    for (const header of response.headers.getSetCookie()) {
      const [pair] = header.split(';', 1)
      cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
    }
    return response
  }
  const { csrfToken } = await (await send('/auth/csrf')).json()
  await send('/auth/callback/credentials', {
    method: 'POST',
    body: new URLSearchParams({ csrfToken, email: 'a' }),
  })
  if (!cookies.has(salt)) throw new Error('The sign-in failed.')
  return [...cookies].map(pair => pair.join('=')).join('; ')
}

async function compare() {
  assertFreshBuild()
  const roots = process.argv.slice(2).map(path => resolve(path))
  const candidates = [
    await start('plain', ownRoot, 'without revocation'),
    await start('revocation', ownRoot, 'revocation: { maxStale: 30 }'),
    ...(await Promise.all(roots.map(root => start('plain', root, root)))),
  ]
  for (const candidate of candidates) await takeTurn(candidate)
  for (const candidate of candidates) candidate.times = []
  for (let round = 0; round < rounds; round++) for (const candidate of candidates) await takeTurn(candidate)
  const [own] = candidates
  for (const { label, times, child } of candidates) {
    const ratio = getMedian(times.map((time, round) => time / own.times[round]))
    console.log(`${getMedian(times).toFixed(1).padStart(8)} us  ${ratio.toFixed(3)} x  ${label}`)
    child.kill()
  }
}

async function start(kind, root, label) {
  const child = fork(fileURLToPath(import.meta.url), [kind, root], {
    env: { ...process.env, NODE_ENV: 'production' },
  })
  await receive(child)
  return { label, child, times: [] }
}

async function takeTurn({ child, times }) {
  child.send('run')
  times.push(await receive(child))
}

async function receive(child) {
  const [message] = await once(child, 'message')
  return message
}

function getMedian(values) {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.floor(sorted.length / 2)]
}
