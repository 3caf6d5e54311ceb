import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Adapter } from 'latchkey/adapters'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import { SqlAdapter } from 'latchkey/adapters/sql'
import { afterAll, describe, expect, test } from 'vitest'
import { leadsTo, makeApp, origin, plainAdapter, tapped } from '../support/app.js'
import { postOffice } from '../support/post-office.js'

const folder = mkdtempSync(join(tmpdir(), 'latchkey-mail-'))
const opened: ReturnType<typeof SqlAdapter>[] = []

function sqlite() {
  const adapter = SqlAdapter(`file:${join(folder, `${opened.length}.db`)}`)
  opened.push(adapter)
  return adapter
}

afterAll(async () => {
  for (const adapter of opened) await adapter.close()
  rmSync(folder, { recursive: true, force: true })
})

const stores: readonly (readonly [string, () => Adapter])[] = [
  ['memory', MemoryAdapter],
  ['SQLite', sqlite],
  ['memory, as an adapter of the Auth.js family', () => plainAdapter()],
  ['SQLite, as an adapter of the Auth.js family', () => plainAdapter(sqlite())],
]

describe.each(stores)('sixteen at the same moment, on %s', (_, make) => {
  test.each([
    ['one link', false],
    ['one code', true],
  ])('%s gives one session', async (_, code) => {
    const { adapter, calls } = tapped(make())
    const { provider, letter } = postOffice({ code })
    const visit = makeApp({ adapter, providers: [provider] }).open()
    await visit.signIn('mail', { email: 'ada@example.com' })
    const { token, url } = letter()
    const csrfToken = await visit.csrf()
    const use = () => (code ? visit.post('/auth/callback/mail', { csrfToken, token }) : visit.get(url))
    const answers = await Promise.all(Array.from({ length: 16 }, use))
    const targets = answers.map(leadsTo)
    expect(targets.filter(target => target === origin)).toHaveLength(1)
    expect(targets.filter(target => target === `${origin}/auth/error?error=Verification`)).toHaveLength(15)
    expect(calls.filter(name => name === 'createSession')).toHaveLength(1)
    expect(calls.filter(name => name === 'createUser')).toHaveLength(1)
  })
})
