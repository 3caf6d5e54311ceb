import { setTimeout as sleep } from 'node:timers/promises'
import { SqlAdapter } from 'latchkey/adapters/sql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, getLocation, origin, runRoundTrip, sessionCookie } from '../support/app.js'
import { type Server, startMariadb, startPostgres } from '../support/databases/server.js'
import { withServer } from '../support/databases/with-server.js'
import { grace } from '../support/malicious-provider.js'
import type { Visitor } from '../support/visitor.js'

const userCount = 12

/** The result of one session request. */
interface SessionRead {
  readonly status: number
  readonly email: unknown
  /** The number of session cookies that the response deletes. */
  readonly cleared: number
}

async function readSession(visit: Visitor): Promise<SessionRead> {
  const response = await visit.get('/auth/session')
  const body = (await response.json()) as { user?: { email?: unknown } } | null
  const lines = response.headers.getSetCookie().filter(line => line.startsWith(`${sessionCookie}=;`))
  return { status: response.status, email: body?.user?.email ?? null, cleared: lines.length }
}

function testOutage(family: 'postgres' | 'mysql', begin: () => Promise<Server>): void {
  withServer(family, () => {
    describe(`${family} killed and restarted while users read their sessions`, () => {
      let server: Server

      beforeAll(async () => {
        server = await begin()
      })

      afterAll(() => server?.stop())

      test('makes the session endpoint return 503, signs no user out, and recovers', {
        timeout: 120_000,
      }, async () => {
        await using adapter = SqlAdapter(server.url)
        await adapter.migrate()
        const session = { strategy: 'database', updateAge: 0 } as const
        const { op, open, log } = createTestApp({ adapter, session })
        const emails = Array.from({ length: userCount }, (_, i) => `person-${i}@example.com`)
        const visits = emails.map(() => open())
        for (const [i, visit] of visits.entries())
          await runRoundTrip(visit, op, { as: { ...grace, sub: `person-${i}`, email: emails[i] } })

        const reads: (SessionRead & { readonly of: unknown })[] = []
        const load = { isOver: false }
        const reading = visits.map(async (visit, i) => {
          while (!load.isOver) {
            reads.push({ ...(await readSession(visit)), of: emails[i] })
            await sleep(5)
          }
        })
        const readsSince = async (start: number) => {
          await expect.poll(() => reads.length - start, { timeout: 30_000 }).toBeGreaterThan(userCount * 5)
        }

        await readsSince(0)
        await server.kill()
        await readsSince(reads.length)
        const during = await readSession(open())
        const guest = open()
        const rejectedSignIn = getLocation(await runRoundTrip(guest, op, { as: grace }))
        await server.start()
        const restarted = reads.length
        await expect.poll(() => reads.slice(restarted).some(({ status }) => status === 200)).toBe(true)
        await readsSince(reads.length)
        load.isOver = true
        await Promise.all(reading)

        expect(during).toEqual({ status: 200, email: null, cleared: 0 })
        expect(rejectedSignIn).toBe(`${origin}/auth/error?error=Configuration`)
        const served = reads.filter(({ status }) => status === 200)
        expect(served.filter(({ email, of }) => email !== of)).toEqual([])
        expect(reads.length - served.length).toBeGreaterThan(userCount)
        const failed = reads.filter(({ status }) => status !== 200)
        for (const { status, email, cleared } of failed)
          expect({ status, email, cleared }).toEqual({ status: 503, email: null, cleared: 0 })
        for (const [i, visit] of visits.entries())
          expect(await readSession(visit)).toEqual({ status: 200, email: emails[i], cleared: 0 })
        expect(getLocation(await runRoundTrip(guest, op, { as: grace }))).toBe(origin)
        expect(new Set(log.types())).toEqual(new Set(['SessionUnavailable', 'AdapterError']))
      })
    })
  })
}

testOutage('postgres', startPostgres)
testOutage('mysql', startMariadb)
