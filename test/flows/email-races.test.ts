import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Adapter } from 'latchkey/adapters'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import { SqlAdapter } from 'latchkey/adapters/sql'
import { afterAll, describe, expect, test } from 'vitest'
import {
  createPlainAdapter,
  createTappedAdapter,
  createTestApp,
  getLocation,
  origin,
} from '../support/app.js'
import { captureEmails } from '../support/captured-emails.js'

const folder = mkdtempSync(join(tmpdir(), 'latchkey-mail-'))
const opened: ReturnType<typeof SqlAdapter>[] = []

function createSqliteAdapter() {
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
  ['SQLite', createSqliteAdapter],
  ['memory, with Auth.js methods only', () => createPlainAdapter()],
  ['SQLite, with Auth.js methods only', () => createPlainAdapter(createSqliteAdapter())],
]

const failed = `${origin}/auth/error?error=Verification`

interface Race {
  readonly strategy: 'jwt' | 'database'
  readonly oneTimeCode: boolean
}

const races: readonly Race[] = [
  { strategy: 'jwt', oneTimeCode: false },
  { strategy: 'jwt', oneTimeCode: true },
  { strategy: 'database', oneTimeCode: false },
  { strategy: 'database', oneTimeCode: true },
]

describe.each(stores)('16 concurrent uses of a token, %s', (_, make) => {
  async function requestSignIn({ strategy, oneTimeCode }: Race, confirm: 'never' | 'always' = 'never') {
    const tap = createTappedAdapter(make())
    const mailbox = captureEmails({ oneTimeCode, confirm })
    const app = createTestApp({ adapter: tap.adapter, providers: [mailbox.provider], session: { strategy } })
    const visit = app.open()
    await visit.signIn('mail', { email: 'ada@example.com' })
    return { ...app, visit, calls: tap.calls, email: mailbox.getLatestEmail() }
  }

  function expectOneSuccess(answers: readonly Response[], calls: readonly string[], { strategy }: Race) {
    const targets = answers.map(getLocation)
    expect(targets.filter(target => target === origin)).toHaveLength(1)
    expect(targets.filter(target => target === failed)).toHaveLength(15)
    expect(answers.flatMap(listSessionLines)).toHaveLength(1)
    const countCalls = (method: string) => calls.filter(name => name === method)
    expect(countCalls('createSession')).toHaveLength(strategy === 'database' ? 1 : 0)
    expect(countCalls('createUser')).toHaveLength(1)
  }

  test.each(races)('in one browser create one session: $strategy, oneTimeCode: $oneTimeCode', async race => {
    const { visit, calls, email } = await requestSignIn(race)
    const csrfToken = await visit.getCsrfToken()
    const use = () =>
      race.oneTimeCode
        ? visit.post('/auth/callback/mail', { csrfToken, token: email.token })
        : visit.get(email.url)
    expectOneSuccess(await Promise.all(Array.from({ length: 16 }, use)), calls, race)
    expect(await visit.getSession()).toMatchObject({ user: { email: 'ada@example.com' } })
  })

  test.each(races)('in 16 browsers create one session: $strategy, oneTimeCode: $oneTimeCode', async race => {
    const { open, visit, calls, email } = await requestSignIn(race, 'always')
    // A code requires the cookies of the requesting browser; a link can be confirmed in any browser.
    const browsers = Array.from({ length: 16 }, () => (race.oneTimeCode ? visit.cloneWithCookies() : open()))
    const tokens = await Promise.all(browsers.map(browser => browser.getCsrfToken()))
    const fields = race.oneTimeCode
      ? { token: email.token }
      : Object.fromEntries(new URL(email.url).searchParams)
    const answers = await Promise.all(
      browsers.map((browser, at) =>
        browser.post('/auth/callback/mail', { ...fields, csrfToken: tokens[at] }),
      ),
    )
    expectOneSuccess(answers, calls, race)
    const sessions = await Promise.all(browsers.map(browser => browser.getSession()))
    expect(sessions.filter(session => session !== null)).toHaveLength(1)
  })
})

/** The `Set-Cookie` lines that set a session. */
function listSessionLines(response: Response): string[] {
  return response.headers.getSetCookie().filter(line => /^__Secure-authjs\.session-token=[^;]/.test(line))
}
