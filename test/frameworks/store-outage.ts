import Database from 'libsql'
import { expect, test } from 'vitest'
import { openVisitor, parseUser, type ServedExample } from './example-site.js'

const ada = 'ada@example.com'

/** Takes the sessions away from an example, and gives them back. */
export function testStoreOutage(trial: ServedExample): void {
  test('calls nobody a stranger while nobody can say who is there, and signs nobody out', async () => {
    const { site, example } = trial
    const visit = await openVisitor(trial, ada)
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

/** A server that reads finds no such table, at once; no lock keeps a reader out of a file that is written ahead. */
function rename(file: string, from: string, to: string): void {
  const database = new Database(file)
  try {
    database.pragma('busy_timeout = 5000')
    database.exec(`alter table ${from} rename to ${to}`)
  } finally {
    database.close()
  }
}
