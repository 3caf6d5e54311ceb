import { type AuditEvent, type AuditLogOptions, auditLog } from 'latchkey/audit-log'
import { createAuth } from 'latchkey/server'
import { onTestFinished, vi } from 'vitest'
import { type AppSetup, createTestApp, credentials } from '../../support/app.js'
import { captureEmails } from '../../support/captured-emails.js'
import { createMaliciousProvider } from '../../support/malicious-provider.js'
import { createTestStore, type TestStore, toStoreOptions } from '../../support/test-store.js'
import { serverHead } from '../two-factor/two-factor-app.js'

export { json, readJson, serverHead, strategies, toHead } from '../two-factor/two-factor-app.js'

/** The address of the client that {@link fromClient} sends. */
export const clientAddress = '203.0.113.9'
export const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
/** Headers of a browser behind one proxy. */
export const fromClient = { headers: { 'x-forwarded-for': clientAddress, 'user-agent': userAgent } }

/** Options of a test app with an audit log. */
export interface AuditLogSetup extends AppSetup {
  store?: TestStore
  options?: AuditLogOptions
}

/** Creates an app with passwords, magic links and OpenID Connect, which trusts one proxy. */
export function createAuditLogApp({
  store = createTestStore(),
  options,
  plugins = [],
  ...more
}: AuditLogSetup = {}) {
  const op = createMaliciousProvider()
  const links = captureEmails()
  const plugin = auditLog(options)
  const app = createTestApp({
    op,
    ...toStoreOptions(store),
    session: { strategy: 'jwt' },
    providers: [{ ...credentials, amr: ['pwd'] }, op.provider(), links.provider],
    plugins: [plugin, ...plugins],
    trustedProxies: 1,
    ...more,
  })
  const server = createAuth({ ...app.config, plugins: [plugin] })
  const api = server.api.auditLog
  /** Returns the newest events, oldest first. */
  const listEvents = async (userId?: string): Promise<readonly AuditEvent[]> => {
    const query = { limit: 1000, ...(userId !== undefined && { userId }) }
    return [...(await api.list(serverHead, query)).data.events].reverse()
  }
  return { ...app, store, links, plugin, server, api, listEvents }
}

/** Moves the clock on, in seconds. */
export function moveClock(seconds: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + seconds * 1000 })
  onTestFinished(() => void vi.useRealTimers())
}

/** Returns the records of events that wait for their delivery. */
export function listWaiting({ records }: TestStore) {
  return records.listRecords({ kind: 'audit-log-outbox' })
}

/** Returns what all records contain. */
export async function readAllRecords({ records }: TestStore): Promise<string> {
  const events = await records.listRecords({ kind: 'audit-log' })
  return JSON.stringify([...events, ...(await records.listRecords({ kind: 'audit-log-outbox' }))])
}
