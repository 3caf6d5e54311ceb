import { Email } from '../../providers/email.js'
import type { Adapter, AdapterUser } from '../../types/adapter.js'
import type { AuthConfig } from '../../types/config.js'
import { createInMemoryProvider } from '../provider/in-memory.js'
import { assertEqual, assertTrue } from './assert.js'
import { Browser } from './browser.js'
import { type AdapterWith, defineChecks, skipWithReason } from './check.js'
import { interceptCalls } from './intercept.js'
import { describeLimits } from './limits.js'

const check = defineChecks(
  'complete sign-ins',
  'createUser',
  'getUser',
  'getUserByEmail',
  'createSession',
  'getSessionAndUser',
  'deleteUser',
)

type LookupAdapter = AdapterWith<'getUserByEmail' | 'getUserByAccount'>

/** Makes a call fail. */
type FailCall = (call: () => Promise<unknown>) => Promise<never>

const rejectBeforeCall: FailCall = async () => {
  throw new Error('The store is unreachable.')
}

/** Runs the call, then fails as if the connection was lost before the response. */
const rejectAfterCall: FailCall = async call => {
  await call()
  throw new Error('The connection was lost.')
}

const failures = [
  ['a failure', rejectBeforeCall],
  ['a lost response', rejectAfterCall],
] as const

const providerRecoveryChecks = failures.map(([failure, fail]) =>
  check(
    `with a provider recover from ${failure} of each adapter call`,
    ['getUserByAccount', 'linkAccount'],
    async ({ adapter, options: limits }) => {
      // Whether the call with the lost response created the user cannot be determined then.
      if (fail === rejectAfterCall && !adapter.createUserWithAccount)
        skipWithReason(describeLimits(limits).ids)
      await runFailingEachCall(adapter, fail, (failingAdapter, repair) =>
        assertSignInRecovers({ adapter, failingAdapter, repair }),
      )
    },
  ),
)

const emailRecoveryChecks = failures.map(([failure, fail]) =>
  check(
    `by email recover from ${failure} of each adapter call`,
    ['createVerificationToken', 'useVerificationToken', 'updateUser'],
    async ({ adapter }) =>
      runFailingEachCall(adapter, fail, (failingAdapter, repair) =>
        assertEmailSignInRecovers({ adapter, failingAdapter, repair }),
      ),
  ),
)

export const signInChecks = [
  check('with a provider find the same user again', ['getUserByAccount', 'linkAccount'], async context => {
    const app = createApp(context.adapter)
    const identity = createIdentity()
    assertEqual(await app.signInWithProvider(identity), identity.email)
    const first = await context.adapter.getUserByEmail(identity.email)
    assertEqual(await app.signInWithProvider(identity), identity.email)
    assertEqual((await context.adapter.getUserByAccount(getAccountKey(identity)))?.id, first?.id)
  }),

  check(
    'with a provider, 16 at the same time, create one user',
    ['getUserByAccount', 'linkAccount'],
    async ({ adapter }) => {
      const createdIds: string[] = []
      const waitForAll = createBarrier(16)
      const recordingAdapter = interceptCalls(adapter, async (method, call) => {
        const result = await call()
        if (/^createUser/.test(method)) createdIds.push((result as AdapterUser).id)
        if (method === 'getUserByAccount') await waitForAll()
        return result
      })
      const app = createApp(recordingAdapter)
      const identity = createIdentity()
      const outcomes = await Promise.all(Array.from({ length: 16 }, () => app.signInWithProvider(identity)))
      assertTrue(outcomes.includes(identity.email), 'no sign-in succeeded')
      await assertConsistent(adapter, identity)
      const owner = await adapter.getUserByAccount(getAccountKey(identity))
      const remainingIds = await Promise.all(
        createdIds.map(async id => (await adapter.getUser(id))?.id ?? null),
      )
      assertEqual([...new Set(remainingIds.filter(id => id !== null))], [owner?.id])
      assertEqual(await app.signInWithProvider(identity), identity.email)
    },
  ),

  ...providerRecoveryChecks,
  ...emailRecoveryChecks,

  check(
    'by one magic link, opened 16 times at once, create one session',
    ['createVerificationToken', 'useVerificationToken', 'updateUser'],
    async ({ adapter }) => {
      let sessions = 0
      const countingAdapter = interceptCalls(adapter, (method, call) => {
        if (method === 'createSession') sessions++
        return call()
      })
      const app = createApp(countingAdapter)
      const { email } = createIdentity()
      const { browser, link } = await app.requestEmailLink(email)
      await Promise.all(Array.from({ length: 16 }, () => browser.open(link)))
      assertEqual({ sessions }, { sessions: 1 })
    },
  ),
]

