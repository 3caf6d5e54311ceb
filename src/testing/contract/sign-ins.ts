import { Email } from '../../providers/email.js'
import type { Adapter, AdapterUser } from '../../types/adapter.js'
import type { AuthConfig } from '../../types/config.js'
import { createInMemoryProvider } from '../provider/in-memory.js'
import { assertEqual, assertTrue } from './assert.js'
import { Browser } from './browser.js'
import { describeLimits } from './capabilities.js'
import { type AdapterWith, defineChecks, skipIfLimited } from './check.js'
import { interceptCalls } from './intercept.js'

const check = defineChecks(
  'whole sign-ins',
  'createUser',
  'getUser',
  'getUserByEmail',
  'createSession',
  'getSessionAndUser',
  'deleteUser',
)

type LookupAdapter = AdapterWith<'getUserByEmail' | 'getUserByAccount'>

export const signInChecks = [
  check('through a provider find the same user again', ['getUserByAccount', 'linkAccount'], async context => {
    const app = createApp(context.adapter)
    const identity = createIdentity()
    assertEqual(await app.signInWithProvider(identity), identity.email)
    const first = await context.adapter.getUserByEmail(identity.email)
    assertEqual(await app.signInWithProvider(identity), identity.email)
    assertEqual((await context.adapter.getUserByAccount(getAccountKey(identity)))?.id, first?.id)
  }),

  check(
    'through a provider that meet 16 at once make one user',
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
      assertTrue(outcomes.includes(identity.email), 'nobody is signed in')
      await assertConsistent(adapter, identity)
      const owner = await adapter.getUserByAccount(getAccountKey(identity))
      const remainingIds = await Promise.all(
        createdIds.map(async id => (await adapter.getUser(id))?.id ?? null),
      )
      assertEqual([...new Set(remainingIds.filter(id => id !== null))], [owner?.id])
      assertEqual(await app.signInWithProvider(identity), identity.email)
    },
  ),

  check(
    'through a provider survive a failure at each call',
    ['getUserByAccount', 'linkAccount'],
    async ({ adapter }) => {
      await runFailingEachCall(adapter, rejectBeforeCall, (failingAdapter, repair) =>
        assertSignInRecovers({ adapter, failingAdapter, repair }),
      )
    },
  ),

  check(
    'through a provider survive an answer that is lost, at each call',
    ['getUserByAccount', 'linkAccount'],
    async ({ adapter, capabilities }) => {
      // Nobody can tell then whether the user that is there was made by the call whose answer was lost.
      if (!adapter.createUserWithAccount) skipIfLimited(describeLimits(capabilities).ids)
      await runFailingEachCall(adapter, rejectAfterCall, (failingAdapter, repair) =>
        assertSignInRecovers({ adapter, failingAdapter, repair }),
      )
    },
  ),

  check(
    'by mail survive a failure at each call',
    ['createVerificationToken', 'useVerificationToken', 'updateUser'],
    async ({ adapter }) => {
      await runFailingEachCall(adapter, rejectBeforeCall, (failingAdapter, repair) =>
        assertEmailSignInRecovers({ adapter, failingAdapter, repair }),
      )
    },
  ),

  check(
    'by mail survive an answer that is lost, at each call',
    ['createVerificationToken', 'useVerificationToken', 'updateUser'],
    async ({ adapter }) => {
      await runFailingEachCall(adapter, rejectAfterCall, (failingAdapter, repair) =>
        assertEmailSignInRecovers({ adapter, failingAdapter, repair }),
      )
    },
  ),

  check(
    'by one link, opened 16 times at once, make one session',
    ['createVerificationToken', 'useVerificationToken', 'updateUser'],
    async ({ adapter }) => {
      let sessions = 0
      const countingAdapter = interceptCalls(adapter, (method, call) => {
        if (method === 'createSession') sessions++
        return call()
      })
      const app = createApp(countingAdapter)
      const { email } = createIdentity()
      const { browser, link } = await app.askForMail(email)
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

/** An app on this adapter, with one OpenID provider and links by mail. */
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
    askForMail: requestEmailLink,
    /** Signs in; tells who is in afterwards. A store that fails where that is asked says nobody. */
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

/** Holds callers until so many are there, and nobody after them; one second at most. */
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

/** A user who could not come back, or an account of nobody, would be half made. */
async function assertConsistent(adapter: LookupAdapter, identity: TestIdentity): Promise<void> {
  const user = await adapter.getUserByEmail(identity.email)
  const owner = await adapter.getUserByAccount(getAccountKey(identity))
  assertEqual({ owner: owner?.id ?? null }, { owner: user?.id ?? null })
}

interface FaultScenario<A extends Adapter> {
  readonly adapter: A
  /** The same, and one of its calls fails until it is mended. */
  readonly failingAdapter: Adapter
  readonly repair: () => void
}

/** Is half in, or not, and comes again: as one user with their account. */
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
  assertTrue((await adapter.getUserByEmail(email))?.emailVerified instanceof Date, 'no proven address')
}

/** How a call fails. */
type FaultInjector = (call: () => Promise<unknown>) => Promise<never>

const rejectBeforeCall: FaultInjector = async () => {
  throw new Error('The store is away.')
}

/** The store has done it, and the connection was lost before it could say so. */
const rejectAfterCall: FaultInjector = async call => {
  await call()
  throw new Error('The connection was lost.')
}

/** Runs with the first call failing, then with the second, until there is no such call. */
async function runFailingEachCall(
  adapter: Adapter,
  fail: FaultInjector,
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
