import { createHash, pbkdf2 } from 'node:crypto'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { hasAllCases } from '../../support/fire.js'
import type { Visitor } from '../../support/visitor.js'
import {
  createPasswordsApp,
  email,
  json,
  type PasswordsApp,
  password,
  serverHead,
  submit,
} from './passwords-app.js'

/** Of each kind of address. */
const measurements = 60
/** A busy machine can delay some requests: one of several attempts must see no difference. */
const attempts = 5
const derive = promisify(pbkdf2)
let hashCount = 0

async function computeDigest(text: string): Promise<Buffer> {
  hashCount += 1
  return await derive(text, 'salt', 100_000, 32, 'sha256')
}

/** Returns the difference of the medians that counts as one, in milliseconds: a third of a hash. */
async function measureMaxDifference(): Promise<number> {
  const times = []
  for (let index = 0; index < 5; index++) {
    const startedAt = performance.now()
    await computeDigest('a password')
    times.push(performance.now() - startedAt)
  }
  return Math.min(...times) / 3
}

/** Beside other tests, times say little. `npm test` counts the hashes instead. */
const maxDifference = hasAllCases ? await measureMaxDifference() : Number.NaN

interface Faults {
  /** The stored hash is verified, and no other is computed. */
  readonly hasNoDummy?: boolean
  /** Called before each email. */
  sendEmail?(to: string): Promise<unknown>
}

/** An app with a hash that takes some time. */
function createApp({ hasNoDummy = false, sendEmail }: Faults = {}) {
  let known: string | null = null
  const custom = {
    async hash(text: string) {
      const hash = `test$${(await computeDigest(text)).toString('hex')}`
      known ??= hash
      return hash
    },
    async verify(text: string, stored: string) {
      if (hasNoDummy && stored !== known) return false
      return `test$${(await computeDigest(text)).toString('hex')}` === stored
    },
    needsRehash: () => false,
  }
  const app = createPasswordsApp({
    options: { hashing: { custom } },
    ...(sendEmail && {
      sendEmail: async ({ to }) => {
        await sendEmail(to)
      },
    }),
  })
  return app
}

async function createKnownUser(app: PasswordsApp): Promise<void> {
  await app.store.createUser({ id: 'ada', email, emailVerified: new Date() })
  await app.api.setPassword(serverHead, 'ada', password)
  // A sign-up that waits.
  await submit(app.open(), 'sign-up', { email: 'waiting@example.com', password })
}

type Kind = 'known' | 'unknown'

/** The fields of a request about an address. */
const requests: Readonly<Record<string, (kind: Kind, index: number) => Record<string, string>>> = {
  'sign-in': (kind, index) => ({ email: toAddress(kind, index), password: 'a wrong password of Ada' }),
  'sign-up': (kind, index) => ({ email: toAddress(kind, index), password }),
  forgot: (kind, index) => ({ email: toAddress(kind, index) }),
  verify: (kind, index) => {
    const address = kind === 'known' ? 'waiting@example.com' : toAddress(kind, index)
    return { token: `${createHash('sha256').update(address).digest('hex')}.wrong`, password }
  },
}

function toAddress(kind: Kind, index: number): string {
  return kind === 'known' ? email : `unknown-${index}@example.com`
}

/** Returns by how many milliseconds the medians of interleaved requests differ. */
async function measureDifference(app: PasswordsApp, path: string): Promise<number> {
  const times: Record<Kind, number[]> = { known: [], unknown: [] }
  const visits: Record<Kind, Visitor> = { known: app.open(), unknown: app.open() }
  const tokens = { known: await visits.known.getCsrfToken(), unknown: await visits.unknown.getCsrfToken() }
  for (let index = -2; index < measurements; index++)
    for (const kind of index % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)) {
      const fields = { csrfToken: tokens[kind], ...requests[path]?.(kind, index) }
      const startedAt = performance.now()
      await visits[kind].post(`/auth/passwords/${path}`, fields, json)
      // The first requests load code.
      if (index >= 0) times[kind].push(performance.now() - startedAt)
    }
  return Math.abs(getMedian(times.known) - getMedian(times.unknown))
}

function getMedian(values: readonly number[]): number {
  return [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN
}

/** Returns the smallest difference of several attempts. */
async function findDifference(path: string, faults: Faults = {}): Promise<number> {
  const app = createApp(faults)
  await createKnownUser(app)
  let smallest = Number.POSITIVE_INFINITY
  for (let attempt = 0; attempt < attempts && smallest > maxDifference; attempt++)
    smallest = Math.min(smallest, await measureDifference(app, path))
  return smallest
}

/** Counts the hashes of a request about a known and of one about an unknown address. */
async function countHashes(path: string, faults: Faults = {}): Promise<readonly number[]> {
  const app = createApp(faults)
  await createKnownUser(app)
  // The first request computes the hash that unknown addresses are compared with.
  await submit(app.open(), path, requests[path]?.('unknown', 1) ?? {})
  const counts = []
  for (const kind of ['known', 'unknown'] as const) {
    const visit = app.open()
    const fields = { csrfToken: await visit.getCsrfToken(), ...requests[path]?.(kind, 0) }
    const before = hashCount
    await visit.post(`/auth/passwords/${path}`, fields, json)
    counts.push(hashCount - before)
  }
  return counts
}

describe('the number of hashes does not tell whether an address is known', () => {
  test.each([
    ['sign-in', 1],
    ['sign-up', 1],
    ['forgot', 0],
    ['verify', 0],
  ])('of "%s"', async (path, count) => {
    expect(await countHashes(path)).toEqual([count, count])
  })

  test('which the count would notice: of a sign-in without a hash for unknown addresses', async () => {
    const [known, unknown] = await countHashes('sign-in', { hasNoDummy: true })
    expect(known).not.toBe(unknown)
  })
})

if (hasAllCases)
  describe('the time of a response does not tell whether an address is known', { timeout: 300_000 }, () => {
    test.each(Object.keys(requests))('of "%s"', async path => {
      expect(await findDifference(path)).toBeLessThan(maxDifference)
    })

    test('which the measurement would notice: of a sign-in without a hash for unknown addresses', async () => {
      expect(await findDifference('sign-in', { hasNoDummy: true })).toBeGreaterThan(maxDifference)
    })

    test.each(['sign-up', 'forgot'])(
      'which the measurement would notice: of "%s", whose email to a known address takes longer',
      async path => {
        const sendEmail = async (to: string) => {
          if (to === email) await computeDigest(to)
        }
        expect(await findDifference(path, { sendEmail })).toBeGreaterThan(maxDifference)
      },
    )
  })
