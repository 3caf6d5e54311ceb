import { setTimeout as sleep } from 'node:timers/promises'
import { SqlAdapter } from 'latchkey/adapters/sql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, getLocation, origin, runRoundTrip, sessionCookie } from '../support/app.js'
import { type Server, startMariadb, startPostgres } from '../support/databases/server.js'
import { withServer } from '../support/databases/with-server.js'
import { grace } from '../support/malicious-provider.js'
import type { Visitor } from '../support/visitor.js'

const people = 12

/** What one look at the session found. */
interface Look {
  readonly status: number
  readonly email: unknown
  /** Of the cookies that came back, those of the session that were emptied. */
  readonly cleared: number
}

async function look(visit: Visitor): Promise<Look> {
  const answer = await visit.get('/auth/session')
  const body = (await answer.json()) as { user?: { email?: unknown } } | null
  const lines = answer.headers.getSetCookie().filter(line => line.startsWith(`${sessionCookie}=;`))
  return { status: answer.status, email: body?.user?.email ?? null, cleared: lines.length }
}

function readOn(family: 'postgres' | 'mysql', begin: () => Promise<Server>): void {
  withServer(family, () => {
    describe(`${family} killed and started again while people read their sessions`, () => {
      let server: Server

      beforeAll(async () => {
        server = await begin()
      })

      afterAll(() => server?.stop())

      test('answers 503 with null meanwhile, signs nobody out, and then all is well again', {
        timeout: 120_000,
      }, async () => {
        await using adapter = SqlAdapter(server.url)
        await adapter.migrate()
        const session = { strategy: 'database', updateAge: 0 } as const
        const { op, open, log } = createTestApp({ adapter, session })
        const emails = Array.from({ length: people }, (_, i) => `person-${i}@example.com`)
        const visits = emails.map(() => open())
        for (const [i, visit] of visits.entries())
          await runRoundTrip(visit, op, { as: { ...grace, sub: `person-${i}`, email: emails[i] } })

        const looks: (Look & { readonly of: unknown })[] = []
        const load = { isOver: false }
        const reading = visits.map(async (visit, i) => {
          while (!load.isOver) {
            looks.push({ ...(await look(visit)), of: emails[i] })
            await sleep(5)
          }
        })
        const readsSince = async (start: number) => {
          await expect.poll(() => looks.length - start, { timeout: 30_000 }).toBeGreaterThan(people * 5)
        }

        await readsSince(0)
        await server.kill()
        await readsSince(looks.length)
        const during = await look(open())
        const guest = open()
        const turnedAway = getLocation(await runRoundTrip(guest, op, { as: grace }))
        await server.start()
        const restarted = looks.length
        await expect.poll(() => looks.slice(restarted).some(({ status }) => status === 200)).toBe(true)
        await readsSince(looks.length)
        load.isOver = true
        await Promise.all(reading)

        expect(during).toEqual({ status: 200, email: null, cleared: 0 })
        expect(turnedAway).toBe(`${origin}/auth/error?error=Configuration`)
        const served = looks.filter(({ status }) => status === 200)
        expect(served.filter(({ email, of }) => email !== of)).toEqual([])
        expect(looks.length - served.length).toBeGreaterThan(people)
        const refused = looks.filter(({ status }) => status !== 200)
        for (const { status, email, cleared } of refused)
          expect({ status, email, cleared }).toEqual({ status: 503, email: null, cleared: 0 })
        for (const [i, visit] of visits.entries())
          expect(await look(visit)).toEqual({ status: 200, email: emails[i], cleared: 0 })
        expect(getLocation(await runRoundTrip(guest, op, { as: grace }))).toBe(origin)
        expect(new Set(log.types())).toEqual(new Set(['SessionUnavailable', 'AdapterError']))
      })
    })
  })
}

readOn('postgres', startPostgres)
readOn('mysql', startMariadb)
