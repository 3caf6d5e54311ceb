/**
 * Signs in at an OpenID provider in memory with the package in `<root>/dist`, and prints as JSON how many of its files ran a function for
 * each request: the files that a reader of this request opens. Files of types and files that are only imported do not count. A first
 * sign-in warms up what is done once per configuration, so the counted callback is that of a user who returns. It has no plugin.
 *
 * Files that record or limit sign-ins for policies run in every sign-in. They are counted, and their number is named.
 *
 * @module
 */
import { Session } from 'node:inspector/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const root = resolve(process.argv[2])
const dist = `${pathToFileURL(join(root, 'dist')).href}/`
const origin = 'https://app.example'

const { Auth } = await import(`${dist}index.js`)
const testing = await import(`${dist}testing/index.js`)
const { MemoryAdapter } = await import(`${dist}adapters/memory.js`)
// The name before the functions began with verbs, to measure older states of the tree.
const createProvider = testing.createInMemoryProvider ?? testing.inMemoryProvider

const op = createProvider()
const config = {
  secret: 'a secret of more than thirty-two characters',
  trustHost: true,
  adapter: MemoryAdapter(),
  session: { strategy: 'jwt' },
  providers: [op.provider({ id: 'op' })],
  logger: { error() {}, warn() {}, debug() {} },
}

/** What a sign-in does for the policies of plugins, for step-up, for the limits of attempts, and to end sessions. */
const policyFiles =
  /\/(?:checks\/step-up|flows\/(?:sign-in-policies|throttle)|sessions\/(?:evidence|evidence-store|reserved-claims|session-control))\.js$/

const inspector = new Session()
inspector.connect()
await inspector.post('Profiler.enable')
await inspector.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })

await signIn(() => {})
const counts = {}
await signIn((name, urls) => {
  const policyCount = urls.filter(url => policyFiles.test(url)).length
  counts[name] =
    policyCount === 0 ? String(urls.length) : `${urls.length}, ${policyCount} of them for policies`
})
console.log(JSON.stringify(counts))

async function signIn(report) {
  const cookies = new Map()
  const send = async (name, path, init = {}) => {
    await takeCoverage()
    const cookie = [...cookies].map(([key, value]) => `${key}=${value}`).join('; ')
    const headers = { cookie, ...init.headers }
    const response = await Auth(new Request(new URL(path, origin), { ...init, headers }), config)
    report(name, await takeCoverage())
    for (const line of response.headers.getSetCookie()) {
      const [, key, value] = /^([^=]+)=([^;]*)/.exec(line)
      cookies.set(key, value)
    }
    return response
  }
  const { csrfToken } = await (await send('files crossed by GET csrf', '/auth/csrf')).json()
  const body = new URLSearchParams({ csrfToken, callbackUrl: '/' })
  const away = await send('files crossed by POST signin', '/auth/signin/op', { method: 'POST', body })
  const back = op.authorize(away.headers.get('location'))
  await send('files crossed by GET callback', back.pathname + back.search)
  await send('files crossed by GET session', '/auth/session')
}

/** Returns the files of the package that ran a function since the last call. The provider in memory and the adapter do not count. */
async function takeCoverage() {
  const { result } = await inspector.post('Profiler.takePreciseCoverage')
  return result
    .filter(({ url }) => url.startsWith(dist) && !/\/(?:testing|adapters)\//.test(url))
    .filter(({ functions }) =>
      functions.some(({ functionName, ranges }) => functionName && ranges[0].count > 0),
    )
    .map(({ url }) => url)
}
