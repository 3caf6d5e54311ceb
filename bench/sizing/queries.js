import * as authjs from '@auth/core'
import PostgresAdapter from '@auth/pg-adapter'
import { betterAuth } from 'better-auth'
import { getMigrations } from 'better-auth/db/migration'
import { genericOAuth } from 'better-auth/plugins'
import pg from 'pg'
import { Auth } from '../../dist/index.js'
import { authorize, clientId, clientSecret, fetchFromProvider, issuer } from '../candidates/oidc-provider.js'
import { origin, secret } from '../candidates/request-fixture.js'
import { createForm, createVisitorRequest, takeCookies } from '../candidates/visitor.js'
import { pgAdapter } from '../growth/tables.js'
import { connectStore, createProvider } from './sites.js'

/** The flows whose statements are counted. */
export const flows = ['sign-up', 'sign-in', 'session read', 'sign-out']

/**
 * Counts the statements of each flow in PostgreSQL, with `begin` and `commit`, because each is a round trip. For the stores with Redis, the
 * commands are counted too.
 */
export async function countQueries({ postgres, redis }) {
  const options = { postgresUrl: postgres.url, redisUrl: redis.url, prefix: 'queries' }
  const candidates = {
    'Latchkey, PostgreSQL': () => createAuthSite(Auth, { options, store: 'postgres' }),
    'Latchkey, Redis': () => createAuthSite(Auth, { options, store: 'redis' }),
    'Latchkey, sessions in Redis': () => createAuthSite(Auth, { options, store: 'composed' }),
    '@auth/core, @auth/pg-adapter': () => createAuthjsSite(postgres.url),
    'Better Auth, PostgreSQL': () => createBetterAuthSite(postgres.url),
  }
  const rows = []
  for (const [name, create] of Object.entries(candidates))
    rows.push({ name, ...(await countSite(await create())) })
  return rows
}

async function countSite(site) {
  // A second user, so that caches that are filled once do not count.
  await site['sign-up']('warm-up')
  const counts = {}
  for (const flow of flows) {
    const before = site.getCount()
    await site[flow]('counted')
    counts[flow] = site.getCount() - before
  }
  await site.close()
  return counts
}

let statements = 0
const { query } = pg.Client.prototype
/** Counts the statements of all libraries: they share this copy of pg. */
pg.Client.prototype.query = function countedQuery(...args) {
  statements++
  return query.apply(this, args)
}

async function createAuthSite(auth, { options, store }) {
  const { adapter, client, close } = await connectStore(store, options)
  let commands = 0
  const { sendCommand } = client
  client.sendCommand = (...args) => {
    commands++
    return sendCommand.apply(client, args)
  }
  const config = {
    secret,
    trustHost: true,
    adapter,
    session: { strategy: 'database' },
    providers: [createProvider()],
  }
  return {
    ...createContractFlows(request => auth(request, config)),
    getCount: () => statements + commands,
    close,
  }
}

/** The other tables have the same names, so they are in a schema of their own. */
async function createSchema(connectionString, name) {
  const client = new pg.Client({ connectionString })
  await client.connect()
  await client.query(`create schema if not exists ${name}`)
  await client.end()
  const pool = new pg.Pool({ connectionString, options: `-c search_path=${name}` })
  pool.on('error', () => {})
  return pool
}

async function createAuthjsSite(connectionString) {
  const pool = await createSchema(connectionString, 'authjs')
  await pool.query(pgAdapter)
  const config = {
    secret,
    trustHost: true,
    adapter: PostgresAdapter(pool),
    session: { strategy: 'database' },
    providers: [createProvider(authjs.customFetch)],
  }
  const respond = request => authjs.Auth(request, config)
  return { ...createContractFlows(respond), getCount: () => statements, close: () => pool.end() }
}

/** The flows of the HTTP contract of Auth.js. */
function createContractFlows(respond) {
  let cookies = ''
  async function signIn(name) {
    const started = await respond(createForm('signin/harbor', {}))
    const callback = authorize(started.headers.get('location'), name)
    const finished = await respond(createVisitorRequest(callback, takeCookies(started)))
    cookies = takeCookies(finished)
  }
  return {
    'sign-up': signIn,
    'sign-in': signIn,
    async 'session read'(name) {
      const response = await respond(createVisitorRequest(`${origin}/auth/session`, cookies))
      assertEmail(await response.text(), name)
    },
    async 'sign-out'() {
      const form = createForm('signout', {})
      form.headers.set('cookie', cookies)
      await respond(form)
    },
  }
}

async function createBetterAuthSite(connectionString) {
  const pool = await createSchema(connectionString, 'better_auth')
  const { fetch } = globalThis
  globalThis.fetch = (input, init) =>
    String(input.url ?? input).startsWith(issuer) ? fetchFromProvider(input, init) : fetch(input, init)
  const discoveryUrl = `${issuer}/.well-known/openid-configuration`
  const provider = {
    providerId: 'harbor',
    discoveryUrl,
    clientId,
    clientSecret,
    pkce: true,
    scopes: ['openid', 'email'],
  }
  const options = {
    baseURL: origin,
    secret,
    database: pool,
    plugins: [genericOAuth({ config: [provider] })],
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { level: 'error' },
  }
  await (await getMigrations(options)).runMigrations()
  const { handler } = betterAuth(options)
  async function close() {
    globalThis.fetch = fetch
    await pool.end()
  }
  return { ...createBetterAuthFlows(handler), getCount: () => statements, close }
}

function createBetterAuthFlows(handler) {
  let cookies = ''
  const send = (path, { body, cookie = '' } = {}) =>
    handler(
      new Request(new URL(path, origin), {
        method: body ? 'POST' : 'GET',
        headers: { cookie, origin, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      }),
    )
  const join = response =>
    response.headers
      .getSetCookie()
      .map(line => line.split(';', 1)[0])
      .join('; ')
  async function signIn(name) {
    const body = { provider: 'harbor', callbackURL: '/account' }
    const started = await send('/api/auth/sign-in/social', { body })
    const { url } = await started.json()
    const finished = await send(authorize(url, name), { cookie: join(started) })
    cookies = join(finished)
  }
  return {
    'sign-up': signIn,
    'sign-in': signIn,
    async 'session read'(name) {
      assertEmail(await (await send('/api/auth/get-session', { cookie: cookies })).text(), name)
    },
    'sign-out': () => send('/api/auth/sign-out', { body: {}, cookie: cookies }),
  }
}

function assertEmail(body, name) {
  if (!body.includes(`${name}@example.com`)) throw new Error(`Expected a session of ${name}, got ${body}.`)
}
