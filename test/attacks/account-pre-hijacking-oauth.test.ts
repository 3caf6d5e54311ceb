import type { AuthConfig } from 'latchkey'
import type { Adapter, AdapterUser, RecordStore } from 'latchkey/adapters'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import { SqlAdapter } from 'latchkey/adapters/sql'
import Passkey from 'latchkey/providers/passkey'
import { describe, expect, test } from 'vitest'
import {
  createPlainAdapter,
  createTappedAdapter,
  createTestApp,
  getLocation,
  origin,
  runRoundTrip,
} from '../support/app.js'
import { captureEmails } from '../support/captured-emails.js'
import { createMaliciousProvider } from '../support/malicious-provider.js'
import { SoftAuthenticator } from '../support/soft-authenticator.js'
import type { Visitor } from '../support/visitor.js'

const address = 'grace@example.com'
const rejected = '/auth/signin?error=OAuthAccountNotLinked'
const mallory = { sub: 'mallory', email: address, email_verified: false }
const grace = { sub: 'grace', email: address, email_verified: true }
const silentGrace = { sub: 'grace', email: address }

interface Options {
  readonly strategy?: 'jwt' | 'database'
  readonly adapter?: Adapter
  readonly config?: Partial<AuthConfig>
}

/** An app with two providers at one server: `weak` never links by email, `strong` does. */
function createApp({ strategy = 'jwt', adapter = MemoryAdapter(), config = {} }: Options = {}) {
  const op = createMaliciousProvider()
  const mailbox = captureEmails()
  const providers = [
    op.provider({ id: 'weak' }),
    op.provider({ id: 'strong', allowDangerousEmailAccountLinking: true }),
    mailbox.provider,
    Passkey(),
  ]
  const app = createTestApp({ op, providers, adapter, session: { strategy }, ...config })
  return { ...app, ...mailbox, adapter, op }
}

type App = ReturnType<typeof createApp>

async function signInAt(
  app: App,
  visitor: Visitor,
  provider: string,
  as: { sub: string; email: string; email_verified?: boolean },
) {
  return getPath(await runRoundTrip(visitor, app.op, { provider, as }))
}

async function signInByEmail({ getLatestEmail }: App, visitor: Visitor): Promise<string | undefined> {
  await visitor.signIn('mail', { email: address })
  return getPath(await visitor.get(getLatestEmail().url))
}

async function registerPasskey(visitor: Visitor): Promise<void> {
  const response = await visitor.get(`/auth/webauthn-options/passkey?action=register&email=${address}`)
  const { options } = (await response.json()) as { options: Parameters<SoftAuthenticator['register']>[0] }
  await visitor.post('/auth/callback/passkey', {
    action: 'register',
    data: new SoftAuthenticator(origin).register(options),
  })
}

const getPath = (response: Response) => getLocation(response)?.replace(origin, '')

async function findOwnerId({ adapter }: App, provider: string, sub: string): Promise<string | undefined> {
  return (await adapter.getUserByAccount?.({ provider, providerAccountId: sub }))?.id
}

/** Published adapters give users an id of their own. */
function withGeneratedIds(): Adapter {
  const adapter = MemoryAdapter()
  return {
    ...createPlainAdapter(adapter),
    createUser: user => adapter.createUser({ ...user, id: `generated-${crypto.randomUUID()}` }),
  }
}

/** A schema that demands an email address. */
function withRequiredEmail(): Adapter {
  const adapter = MemoryAdapter()
  return {
    ...adapter,
    async updateUser(user) {
      if ('email' in user && !user.email) throw new Error('null value in column "email"')
      return adapter.updateUser(user)
    },
  }
}

const stores: Readonly<Record<string, () => Options>> = {
  'the memory adapter': () => ({}),
  'the SQL adapter': () => ({ adapter: SqlAdapter('file::memory:') }),
  'a published adapter beside a record store': () => ({
    adapter: createPlainAdapter(),
    config: { records: MemoryAdapter() },
  }),
  'an adapter that generates ids': () => ({
    adapter: withGeneratedIds(),
    config: { records: MemoryAdapter() },
  }),
  'a schema that requires an email': () => ({ adapter: withRequiredEmail() }),
}

