import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Visitor } from '../support/visitor.js'
import { person, type Trial } from './site.js'

const people = 200
/** With each of the two strategies; in each somebody may come or go, and then somebody looks. */
const steps = 1_000
/** People who do something at the same moment. */
const crowd = 40

interface Person {
  readonly email: string
  readonly visit: Visitor
  isIn: boolean
  name: string
}

/** Where one can see who is there. */
const places = ['/', '/protected', '/account', '/client', 'session'] as const

type Place = (typeof places)[number]

/** Lets two hundred people come and go, in a server that takes its time, and looks each time whom it shows. */
export function inACrowd(trial: Trial): void {
  test('shows nobody the session of somebody else, whoever comes and goes', {
    timeout: 120_000,
  }, async () => {
    await trial.site.start({ SLOWLY: '5' })
    const free = await Promise.all(Array.from({ length: people }, (_, index) => newcomer(trial, index)))
    const seen: string[] = []
    const mistaken: string[] = []
    let left = steps

    async function walk(): Promise<void> {
      while (left-- > 0) {
        const [someone] = free.splice(Math.floor(Math.random() * free.length), 1)
        if (!someone) throw new Error('There are fewer people than doors.')
        await sleep(Math.random() * 5)
        await act(someone, trial)
        const place = oneOf(places)
        const [shown, right] = [await look(someone.visit, place), answerFor(someone, place)]
        seen.push(right)
        if (shown !== right) mistaken.push(`${place} of ${someone.email}: "${shown}", not "${right}"`)
        free.push(someone)
      }
    }

    await Promise.all(Array.from({ length: crowd }, walk))
    expect(mistaken).toEqual([])
    expect(seen.length).toBe(steps)
    expect(new Set(seen.flatMap(said => said.match(address) ?? [])).size).toBeGreaterThan(people / 2)
  })
}

async function newcomer(trial: Trial, index: number): Promise<Person> {
  const visit = await person(trial)
  return { email: `person-${index}@example.com`, visit, isIn: false, name: firstName(index) }
}

/** As the examples make it of the address. */
function firstName(index: number): string {
  return `Person-${index}`
}

/** Comes in, leaves, takes another name, or does nothing. */
async function act(someone: Person, { example, strategy }: Trial): Promise<void> {
  const { visit, email } = someone
  const dice = Math.random()
  if (!someone.isIn) {
    await visit.signInWithCredentials({ email, password: 'latchkey-demo', callbackUrl: '/' })
    someone.isIn = true
  } else if (dice < 0.15) {
    await visit.signOut({ callbackUrl: '/' })
    someone.isIn = false
    // Kept in the token, it has gone with it.
    if (strategy === 'jwt') someone.name = firstName(Number(/\d+/.exec(email)))
  } else if (dice < 0.25) {
    someone.name = `${firstName(Number(/\d+/.exec(email)))} the ${Math.floor(Math.random() * 1e6)}th`
    const change = { csrfToken: await visit.csrf(), data: { name: someone.name } }
    await visit.post(`${example.basePath}/session`, change, { json: true })
  }
}

const address = /person-\d+@example\.com/g

/** Which addresses are there, anywhere in the answer; and where there is a name, which one. */
async function look(visit: Visitor, place: Place): Promise<string> {
  if (place === 'session') {
    const user = (await visit.session())?.['user']
    return user ? JSON.stringify(user, ['email', 'name']) : nobody
  }
  const answer = await visit.get(place)
  const text = await answer.text()
  const addresses = [...new Set(text.match(address))]
  const name = place === '/' ? [/data-testid="name"[^>]*>([^<]*)</.exec(text)?.[1]] : []
  return [answer.headers.has('location') ? 'sent away' : answer.status, ...addresses, ...name].join(' ')
}

const nobody = 'a stranger'

/** What somebody has to see there. */
function answerFor({ email, name, isIn }: Person, place: Place): string {
  if (place === 'session') return isIn ? JSON.stringify({ email, name }) : nobody
  const isGuarded = place === '/protected' || place === '/account'
  if (!isIn && isGuarded) return 'sent away'
  return [200, ...(isIn ? [email] : []), ...(place === '/' ? [isIn ? name : nobody] : [])].join(' ')
}

function oneOf<T>(choices: readonly T[]): T {
  const chosen = choices[Math.floor(Math.random() * choices.length)]
  if (chosen === undefined) throw new Error('There is nothing to choose from.')
  return chosen
}
