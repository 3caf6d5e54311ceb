import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, test } from 'vitest'
import { type Visitor, visitor } from '../support/visitor.js'
import { type Example, strategies } from './examples.js'
import { openSite, type Site } from './site.js'

const people = 200
const steps = 2_000
/** People who do something at the same moment. */
const crowd = 40

let site: Site | undefined

afterEach(async () => {
  await site?.dispose()
  site = undefined
})

interface Person {
  readonly email: string
  readonly visit: Visitor
  isIn: boolean
}

/** Lets two hundred people come and go, and asks each time whom they see. */
export function inACrowd(example: Example): void {
  describe.each(strategies)('sessions in the %s strategy', strategy => {
    test('shows nobody the session of somebody else, whoever comes and goes', {
      timeout: 180_000,
    }, async () => {
      site = await openSite(example, strategy)
      const { origin } = site
      const all = Array.from({ length: people }, (_, index): Person => {
        const visit = visitor(fetch, origin, { basePath: example.basePath })
        return { email: `person-${index}@example.com`, visit, isIn: false }
      })
      const seen: string[] = []
      const said: string[] = []
      const free = [...all]
      let left = steps

      async function walk(): Promise<void> {
        while (left-- > 0) {
          const [person] = free.splice(Math.floor(Math.random() * free.length), 1)
          if (!person) throw new Error('There are fewer people than doors.')
          await sleep(Math.random() * 20)
          const shown = await step(person)
          for (const address of shown) {
            seen.push(address)
            if (address !== (person.isIn ? person.email : 'nobody'))
              said.push(`${person.email} saw ${address}`)
          }
          free.push(person)
        }
      }

      await Promise.all(Array.from({ length: crowd }, walk))
      expect(said).toEqual([])
      expect(seen.length).toBeGreaterThanOrEqual(steps)
      expect(new Set(seen).size).toBeGreaterThan(people / 2)
    })
  })
}

/** Comes in, looks around in two ways, or leaves; whom the pages said to be there. */
async function step(person: Person): Promise<string[]> {
  const { visit, email } = person
  if (!person.isIn) {
    await visit.signInWithCredentials({ email, password: 'latchkey-demo', callbackUrl: '/' })
    person.isIn = true
  } else if (Math.random() < 0.15) {
    await visit.signOut({ callbackUrl: '/' })
    person.isIn = false
  }
  const [page, action] = await Promise.all([userOnPage(visit), userInSession(visit)])
  return [page, action]
}

async function userOnPage(visit: Visitor): Promise<string> {
  const answer = await visit.get('/')
  const text = await answer.text()
  return /data-testid="user"[^>]*>([^<]*)</.exec(text)?.[1] ?? `page ${answer.status}`
}

async function userInSession(visit: Visitor): Promise<string> {
  const session = await visit.session()
  const user = session?.['user']
  if (session === null) return 'nobody'
  return typeof user === 'object' && user !== null && 'email' in user ? String(user.email) : 'something else'
}