const proofs: Readonly<Record<string, (app: App, visitor: Visitor) => Promise<string | undefined>>> = {
  'a magic link': signInByEmail,
  'a provider that links by email': (app, visitor) => signInAt(app, visitor, 'strong', grace),
  'a provider that does not link by email': (app, visitor) => signInAt(app, visitor, 'weak', grace),
}

const claims: Readonly<Record<string, (app: App, visitor: Visitor) => Promise<unknown>>> = {
  'a provider': (app, visitor) => signInAt(app, visitor, 'weak', mallory),
  'a passkey': async (_, visitor) => registerPasskey(visitor),
}

const strategies = ['jwt', 'database'] as const
const cases = Object.keys(stores).flatMap(store =>
  Object.keys(claims).flatMap(claim =>
    Object.keys(proofs).flatMap(proof => strategies.map(strategy => ({ store, claim, proof, strategy }))),
  ),
)

describe('an email address that its user never proved', () => {
  test.each(cases)(
    'claimed with $claim and proved by $proof goes to its owner ($store, $strategy)',
    async ({ store, claim, proof, strategy }) => {
      const app = createApp({ ...stores[store]?.(), strategy })
      const attacker = app.open()
      await claims[claim]?.(app, attacker)
      const claimantId = (await app.adapter.getUserByEmail?.(address))?.id

      const owner = app.open()
      expect(await proofs[proof]?.(app, owner)).toBe('')
      expect(await owner.getSession()).toMatchObject({ user: { email: address } })

      const user = await app.adapter.getUserByEmail?.(address)
      expect(user?.id).not.toBe(claimantId)
      const claimant: Partial<AdapterUser> | null = (await app.adapter.getUser?.(claimantId ?? '')) ?? null
      expect(claimant?.email ?? '').toMatch(/^$|@unverified\.invalid$/)
      if (claim === 'a provider') expect(await findOwnerId(app, 'weak', 'mallory')).toBe(claimantId)
    },
  )

  test.each(strategies)('stays with its user while no sign-in proves it (%s)', async strategy => {
    const app = createApp({ strategy })
    await signInAt(app, app.open(), 'weak', mallory)
    const visitor = app.open()
    expect(await signInAt(app, visitor, 'strong', silentGrace)).toBe(rejected)
    expect(await signInAt(app, visitor, 'strong', { ...mallory, sub: 'other' })).toBe(rejected)
    expect(await visitor.getSession()).toBeNull()
    expect(await findOwnerId(app, 'weak', 'mallory')).toBe((await app.adapter.getUserByEmail?.(address))?.id)
  })

  test.each(Object.entries(proofs))('is proved by its own user with %s', async (_, prove) => {
    const app = createApp()
    const visitor = app.open()
    await signInAt(app, visitor, 'weak', mallory)
    const id = await findOwnerId(app, 'weak', 'mallory')
    expect(await prove(app, visitor)).toBe('')
    expect((await app.adapter.getUserByEmail?.(address))?.id).toBe(id)
    expect(await signInByEmail(app, app.open())).toBe('')
    expect((await app.adapter.getUserByEmail?.(address))?.id).toBe(id)
  })

  test('is proved when its own provider verified it meanwhile', async () => {
    const app = createApp()
    await signInAt(app, app.open(), 'weak', mallory)
    const id = await findOwnerId(app, 'weak', 'mallory')
    expect(await signInAt(app, app.open(), 'weak', { ...mallory, email_verified: true })).toBe('')
    expect(await signInByEmail(app, app.open())).toBe('')
    expect((await app.adapter.getUserByEmail?.(address))?.id).toBe(id)
  })

  test('is recorded before its user exists, so that no crash leaves the user without the record', async () => {
    const adapter = MemoryAdapter()
    const createUserWithAccount: Adapter['createUserWithAccount'] = async (...args) => {
      await adapter.createUserWithAccount(...args)
      throw new Error('The connection was lost after the commit.')
    }
    const app = createApp({ adapter: { ...adapter, createUserWithAccount } })
    await signInAt(app, app.open(), 'weak', mallory)
    const claimantId = (await adapter.getUserByEmail(address))?.id
    expect(claimantId).toBeDefined()
    expect(await signInAt(app, app.open(), 'strong', grace)).toBe('')
    expect(await findOwnerId(app, 'weak', 'mallory')).toBe(claimantId)
    expect(await findOwnerId(app, 'strong', 'grace')).not.toBe(claimantId)
  })

  test('has one record, whose user has the address, after two concurrent claims', async () => {
    for (let round = 0; round < 20; round++) {
      const app = createApp()
      const claimants = ['first', 'second'].map(sub => ({ ...mallory, sub }))
      await Promise.all(claimants.map(as => signInAt(app, app.open(), 'weak', as)))
      const user = await app.adapter.getUserByEmail?.(address)
      const records = await app.adapter.records?.listRecords({ kind: 'unverified-email' })
      expect(records?.map(({ userId }) => userId)).toEqual([user?.id])
      expect(await signInAt(app, app.open(), 'strong', grace)).toBe('')
    }
  })

  test('is not taken from a user who verified it', async () => {
    const app = createApp()
    const visitor = app.open()
    await signInAt(app, visitor, 'weak', mallory)
    await signInByEmail(app, visitor)
    const id = await findOwnerId(app, 'weak', 'mallory')
    expect(await signInByEmail(app, app.open())).toBe('')
    expect((await app.adapter.getUserByEmail?.(address))?.id).toBe(id)
    expect(await app.adapter.records?.listRecords({ kind: 'unverified-email' })).toEqual([])
  })

  test('of a user from before the record store follows the rules of Auth.js', async () => {
    const adapter = MemoryAdapter()
    const before = createApp({ adapter: createPlainAdapter(adapter) })
    await signInAt(before, before.open(), 'weak', mallory)
    const app = createApp({ adapter })
    expect(await signInByEmail(app, app.open())).toBe('')
    expect(await findOwnerId(app, 'weak', 'mallory')).toBe((await adapter.getUserByEmail(address))?.id)
  })

  test('does not make the `signIn` callback see the user who claimed it', async () => {
    const seen: (string | undefined)[] = []
    const signIn = ({ user }: { user: { id?: string | undefined } }) => seen.push(user.id) > 0
    const app = createApp({ config: { callbacks: { signIn } } })
    await signInAt(app, app.open(), 'weak', mallory)
    const claimantId = (await app.adapter.getUserByEmail?.(address))?.id
    const owner = app.open()
    await signInByEmail(app, owner)
    expect(seen.at(-1)).not.toBe(claimantId)
  })
})

