import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Visitor } from '../support/visitor.js'
import { openVisitor, parsePart, type ServedExample } from './example-site.js'
import { hasManyFrameworks } from './examples.js'

const userCount = hasManyFrameworks ? 200 : 60
/** The number of steps. In each, a user may sign in, sign out or update the session, and then a page is checked. */
const stepCount = hasManyFrameworks ? 1_000 : 240
/** The number of users who are active at the same time. */
const concurrentUsers = 40

interface SimulatedUser {
  readonly email: string
  readonly visit: Visitor
  isSignedIn: boolean
  name: string
}

/** The pages and the action that show the user. */
const views = ['/', '/protected', '/account', '/client', 'session'] as const

type View = (typeof views)[number]

/** Registers a test with many concurrent users on a server with random delays. Every response must show the right user. */
export function testConcurrency(served: ServedExample): void {
  test('never shows the session of another user under concurrent requests', {
    timeout: 120_000,
  }, async () => {
    await served.site.start({ MAX_DELAY_MS: '5' })
    const free = await Promise.all(Array.from({ length: userCount }, (_, index) => createUser(served, index)))
    const seen: string[] = []
    const mismatches: string[] = []
    let left = stepCount

    async function walk(): Promise<void> {
      while (left-- > 0) {
        const [user] = free.splice(Math.floor(Math.random() * free.length), 1)
        if (!user) throw new Error('There are fewer users than concurrent walks.')
        await sleep(Math.random() * 5)
        await runStep(user, served)
        const view = pickRandom(views)
        const [shown, expected] = [await readShown(user.visit, view), getExpectedText(user, view)]
        seen.push(expected)
        if (shown !== expected) mismatches.push(`${view} of ${user.email}: "${shown}", not "${expected}"`)
        free.push(user)
      }
    }

    await Promise.all(Array.from({ length: concurrentUsers }, walk))
    expect(mismatches).toEqual([])
    expect(seen.length).toBe(stepCount)
    expect(new Set(seen.flatMap(said => said.match(emailPattern) ?? [])).size).toBeGreaterThan(userCount / 2)
  })
}

async function createUser(served: ServedExample, index: number): Promise<SimulatedUser> {
  const visit = await openVisitor(served)
  return { email: `person-${index}@example.com`, visit, isSignedIn: false, name: getInitialName(index) }
}

/** Returns the name that the examples derive from the email. */
function getInitialName(index: number): string {
  return `Person-${index}`
}

/** Signs in, signs out, changes the name or does nothing. */
async function runStep(user: SimulatedUser, { example, strategy }: ServedExample): Promise<void> {
  const { visit, email } = user
  const dice = Math.random()
  if (!user.isSignedIn) {
    await visit.signInWithCredentials({ email, password: 'latchkey-demo', callbackUrl: '/' })
    user.isSignedIn = true
  } else if (dice < 0.15) {
    await visit.signOut({ callbackUrl: '/' })
    user.isSignedIn = false
    // With the jwt strategy, the changed name was stored in the session only.
    if (strategy === 'jwt') user.name = getInitialName(Number(/\d+/.exec(email)))
  } else if (dice < 0.25) {
    user.name = `${getInitialName(Number(/\d+/.exec(email)))} the ${Math.floor(Math.random() * 1e6)}th`
    const change = { csrfToken: await visit.getCsrfToken(), data: { name: user.name } }
    await visit.post(`${example.basePath}/session`, change, { json: true })
  }
}

const emailPattern = /person-\d+@example\.com/g

/** Returns the status, all emails in the response and, on the home page, the name. */
async function readShown(visit: Visitor, view: View): Promise<string> {
  if (view === 'session') {
    const user = (await visit.getSession())?.['user']
    return user ? JSON.stringify(user, ['email', 'name']) : 'no session'
  }
  const answer = await visit.get(view)
  const text = await answer.text()
  const emails = [...new Set(text.match(emailPattern))]
  const name = view === '/' ? [parsePart(text, 'name')] : []
  return [answer.headers.has('location') ? 'redirected' : answer.status, ...emails, ...name].join(' ')
}

const guest = 'guest'

/** Returns the expected result of `readShown`. */
function getExpectedText({ email, name, isSignedIn }: SimulatedUser, view: View): string {
  if (view === 'session') return isSignedIn ? JSON.stringify({ email, name }) : 'no session'
  const isGuarded = view === '/protected' || view === '/account'
  if (!isSignedIn && isGuarded) return 'redirected'
  return [200, ...(isSignedIn ? [email] : []), ...(view === '/' ? [isSignedIn ? name : guest] : [])].join(' ')
}

function pickRandom<T>(choices: readonly T[]): T {
  const chosen = choices[Math.floor(Math.random() * choices.length)]
  if (chosen === undefined) throw new Error('The list is empty.')
  return chosen
}
