import type { AuthConfig } from 'latchkey'
import { createAuth } from 'latchkey/server'
import { describe, expect, test } from 'vitest'
import { origin, runRoundTrip } from '../../support/app.js'
import { createVisitor, type Visitor } from '../../support/visitor.js'
import {
  createPasswordsApp,
  getToken,
  type PasswordsApp,
  signIn,
  submit,
} from '../passwords/passwords-app.js'
import { strategies, toHead } from '../two-factor/two-factor-app.js'
import { createRecorder, createTelemetryPlugin, type Recorder } from './telemetry-app.js'

const address = '203.0.113.9'
const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const person = { email: 'ada.lovelace@example.com', name: 'Ada Lovelace', password: 'correct horse battery' }
const friend = {
  sub: 'provider-subject-1',
  name: 'Grace Hopper',
  email: 'grace.hopper@example.com',
  email_verified: true,
}

/** Texts that must not be in any span or metric, by what they are. */
type Secrets = Map<string, string>

interface Journey {
  readonly app: PasswordsApp
  readonly visit: Visitor
  readonly secrets: Secrets
}

/** The ways to sign in: each also fails once, with values of its own. */
const journeys: Readonly<Record<string, (journey: Journey) => Promise<void>>> = {
  async 'OpenID Connect'({ app, visit, secrets }) {
    await runRoundTrip(app.open(), app.op, { as: friend, error: 'access_denied' })
    await runRoundTrip(visit, app.op, { as: friend })
    for (const { body, headers } of app.op.requests) {
      for (const [name, value] of body)
        if (value.length > 8 && name !== 'grant_type') secrets.set(name, value)
      const authorization = headers.get('authorization')
      if (authorization)
        secrets.set(`authorization ${authorization.length}`, authorization.replace(/^\w+ /, ''))
    }
  },
  async 'magic link'({ app, visit, secrets }) {
    await visit.signIn('mail', { email: friend.email })
    const { url, token } = app.links.getLatestEmail()
    secrets.set('token of the link', token)
    const changed = new URL(url)
    changed.searchParams.set('token', 'a-token-that-was-changed')
    secrets.set('changed token', 'a-token-that-was-changed')
    await app.open().get(changed)
    await visit.get(url)
  },
  async password({ app, visit, secrets }) {
    const { email, password } = person
    await submit(visit, 'sign-up', { email, password })
    secrets.set('token of the sign-up', getToken(app))
    await submit(visit, 'verify', { token: getToken(app) })
    await visit.signOut()
    await signIn(visit, { email, password: 'a wrong password' })
    secrets.set('wrong password', 'a wrong password')
    await signIn(visit, { email, password })
  },
}

/** Creates an app behind one proxy, whose database fails once in a while with an error that quotes its arguments. */
function createApp(
  recorder: Recorder,
  strategy: (typeof strategies)[number],
  secrets: Secrets,
): PasswordsApp {
  let calls = 0
  return createPasswordsApp({
    plugins: [createTelemetryPlugin(recorder)],
    session: { strategy },
    trustedProxies: 1,
    throttling: {},
    events: {
      linkAccount({ account }) {
        for (const name of ['access_token', 'id_token', 'refresh_token'] as const)
          if (account[name]) secrets.set(name, account[name])
      },
    },
    tap(method, args) {
      calls += 1
      if (method === 'getSessionAndUser' && calls % 2 === 0)
        throw new Error(`${method} failed: ${JSON.stringify(args)}`)
    },
  })
}

/** Opens a browser that sends its address and its name with each request, and collects its cookies. */
function openBrowser(config: AuthConfig, secrets: Secrets): Visitor {
  const { raw: _, ...rest } = config
  const auth = createAuth(rest)
  const answer = async (request: Request) => {
    request.headers.set('x-forwarded-for', address)
    request.headers.set('user-agent', userAgent)
    const response = await auth.handler(request)
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      // It names the provider, as the spans do.
      const isSecret = value.length > 8 && !name.endsWith('last-provider')
      if (isSecret) secrets.set(`cookie ${name} ${secrets.size}`, decodeURIComponent(value))
    }
    return response
  }
  return createVisitor(answer, origin)
}

async function renderTelemetry(recorder: Recorder): Promise<string> {
  const spans = recorder.listSpans().map(({ name, attributes, events, status, links, resource }) => ({
    name,
    attributes,
    events,
    status,
    links,
    resource: resource.attributes,
  }))
  return JSON.stringify([spans, await recorder.readMetrics()])
}

describe.each(strategies)('with the session strategy %s', strategy => {
  test.each(Object.entries(journeys))('no attribute has a secret of a sign-in by %s', async (_, run) => {
    const secrets: Secrets = new Map(
      Object.entries({ address, userAgent, 'client secret': 'a client secret' }),
    )
    const recorder = createRecorder()
    const app = createApp(recorder, strategy, secrets)
    const visit = openBrowser(app.config, secrets)
    secrets.set('CSRF token', await visit.getCsrfToken())
    await run({ app, visit, secrets })
    for (let read = 0; read < 2; read++) await visit.getSession()
    const auth = createAuth(app.config)
    await auth.getSession(toHead(visit)).catch(() => null)
    await visit.signOut()
    for (const [name, value] of [...Object.entries(person), ...Object.entries(friend)])
      if (typeof value === 'string') secrets.set(`${name} ${value}`, value)
    const telemetry = await renderTelemetry(recorder)
    expect(telemetry).toContain('latchkey.sign_ins')
    expect(secrets.size).toBeGreaterThan(12)
    const found = [...secrets].filter(
      ([, value]) => telemetry.includes(value) || telemetry.includes(encodeURIComponent(value)),
    )
    expect(found).toEqual([])
  })
})