describe('without a record store', () => {
  test('the address is stored as in Auth.js, with one warning', async () => {
    const app = createApp({ adapter: createPlainAdapter() })
    await signInAt(app, app.open(), 'weak', mallory)
    await signInAt(app, app.open(), 'weak', { ...mallory, sub: 'other', email: 'other@example.com' })
    expect(app.log.warnings).toEqual(['unverified-email'])
    expect(await signInByEmail(app, app.open())).toBe('')
  })

  test('a table that was not created yet is no error', async () => {
    const adapter = MemoryAdapter()
    const records = {
      ...adapter.records,
      isAvailable: () => false,
      putRecord: () => Promise.reject(new Error('no such table')),
    }
    const app = createApp({ adapter: { ...adapter, records } })
    expect(await signInAt(app, app.open(), 'weak', mallory)).toBe('')
    expect(app.log.warnings).toEqual(['unverified-email'])
  })
})

describe('the option `unverifiedEmail`', () => {
  test('`omit` stores the user without the address', async () => {
    const app = createApp({ config: { unverifiedEmail: 'omit' } })
    const visitor = app.open()
    expect(await signInAt(app, visitor, 'weak', mallory)).toBe('')
    expect(await app.adapter.getUserByEmail?.(address)).toBeNull()
    const id = await findOwnerId(app, 'weak', 'mallory')
    expect(await app.adapter.getUser?.(id ?? '')).toMatchObject({ email: null })
    expect(await signInByEmail(app, app.open())).toBe('')
  })

  test('`refuse` denies the sign-in and creates nothing', async () => {
    const app = createApp({ config: { unverifiedEmail: 'refuse' } })
    const visitor = app.open()
    expect(await signInAt(app, visitor, 'weak', mallory)).toBe('/auth/error?error=AccessDenied')
    expect(await visitor.getSession()).toBeNull()
    expect(await findOwnerId(app, 'weak', 'mallory')).toBeUndefined()
    expect(await signInAt(app, visitor, 'weak', grace)).toBe('')
    expect(await signInAt(app, app.open(), 'weak', { sub: 'silent', email: 'silent@example.com' })).toBe('')
  })
})

