import { auditLog } from 'latchkey/audit-log'
import { createAuth } from 'latchkey/server'
import { describe, expect, test } from 'vitest'
import { createAdminApp, impersonateAda, strategies, submit, toHead } from '../admin/admin-app.js'

describe.each(strategies)('events of an impersonation with %s sessions', strategy => {
  test('name the administrator who acts as the user (O4, E3)', async () => {
    const plugin = auditLog()
    const app = await createAdminApp({ session: { strategy }, plugins: [plugin] })
    const visit = await impersonateAda(app)
    const session = await visit.getSession()
    const { sub } = Object(session)['act'] as { sub: string }
    await submit(visit, 'stop')
    const { data } = await createAuth({ ...app.config, plugins: [plugin] }).api.auditLog.list(
      toHead(visit),
      {},
    )
    const acted = data.events.filter(({ act }) => act !== null)
    expect(acted.length).toBeGreaterThan(0)
    expect(new Set(acted.map(({ act }) => act?.sub))).toEqual(new Set([sub]))
  })
})
