/**
 * Signs in at an OpenID provider in memory with the package in `<root>/dist`, and prints as JSON which of its files ran a function for each
 * request: the files that a reader of this request opens. Files of types and files that are only imported do not count. A first sign-in warms
 * up what is done once per configuration, so the counted callback is that of a user who returns.
 *
 * @module
 */
import { createHmac } from 'node:crypto'
import { Session } from 'node:inspector/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const root = resolve(process.argv[2])
const dist = `${pathToFileURL(join(root, 'dist')).href}/`
const origin = 'https://app.example'
/** `12345678901234567890` of RFC 6238 appendix B. */
const totpSecret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

const { Auth } = await import(`${dist}index.js`)
const { createInMemoryProvider } = await import(`${dist}testing/index.js`)
const { MemoryAdapter } = await import(`${dist}adapters/memory.js`)
const { createAuth, toRequestHead } = await import(`${dist}server.js`)
const { skipNotifications, twoFactor } = await import(`${dist}plugins/two-factor/index.js`)

const inspector = new Session()
inspector.connect()
await inspector.post('Profiler.enable')
await inspector.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })

console.log(JSON.stringify(await traceAll()))

async function traceAll() {
  const jwt = await traceSignIn(createApp({ strategy: 'jwt' }))
  const database = await traceSignIn(createApp({ strategy: 'database' }))
  return {
    'GET csrf': jwt.csrf,
    'POST signin': jwt.signin,
    'GET callback': jwt.callback,
    'GET session': jwt.session,
    'GET callback, database': database.callback,
    'GET session, database': database.session,
    'POST two-factor/verify': await traceVerify(createApp({ strategy: 'jwt', plugins: [createPlugin()] })),
  }
}

function createPlugin() {
  return twoFactor({ issuer: 'Trace', notify: skipNotifications })
}

function createApp({ strategy, plugins }) {
  const op = createInMemoryProvider()
  const config = {
    secret: 'a secret of more than thirty-two characters',
    trustHost: true,
    adapter: MemoryAdapter(),
    session: { strategy },
    providers: [op.provider({ id: 'op' })],
    ...(plugins && { plugins }),
    logger: { error: console.error, warn() {} },
  }
  return { config, op }
}

/** Returns the files that the second of two sign-ins crosses, by request. */
async function traceSignIn(app) {
  await signIn(app)
  return (await signIn(app)).files
}

/** Returns the files that the request crosses by which a user passes their second factor at a sign-in, for the second time. */
async function traceVerify(app) {
  const server = createAuth(app.config)
  const { user } = (await (await signIn(app)).send('/auth/session').then(response => response.json())) ?? {}
  const found = await app.config.adapter.getUserByEmail(user.email)
  await server.api.twoFactor.importSecret(toRequestHead(new Request(origin)), found.id, {
    secret: totpSecret,
  })
  let files
  for (const step of [-1, 0]) {
    const { send, csrfToken, location } = await signIn(app)
    const pending = new URL(location, origin).searchParams.get('pending')
    await takeCoverage()
    const body = new URLSearchParams({ csrfToken, pending, code: computeCode(step) })
    const response = await send('/auth/two-factor/verify', { method: 'POST', body })
    files = await takeCoverage()
    if (response.status !== 302 && response.status !== 303)
      throw new Error(`The second factor was rejected: ${await response.text()}`)
  }
  return files
}

/** RFC 6238 section 4.2. */
function computeCode(step) {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + step))
  const digest = createHmac('sha1', '12345678901234567890').update(counter).digest()
  const offset = digest[19] & 15
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

/** Signs in. @returns the files by request, where the callback redirected to, and a function for more requests of this browser */
async function signIn({ config, op }) {
  const cookies = new Map()
  const send = async (path, init = {}) => {
    const cookie = [...cookies].map(([key, value]) => `${key}=${value}`).join('; ')
    const response = await Auth(new Request(new URL(path, origin), { ...init, headers: { cookie } }), config)
    for (const line of response.headers.getSetCookie()) {
      const [, key, value] = /^([^=]+)=([^;]*)/.exec(line)
      cookies.set(key, value)
    }
    return response
  }
  const files = {}
  const trace = async (name, path, init) => {
    await takeCoverage()
    const response = await send(path, init)
    files[name] = await takeCoverage()
    return response
  }
  const { csrfToken } = await (await trace('csrf', '/auth/csrf')).json()
  const body = new URLSearchParams({ csrfToken, callbackUrl: '/' })
  const away = await trace('signin', '/auth/signin/op', { method: 'POST', body })
  const back = op.authorize(away.headers.get('location'))
  const callback = await trace('callback', back.pathname + back.search)
  await trace('session', '/auth/session')
  return { files, send, csrfToken, location: callback.headers.get('location') }
}

/**
 * Returns the files of the package that ran a function since the last call. The provider in memory, the adapter and the logger do not count:
 * nothing is logged.
 */
async function takeCoverage() {
  const { result } = await inspector.post('Profiler.takePreciseCoverage')
  return result
    .filter(({ url }) => url.startsWith(dist) && !/\/(?:testing|adapters)\/|\/config\/logger\.js$/.test(url))
    .filter(({ functions }) =>
      functions.some(({ functionName, ranges }) => functionName && ranges[0].count > 0),
    )
    .map(({ url }) => url.slice(dist.length).replace(/\.js$/, '.ts'))
    .sort()
}
