import { Email } from '../../providers/email.js'
import type { Adapter, AdapterUser } from '../../types/adapter.js'
import type { AuthConfig } from '../../types/config.js'
import { inMemoryProvider } from '../provider/in-memory.js'
import { around } from './around.js'
import { equal, isTrue } from './assert.js'
import { Browser } from './browser.js'
import { allows, group, type Having } from './check.js'
import { limitsOf } from './traits.js'

const check = group(
  'whole sign-ins',
  'createUser',
  'getUser',
  'getUserByEmail',
  'createSession',
  'getSessionAndUser',
  'deleteUser',
)

type Found = Having<'getUserByEmail' | 'getUserByAccount'>

export const signInChecks = [
  check('through a provider find the same user again', ['getUserByAccount', 'linkAccount'], async bench => {
    const app = appOn(bench.adapter)
    const person = somebody()
    equal(await app.byProvider(person), person.email)
    const first = await bench.adapter.getUserByEmail(person.email)
    equal(await app.byProvider(person), person.email)
    equal((await bench.adapter.getUserByAccount(accountOf(person)))?.id, first?.id)
  }),

  check(
    'through a provider that meet 16 at once make one user',
    ['getUserByAccount', 'linkAccount'],
    async ({ adapter }) => {
      const made: string[] = []
      const allHaveLooked = meetingOf(16)
      const noting = around(adapter, async (method, call) => {
        const answer = await call()
        if (/^createUser/.test(method)) made.push((answer as AdapterUser).id)
        if (method === 'getUserByAccount') await allHaveLooked()
        return answer
      })
      const app = appOn(noting)
      const person = somebody()
      const outcomes = await Promise.all(Array.from({ length: 16 }, () => app.byProvider(person)))
      isTrue(outcomes.includes(person.email), 'nobody is signed in')
      await isWhole(adapter, person)
      const owner = await adapter.getUserByAccount(accountOf(person))
      const left = await Promise.all(made.map(async id => (await adapter.getUser(id))?.id ?? null))
      equal([...new Set(left.filter(id => id !== null))], [owner?.id])
      equal(await app.byProvider(person), person.email)
    },
  ),

  check(
    'through a provider survive a failure at each call',
    ['getUserByAccount', 'linkAccount'],
    async ({ adapter }) => {
      await atEachCall(adapter, notDone, (failing, mend) => comesBack({ adapter, failing, mend }))
    },
  ),

  check(
    'through a provider survive an answer that is lost, at each call',
    ['getUserByAccount', 'linkAccount'],
    async ({ adapter, traits }) => {
      // Nobody can tell then whether the user that is there was made by the call whose answer was lost.
      if (!adapter.createUserWithAccount) allows(limitsOf(traits).ids)
      await atEachCall(adapter, doneUnheard, (failing, mend) => comesBack({ adapter, failing, mend }))
    },
  ),

  check(
    'by mail survive a failure at each call',
    ['createVerificationToken', 'useVerificationToken', 'updateUser'],
    async ({ adapter }) => {
      await atEachCall(adapter, notDone, (failing, mend) => comesBackByMail({ adapter, failing, mend }))
    },
  ),

  check(
    'by mail survive an answer that is lost, at each call',
    ['createVerificationToken', 'useVerificationToken', 'updateUser'],
    async ({ adapter }) => {
      await atEachCall(adapter, doneUnheard, (failing, mend) => comesBackByMail({ adapter, failing, mend }))
    },
  ),

  check(
    'by one link, opened 16 times at once, make one session',
    ['createVerificationToken', 'useVerificationToken', 'updateUser'],
    async ({ adapter }) => {
      let sessions = 0
      const counting = around(adapter, (method, call) => {
        if (method === 'createSession') sessions++
        return call()
      })
      const app = appOn(counting)
      const { email } = somebody()
      const { browser, link } = await app.askForMail(email)
      await Promise.all(Array.from({ length: 16 }, () => browser.open(link)))
      equal({ sessions }, { sessions: 1 })
    },
  ),
]

