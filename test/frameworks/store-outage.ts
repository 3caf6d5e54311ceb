import Database from 'libsql'
import { expect, test } from 'vitest'
import { openVisitor, parseUser, type ServedExample } from './example-site.js'

const ada = 'ada@example.com'

/** Registers a test that makes the table of sessions unavailable for a while. */
export function testStoreOutage(served: ServedExample): void {
  test('returns 503 while the sessions are unavailable, and signs no user out', async () => {
    const { site, example } = served
    const visit = await openVisitor(served, ada)
    const cookies = visit.jar.header(site.origin)
    rename(site.database, 'sessions', 'away')
    try {
      for (const path of ['/', '/account', '/protected', '/client']) {
        const answer = await visit.get(path)
        expect([path, answer.status]).toEqual([path, 503])
        expect(answer.headers.getSetCookie()).toEqual([])
        expect(parseUser(await answer.text())).toBeUndefined()
      }
      const answer = await visit.get(`${example.basePath}/session`)
      expect(answer.status).toBe(503)
    } finally {
      rename(site.database, 'away', 'sessions')
    }
    expect(visit.jar.header(site.origin)).toBe(cookies)
    expect(parseUser(await (await visit.get('/account')).text())).toBe(ada)
  })
}

/** Renames a table, so reads fail at once. A lock would not block readers in WAL mode. */
function rename(file: string, from: string, to: string): void {
  const database = new Database(file)
  try {
    database.pragma('busy_timeout = 5000')
    database.exec(`alter table ${from} rename to ${to}`)
  } finally {
    database.close()
  }
}
