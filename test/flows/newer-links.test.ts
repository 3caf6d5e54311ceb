import { MemoryAdapter } from 'latchkey/adapters/memory'
import { describe, expect, test } from 'vitest'
import { createTestApp } from '../support/app.js'
import { captureEmails } from '../support/captured-emails.js'

const email = 'ada@example.com'

/** Requests three emails in one browser. */
async function requestThree(options: Parameters<typeof captureEmails>[0]) {
  const { provider, emails } = captureEmails(options)
  const app = createTestApp({ providers: [provider], adapter: MemoryAdapter() })
  const visit = app.open()
  for (let count = 0; count < 3; count++) await visit.signIn('mail', { email })
  return { ...app, visit, emails }
}

describe('a newer email', () => {
  test.each([
    [false, [true, true, true]],
    [true, [false, false, true]],
  ])('with `endsOlderLinks: %s`', async (endsOlderLinks, expected) => {
    const { open, emails } = await requestThree({ endsOlderLinks, confirm: 'never' })
    const results = []
    for (const { url } of emails) {
      const browser = open()
      await browser.get(url)
      results.push((await browser.getSession()) !== null)
    }
    expect(results).toEqual(expected)
  })

  test('of another email address ends no link', async () => {
    const { visit, open, emails } = await requestThree({ endsOlderLinks: true, confirm: 'never' })
    await visit.signIn('mail', { email: 'grace@example.com' })
    const browser = open()
    await browser.get(String(emails[2]?.url))
    expect(await browser.getSession()).toMatchObject({ user: { email } })
  })

  test('ends the older codes of the browser', async () => {
    const { visit, emails } = await requestThree({ oneTimeCode: true })
    const enter = async (index: number) => {
      await visit.post('/auth/callback/mail', {
        csrfToken: await visit.getCsrfToken(),
        token: String(emails[index]?.token),
      })
      return (await visit.getSession()) !== null
    }
    expect([await enter(0), await enter(1), await enter(2)]).toEqual([false, false, true])
  })

  test('needs a record store to end older links', async () => {
    const { records: _, ...adapter } = MemoryAdapter()
    const { provider } = captureEmails({ endsOlderLinks: true })
    const { open, log } = createTestApp({ providers: [provider], adapter })
    await open().get('/auth/csrf')
    expect(log.errors.map(({ message }) => message).join()).toContain('`endsOlderLinks` needs a record store')
  })
})
