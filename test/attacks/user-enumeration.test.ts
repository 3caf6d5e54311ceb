import { setTimeout as sleep } from 'node:timers/promises'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import type { EmailConfig } from 'latchkey/providers'
import { describe, expect, test } from 'vitest'
import { type AppSetup, createTappedAdapter, createTestApp } from '../support/app.js'
import { captureEmails } from '../support/captured-emails.js'
import type { Visitor } from '../support/visitor.js'

/** Of the same length, so that only the existence of a user differs. */
const known = 'ada@example.com'
const unknown = 'eve@example.com'

/** Milliseconds per adapter call, so that an additional call can be measured. */
const storeTakes = 5

interface Setup extends AppSetup {
  mail?: Partial<EmailConfig>
  storeTakes?: number
}

async function createScenario({ mail = {}, storeTakes = 0, ...setup }: Setup = {}) {
  const store = MemoryAdapter()
  const user = await store.createUser({ id: 'ada', email: known, emailVerified: new Date() })
  await store.linkAccount({ userId: user.id, type: 'oauth', provider: 'op', providerAccountId: '1' })
  const { adapter, calls } = createTappedAdapter(
    store,
    async () => void (storeTakes && (await sleep(storeTakes))),
  )
  const mailbox = captureEmails(mail)
  return { ...createTestApp({ adapter, providers: [mailbox.provider], ...setup }), ...mailbox, calls }
}

/** Everything that an attacker can see of a response; only the length of random values. */
async function describeResponse(response: Response) {
  const headers = [...response.headers].map(([name, value]) => {
    if (name !== 'set-cookie') return [name, value]
    const [, cookie = '', text = '', attributes = ''] = value.match(/^([^=]+)=([^;]*)(.*)$/) ?? []
    return [name, cookie, text.length, attributes.replace(/expires=[^;]+/i, '')]
  })
  return { status: response.status, headers, body: await response.text() }
}

const kinds = [
  ['a magic link', {}],
  ['a one-time code', { oneTimeCode: true }],
] as const

describe.each(kinds)('a request for %s', (_, mail) => {
  test.each(['jwt', 'database'] as const)(
    'has the same response and the same adapter calls for existing and unknown emails, %s sessions',
    async strategy => {
      const { open, emails, calls } = await createScenario({ mail, session: { strategy } })
      const seen = []
      for (const email of [known, unknown]) {
        const visit = open()
        calls.length = 0
        const asked = await visit.signIn('mail', { email, callbackUrl: '/in' })
        const page = await visit.follow(asked)
        const script = { headers: { 'x-auth-return-redirect': '1' } }
        const again = await visit.signIn('mail', { email }, script)
        const faces = await Promise.all([asked, page, again].map(describeResponse))
        seen.push({ faces: maskBodies(faces, email), calls: [...calls], mails: emails.splice(0).length })
      }
      expect(seen[0]).toEqual(seen[1])
      expect(seen[0]).toMatchObject({ mails: 2 })
    },
  )

  test('takes the same time for existing and unknown emails', { timeout: 60_000, retry: 1 }, async () => {
    const app = await createScenario({ mail, storeTakes })
    const { shift, rank } = await compareResponses(app.open)
    expect(Math.abs(shift)).toBeLessThan(storeTakes / 2)
    expect(Math.abs(rank - 0.5)).toBeLessThan(0.3)
  })

  test('with `waitUntil` does not wait for the email or its failure', {
    timeout: 60_000,
    retry: 1,
  }, async () => {
    const works: Promise<unknown>[] = []
    const sendVerificationRequest: EmailConfig['sendVerificationRequest'] = async ({ identifier }) => {
      if (identifier === known) await sleep(3 * storeTakes)
      else throw new Error('no such mailbox')
    }
    const waitUntil = (work: Promise<unknown>) => void works.push(work)
    const app = await createScenario({ mail: { ...mail, sendVerificationRequest }, storeTakes, waitUntil })
    const { shift } = await compareResponses(app.open, () => Promise.all(works.splice(0)))
    expect(Math.abs(shift)).toBeLessThan(storeTakes / 2)
  })
})

/** Replaces what differs by design: the pages have a random CSRF token, and the address that was entered. */
function maskBodies(faces: readonly { body: string }[], email: string) {
  return faces.map(({ body, ...face }) => ({
    ...face,
    body: body.replace(/[0-9a-f]{64}/g, 'token').replaceAll(email, 'email'),
  }))
}

interface Comparison {
  /** Milliseconds that an existing email takes longer: the median of adjacent requests. */
  readonly shift: number
  /** The share of pairs in which an existing email takes longer; 0.5 if there is no difference. */
  readonly rank: number
}

/** Requests existing and unknown emails alternately. */
async function compareResponses(open: () => Visitor, settle: () => unknown = () => {}): Promise<Comparison> {
  const visit = open()
  const csrfToken = await visit.getCsrfToken()
  const cookie = visit.jar.header(new URL(visit.origin), { method: 'POST', crossSite: false })
  const time = async (email: string) => {
    const begun = performance.now()
    await open().post('/auth/signin/mail', { csrfToken, email }, { headers: { cookie } })
    const took = performance.now() - begun
    await settle()
    return took
  }
  const pairs: (readonly [known: number, unknown: number])[] = []
  for (let round = -10; round < 60; round++) {
    const [first, second] = round % 2 ? [known, unknown] : [unknown, known]
    const times = { [first]: await time(first), [second]: await time(second) }
    // The first rounds are a warm-up.
    if (round >= 0) pairs.push([times[known] ?? 0, times[unknown] ?? 0])
  }
  const shifts = pairs.map(([one, other]) => one - other).sort((a, b) => a - b)
  const longer = pairs.flatMap(([one]) =>
    pairs.map(([, other]) => (one > other ? 1 : one === other ? 0.5 : 0)),
  )
  const sum = longer.reduce<number>((all, one) => all + one, 0)
  return { shift: shifts[shifts.length / 2] ?? Number.NaN, rank: sum / longer.length }
}