interface TestIdentity {
  readonly sub: string
  readonly email: string
}

function createIdentity(): TestIdentity {
  const sub = crypto.randomUUID()
  return { sub, email: `${sub}@example.com` }
}

function getAccountKey({ sub }: TestIdentity) {
  return { provider: 'op', providerAccountId: sub }
}

/** Creates an app on this adapter, with one OpenID provider and magic links. */
function createApp(adapter: Adapter) {
  const op = createInMemoryProvider({ alg: 'HS256' })
  const links: string[] = []
  const emailProvider = Email({ sendVerificationRequest: ({ url }) => void links.push(url) })
  const config: AuthConfig = {
    adapter,
    providers: [op.provider(), emailProvider],
    secret: 'the secret of an app in the contract of adapters',
    trustHost: true,
    logger: { error() {}, warn() {}, debug() {} },
  }

  async function requestEmailLink(email: string) {
    const browser = new Browser(config)
    await browser.signIn('email', { email })
    return { browser, link: links.at(-1) ?? '' }
  }

  return {
    requestEmailLink,
    /** Signs in and returns the email of the signed-in user, or null, also if the store fails when the session is read. */
    async signInWithProvider(identity: TestIdentity): Promise<string | null> {
      const browser = new Browser(config)
      const authorizationUrl = await browser.signIn('op')
      await browser.open(op.authorize(authorizationUrl, { user: { ...identity } }).href)
      return browser.getSignedInEmail()
    },
    async signInByEmail(email: string): Promise<string | null> {
      const { browser, link } = await requestEmailLink(email)
      if (link) await browser.open(link)
      return browser.getSignedInEmail()
    },
  }
}

/** Returns a function that blocks its callers until it was called `count` times, for at most one second. */
function createBarrier(count: number): () => Promise<void> {
  let arrived = 0
  let release = () => {}
  const released = new Promise<void>(resolve => {
    release = resolve
  })
  return async () => {
    if (++arrived === 1) setTimeout(release, 1_000)
    if (arrived === count) release()
    await released
  }
}

/** Asserts that the user and the account belong together, or that neither exists. */
async function assertConsistent(adapter: LookupAdapter, identity: TestIdentity): Promise<void> {
  const user = await adapter.getUserByEmail(identity.email)
  const owner = await adapter.getUserByAccount(getAccountKey(identity))
  assertEqual({ owner: owner?.id ?? null }, { owner: user?.id ?? null })
}

interface FaultScenario<A extends Adapter> {
  readonly adapter: A
  /** The same adapter, with one call that fails until `repair` is called. */
  readonly failingAdapter: Adapter
  readonly repair: () => void
}

/** Asserts that a failed sign-in leaves consistent records, and that the next one signs in the same single user. */
async function assertSignInRecovers({
  adapter,
  failingAdapter,
  repair,
}: FaultScenario<LookupAdapter>): Promise<void> {
  const identity = createIdentity()
  await createApp(failingAdapter).signInWithProvider(identity)
  await assertConsistent(adapter, identity)
  repair()
  assertEqual(await createApp(failingAdapter).signInWithProvider(identity), identity.email)
  await assertConsistent(adapter, identity)
}

async function assertEmailSignInRecovers({
  adapter,
  failingAdapter,
  repair,
}: FaultScenario<AdapterWith<'getUserByEmail'>>): Promise<void> {
  const { email } = createIdentity()
  await createApp(failingAdapter).signInByEmail(email)
  repair()
  assertEqual(await createApp(failingAdapter).signInByEmail(email), email)
  assertTrue(
    (await adapter.getUserByEmail(email))?.emailVerified instanceof Date,
    'the email is not verified',
  )
}

/** Repeats `run` with the first call failing, then the second, until there are no more calls. */
async function runFailingEachCall(
  adapter: Adapter,
  fail: FailCall,
  run: (failingAdapter: Adapter, repair: () => void) => Promise<void>,
): Promise<void> {
  let hasFailed = true
  for (let nth = 1; hasFailed; nth++) {
    let calls = 0
    let isRepaired = false
    hasFailed = false
    const failingAdapter = interceptCalls(adapter, async (_, call) => {
      if (isRepaired || ++calls !== nth) return call()
      hasFailed = true
      return fail(call)
    })
    await run(failingAdapter, () => {
      isRepaired = true
    })
  }
}
