import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Visitor } from '../support/visitor.js'
import { openVisitor, type ServedExample } from './example-site.js'

const userCount = 200
/** With each of the two strategies; in each somebody may come or go, and then somebody looks. */
const stepCount = 1_000
/** People who do something at the same moment. */
const concurrentUsers = 40

interface SimulatedUser {
  readonly email: string
  readonly visit: Visitor
  isIn: boolean
  name: string
}

/** Where one can see who is there. */
const places = ['/', '/protected', '/account', '/client', 'session'] as const

type Place = (typeof places)[number]

/** Lets two hundred people come and go, in a server that takes its time, and looks each time whom it shows. */
export function testConcurrency(trial: ServedExample): void {
  test('shows nobody the session of somebody else, whoever comes and goes', {
    timeout: 120_000,
  }, async () => {
    await trial.site.start({ SLOWLY: '5' })
    const free = await Promise.all(Array.from({ length: userCount }, (_, index) => createUser(trial, index)))
    const seen: string[] = []
    const mistaken: string[] = []
    let left = stepCount

    async function walk(): Promise<void> {
      while (left-- > 0) {
        const [someone] = free.splice(Math.floor(Math.random() * free.length), 1)
        if (!someone) throw new Error('There are fewer people than doors.')
        await sleep(Math.random() * 5)
        await runStep(someone, trial)
        const place = pickRandom(places)
        const [shown, right] = [await readShown(someone.visit, place), getExpectedText(someone, place)]
        seen.push(right)
        if (shown !== right) mistaken.push(`${place} of ${someone.email}: "${shown}", not "${right}"`)
        free.push(someone)
      }
    }

    await Promise.all(Array.from({ length: concurrentUsers }, walk))
    expect(mistaken).toEqual([])
    expect(seen.length).toBe(stepCount)
    expect(new Set(seen.flatMap(said => said.match(emailPattern) ?? [])).size).toBeGreaterThan(userCount / 2)
  })
}

async function createUser(trial: ServedExample, index: number): Promise<SimulatedUser> {
  const visit = await openVisitor(trial)
  return { email: `person-${index}@example.com`, visit, isIn: false, name: getInitialName(index) }
}

/** As the examples make it of the address. */
function getInitialName(index: number): string {
  return `Person-${index}`
}

/** Comes in, leaves, takes another name, or does nothing. */
async function runStep(someone: SimulatedUser, { example, strategy }: ServedExample): Promise<void> {
  const { visit, email } = someone
  const dice = Math.random()
  if (!someone.isIn) {
    await visit.signInWithCredentials({ email, password: 'latchkey-demo', callbackUrl: '/' })
    someone.isIn = true
  } else if (dice < 0.15) {
    await visit.signOut({ callbackUrl: '/' })
    someone.isIn = false
    // Kept in the token, it has gone with it.
    if (strategy === 'jwt') someone.name = getInitialName(Number(/\d+/.exec(email)))
  } else if (dice < 0.25) {
    someone.name = `${getInitialName(Number(/\d+/.exec(email)))} the ${Math.floor(Math.random() * 1e6)}th`
    const change = { csrfToken: await visit.getCsrfToken(), data: { name: someone.name } }
    await visit.post(`${example.basePath}/session`, change, { json: true })
  }
}

const emailPattern = /person-\d+@example\.com/g

/** Which addresses are there, anywhere in the answer; and where there is a name, which one. */
async function readShown(visit: Visitor, place: Place): Promise<string> {
  if (place === 'session') {
    const user = (await visit.getSession())?.['user']
    return user ? JSON.stringify(user, ['email', 'name']) : nobody
  }
  const answer = await visit.get(place)
  const text = await answer.text()
  const addresses = [...new Set(text.match(emailPattern))]
  const name = place === '/' ? [/data-testid="name"[^>]*>([^<]*)</.exec(text)?.[1]] : []
  return [answer.headers.has('location') ? 'sent away' : answer.status, ...addresses, ...name].join(' ')
}

const nobody = 'a stranger'

/** What somebody has to see there. */
function getExpectedText({ email, name, isIn }: SimulatedUser, place: Place): string {
  if (place === 'session') return isIn ? JSON.stringify({ email, name }) : nobody
  const isGuarded = place === '/protected' || place === '/account'
  if (!isIn && isGuarded) return 'sent away'
  return [200, ...(isIn ? [email] : []), ...(place === '/' ? [isIn ? name : nobody] : [])].join(' ')
}

function pickRandom<T>(choices: readonly T[]): T {
  const chosen = choices[Math.floor(Math.random() * choices.length)]
  if (chosen === undefined) throw new Error('There is nothing to choose from.')
  return chosen
}
