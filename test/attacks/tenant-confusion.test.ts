import { Auth, type AuthConfig } from 'latchkey'
import type { Adapter } from 'latchkey/adapters'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import type { Plugin } from 'latchkey/plugins'
import { describe, expect, test } from 'vitest'
import { type AppSetup, ada, createPlainAdapter, createTestApp, credentials, origin } from '../support/app.js'
import { captureEmails } from '../support/captured-emails.js'
import { createMaliciousProvider } from '../support/malicious-provider.js'
import { createVisitor, type Visitor } from '../support/visitor.js'

/** An attack uses the value of one tenant in another. They share the secret and the stores, so that nothing else keeps them apart. */
interface Attack {
  /** Options of each tenant. They share the objects in them. */
  readonly setup: AppSetup
  /** Creates a value. @returns a function that returns whether another visitor can use the value, with the same cookies */
  issue(visit: Visitor): Promise<(visit: Visitor) => Promise<boolean>>
}

const tenants = ['acme', 'umbrella', undefined] as const
const pairs = tenants.flatMap(issuer => tenants.map(reader => [issuer, reader] as const))
const json = { headers: { accept: 'application/json' } }
const proxyUrl = 'https://proxy.example/auth'

const isSignedIn = async (visit: Visitor) => (await visit.getSession()) !== null

async function getJson(visit: Visitor, path: string): Promise<Record<string, unknown>> {
  const body: unknown = await (await visit.get(path, json)).json()
  return Object(body) as Record<string, unknown>
}

/** Seals, and says whether it can unseal. */
const box: Plugin = {
  id: 'box',
  actions: {
    seal: { GET: async ctx => ({ data: { text: await ctx.seal('box', { of: 'ada' }, 600) } }) },
    unseal: {
      GET: async ctx => ({
        data: { ok: (await ctx.unseal('box', String(ctx.request.query['text']))) !== null },
      }),
    },
    sealSecret: { GET: async ctx => ({ data: { text: await ctx.sealSecret(place, 'a secret') } }) },
    unsealSecret: {
      GET: async ctx => {
        const isUnsealed = ctx.unsealSecret(place, String(ctx.request.query['text'])).then(
          () => true,
          () => false,
        )
        return { data: { ok: await isUnsealed } }
      },
    },
  },
}
const place = { kind: 'box', id: 'ada', field: '/text' }

/** Interrupts each sign-in once. */
const terms: Plugin = {
  id: 'terms',
  policies: [
    ({ pluginUrl }, { methods }) =>
      methods.some(({ provider }) => provider === 'terms') ? 'allow' : { interrupt: pluginUrl },
  ],
  actions: {
    '': {
      GET: async ctx => ({ data: { ok: (await ctx.getPendingSignIn()) !== null } }),
    },
  },
}

function createOAuthAttack(): Attack {
  const op = createMaliciousProvider()
  return {
    setup: { op },
    issue: async visit => {
      const away = visit.getLocation(await visit.signIn('op'))
      return async other => {
        await other.get(op.authorize(away), { from: op.issuer })
        return isSignedIn(other)
      }
    },
  }
}

function createEmailAttack(secret?: string): Attack {
  const { provider, getLatestEmail } = captureEmails(secret === undefined ? {} : { secret })
  return {
    setup: { providers: [provider], adapter: MemoryAdapter() },
    issue: async visit => {
      await visit.signIn('mail', { email: ada.email })
      const { url } = getLatestEmail()
      return async other => {
        await other.get(url, { follow: true })
        return isSignedIn(other)
      }
    },
  }
}

function createPendingAttack(adapter: Adapter): Attack {
  return {
    setup: { adapter, session: { strategy: 'jwt' }, providers: [credentials], plugins: [terms] },
    issue: async visit => {
      const interruption = visit.getLocation(await visit.signInWithCredentials(ada))
      return async other => (await getJson(other, interruption.pathname + interruption.search))['ok'] === true
    },
  }
}

function createAdapterWithoutRecords(): Adapter {
  const { records: _, ...adapter } = MemoryAdapter()
  return adapter
}

function createSealAttack(action: 'seal' | 'sealSecret'): Attack {
  return {
    setup: { providers: [credentials], plugins: [box] },
    issue: async visit => {
      const { text } = await getJson(visit, `/auth/box/${action}`)
      const path = `/auth/box/un${action}?text=${encodeURIComponent(String(text))}`
      return async other => (await getJson(other, path))['ok'] === true
    },
  }
}

/** The level of a database session is in a cookie if there is no record store. */
function createEvidenceAttack(): Attack {
  const op = createMaliciousProvider()
  const guard: Plugin = {
    id: 'guard',
    actions: {
      '': {
        GET: async ctx => ({ data: { ok: (await ctx.getSession())?.meets({ acr: 'aal1' }) === true } }),
      },
    },
  }
  return {
    setup: { op, adapter: createPlainAdapter(), plugins: [guard], session: { strategy: 'database' } },
    issue: async visit => {
      await visit.get(op.authorize(visit.getLocation(await visit.signIn('op'))), { from: op.issuer })
      return async other => (await getJson(other, '/auth/guard'))['ok'] === true
    },
  }
}

/** The proxy sends the code to the deployment that the `state` names. */
function createProxyAttack(): Attack {
  const op = createMaliciousProvider()
  return {
    setup: { op, providers: [op.provider({ redirectProxyUrl: proxyUrl })] },
    issue: async visit => {
      const back = op.authorize(visit.getLocation(await visit.signIn('op')))
      return async other => {
        const response = await other.get(new URL(back.search, `${proxyUrl}/callback/op`), { from: op.issuer })
        return response.headers.get('location')?.startsWith(`${origin}/auth/callback/op?`) === true
      }
    },
  }
}

const attacks: Readonly<Record<string, () => Attack>> = {
  'a session token': () => ({
    setup: { providers: [credentials] },
    issue: async visit => {
      await visit.signInWithCredentials(ada)
      return isSignedIn
    },
  }),
  'the CSRF token of a cookie': () => ({
    setup: { providers: [credentials] },
    issue: async visit => {
      const csrfToken = await visit.getCsrfToken()
      return async other => {
        await other.post('/auth/callback/credentials', { csrfToken, ...ada })
        return isSignedIn(other)
      }
    },
  }),
  'the cookie of a sign-in at a provider': () => createOAuthAttack(),
  'the `state` for a redirect proxy': createProxyAttack,
  'a magic link': () => createEmailAttack(),
  'a magic link of a provider with its own secret': () =>
    createEmailAttack('a secret of the email provider alone'),
  'a pending sign-in in a record store': () => createPendingAttack(MemoryAdapter()),
  'a pending sign-in in cookies': () => createPendingAttack(createAdapterWithoutRecords()),
  'what a plugin seals': () => createSealAttack('seal'),
  'what a plugin seals for a record': () => createSealAttack('sealSecret'),
  'the methods of a session in a cookie': createEvidenceAttack,
}

describe.each(Object.entries(attacks))('%s', (_, createAttack) => {
  test.each(pairs)(
    'of the tenant %s is accepted by the tenant %s only if they are one',
    async (issuer, reader) => {
      const { setup, issue } = createAttack()
      const { config, open } = createTestApp({ ...setup, tenant: issuer })
      const visit = open()
      const use = await issue(visit)
      const other: AuthConfig = { ...config, tenant: reader }
      const attacker = createVisitor(request => Auth(request, other), origin, { jar: visit.jar })
      expect(await use(attacker)).toBe(issuer === reader)
    },
  )
})