test('a user of a provider who adds a passkey can sign in by email', async () => {
  const app = createApp()
  const visitor = app.open()
  await signInAt(app, visitor, 'weak', grace)
  const id = await findOwnerId(app, 'weak', 'grace')
  await registerPasskey(visitor)
  expect(await app.adapter.listAuthenticatorsByUserId?.(id ?? '')).toHaveLength(1)
  expect(await signInByEmail(app, app.open())).toBe('')
  expect((await app.adapter.getUserByEmail?.(address))?.id).toBe(id)
})

describe('the `signIn` callback of an email request', () => {
  type SignInParams = Parameters<NonNullable<NonNullable<AuthConfig['callbacks']>['signIn']>>[0]

  function createWatchedApp(options: Options = {}) {
    const requests: SignInParams[] = []
    const callbacks: AuthConfig['callbacks'] = {
      signIn(params) {
        if (params.email?.verificationRequest) requests.push(params)
        return true
      },
    }
    return { ...createApp({ ...options, config: { ...options.config, callbacks } }), requests }
  }

  test.each(Object.keys(stores).flatMap(store => Object.keys(claims).map(claim => ({ store, claim }))))(
    'does not receive the user who claimed the address with $claim ($store)',
    async ({ store, claim }) => {
      const app = createWatchedApp(stores[store]?.())
      await claims[claim]?.(app, app.open())
      const claimant = await app.adapter.getUserByEmail?.(address)
      expect(claimant).toMatchObject({ email: address })
      await app.open().signIn('mail', { email: address })
      expect(app.requests).toHaveLength(1)
      expect(app.requests[0]?.existingUser).toBeUndefined()
      expect(app.requests[0]?.user.id).not.toBe(claimant?.id)
      expect(app.requests[0]?.account?.userId).not.toBe(claimant?.id)
    },
  )

  test('receives the user who claimed the address, if that user is signed in', async () => {
    const app = createWatchedApp()
    const visitor = app.open()
    await registerPasskey(visitor)
    const claimant = await app.adapter.getUserByEmail?.(address)
    await visitor.signIn('mail', { email: address })
    expect(app.requests[0]).toMatchObject({ existingUser: { id: claimant?.id }, user: { id: claimant?.id } })
  })

  test('receives the user who proved the address', async () => {
    const app = createWatchedApp()
    await signInByEmail(app, app.open())
    const user = await app.adapter.getUserByEmail?.(address)
    await app.open().signIn('mail', { email: address })
    expect(app.requests.map(({ existingUser }) => existingUser?.id)).toEqual([undefined, user?.id])
  })

  test('is called after the same adapter and record calls for every address', async () => {
    const memory = MemoryAdapter()
    const [tapped, records] = [createTappedAdapter(memory), createTappedAdapter(memory.records as Adapter)]
    const app = createWatchedApp({
      adapter: tapped.adapter,
      config: { records: records.adapter as RecordStore },
    })
    await registerPasskey(app.open())
    await memory.createUser({ id: 'ada', email: 'ada@example.com', emailVerified: new Date() })
    await memory.createUser({ id: 'alan', email: 'alan@example.com', emailVerified: null })
    const seen: unknown[] = []
    for (const email of [address, 'ada@example.com', 'alan@example.com', 'nobody@example.com']) {
      tapped.calls.length = 0
      records.calls.length = 0
      await app.open().signIn('mail', { email })
      seen.push({ adapter: [...tapped.calls], records: [...records.calls] })
    }
    expect(app.requests).toHaveLength(4)
    expect(seen).toEqual(seen.map(() => seen[0]))
    expect(records.calls).toContain('getRecord')
  })
})