interface Person {
  readonly sub: string
  readonly email: string
}

function somebody(): Person {
  const sub = crypto.randomUUID()
  return { sub, email: `${sub}@example.com` }
}

function accountOf({ sub }: Person) {
  return { provider: 'op', providerAccountId: sub }
}

/** An app on this adapter, with one OpenID provider and links by mail. */
function appOn(adapter: Adapter) {
  const op = inMemoryProvider({ alg: 'HS256' })
  const links: string[] = []
  const mail = Email({ sendVerificationRequest: ({ url }) => void links.push(url) })
  const config: AuthConfig = {
    adapter,
    providers: [op.provider(), mail],
    secret: 'the secret of an app in the contract of adapters',
    trustHost: true,
    logger: { error() {}, warn() {}, debug() {} },
  }

  async function askForMail(email: string) {
    const browser = new Browser(config)
    await browser.signIn('email', { email })
    return { browser, link: links.at(-1) ?? '' }
  }

  return {
    askForMail,
    /** Signs in; tells who is in afterwards. A store that fails where that is asked says nobody. */
    async byProvider(person: Person): Promise<string | null> {
      const browser = new Browser(config)
      const away = await browser.signIn('op')
      await browser.open(op.authorize(away, { user: { ...person } }).href)
      return browser.whoIsIn()
    },
    async byMail(email: string): Promise<string | null> {
      const { browser, link } = await askForMail(email)
      if (link) await browser.open(link)
      return browser.whoIsIn()
    },
  }
}

/** Holds callers until so many are there, and nobody after them; one second at most. */
function meetingOf(count: number): () => Promise<void> {
  let arrived = 0
  let begin = () => {}
  const begun = new Promise<void>(resolve => {
    begin = resolve
  })
  return async () => {
    if (++arrived === 1) setTimeout(begin, 1_000)
    if (arrived === count) begin()
    await begun
  }
}

/** A user who could not come back, or an account of nobody, would be half made. */
async function isWhole(adapter: Found, person: Person): Promise<void> {
  const user = await adapter.getUserByEmail(person.email)
  const owner = await adapter.getUserByAccount(accountOf(person))
  equal({ owner: owner?.id ?? null }, { owner: user?.id ?? null })
}

interface Attempt<A extends Adapter> {
  readonly adapter: A
  /** The same, and one of its calls fails until it is mended. */
  readonly failing: Adapter
  readonly mend: () => void
}

/** Is half in, or not, and comes again: as one user with their account. */
async function comesBack({ adapter, failing, mend }: Attempt<Found>): Promise<void> {
  const person = somebody()
  await appOn(failing).byProvider(person)
  await isWhole(adapter, person)
  mend()
  equal(await appOn(failing).byProvider(person), person.email)
  await isWhole(adapter, person)
}

async function comesBackByMail({ adapter, failing, mend }: Attempt<Having<'getUserByEmail'>>): Promise<void> {
  const { email } = somebody()
  await appOn(failing).byMail(email)
  mend()
  equal(await appOn(failing).byMail(email), email)
  isTrue((await adapter.getUserByEmail(email))?.emailVerified instanceof Date, 'no proven address')
}

/** How a call fails. */
type Failure = (call: () => Promise<unknown>) => Promise<never>

const notDone: Failure = async () => {
  throw new Error('The store is away.')
}

/** The store has done it, and the connection was lost before it could say so. */
const doneUnheard: Failure = async call => {
  await call()
  throw new Error('The connection was lost.')
}

/** Runs with the first call failing, then with the second, until there is no such call. */
async function atEachCall(
  adapter: Adapter,
  fail: Failure,
  run: (failing: Adapter, mend: () => void) => Promise<void>,
): Promise<void> {
  let hasFailed = true
  for (let nth = 1; hasFailed; nth++) {
    let calls = 0
    let isMended = false
    hasFailed = false
    const failing = around(adapter, async (_, call) => {
      if (isMended || ++calls !== nth) return call()
      hasFailed = true
      return fail(call)
    })
    await run(failing, () => {
      isMended = true
    })
  }
}
