import { MemoryAdapter } from 'latchkey/adapters/memory'
import Passkey from 'latchkey/providers/passkey'
import { describe, expect, test } from 'vitest'
import { createTestApp, getLocation } from '../support/app.js'
import { captureEmails } from '../support/captured-emails.js'
import type { Visitor } from '../support/visitor.js'

const address = 'ada@example.com'

function createEmailApp(oneTimeCode = false) {
  const mailbox = captureEmails({ oneTimeCode })
  const passkey = Passkey()
  const app = createTestApp({ adapter: MemoryAdapter(), providers: [mailbox.provider, passkey] })
  return { ...app, ...mailbox }
}

async function openPage(visit: Visitor, query = '?provider=mail&type=email'): Promise<string> {
  return (await visit.get(`/auth/verify-request${query}`)).text()
}

/** Returns the hidden fields of the form that sends another email, or null. */
function readResendForm(page: string): Record<string, string> | null {
  const form = /<form action="([^"]*\/signin\/mail[^"]*)"[^>]*>(.*?)<\/form>/s.exec(page)
  if (!form) return null
  const fields = [...(form[2] ?? '').matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g)]
  return { action: form[1] ?? '', ...Object.fromEntries(fields.map(field => field.slice(1))) }
}

describe.each([
  ['a magic link', false],
  ['a one-time code', true],
])('the page after %s was sent', (_, oneTimeCode) => {
  test('shows the address, and sends the email again', async () => {
    const { open, emails } = createEmailApp(oneTimeCode)
    const visit = open()
    await visit.signIn('mail', { email: ' ADA@example.com ', callbackUrl: '/welcome' })
    const page = await openPage(visit)
    expect(page).toContain(`<p><bdi>${address}</bdi></p>`)
    const { action = '', ...fields } = readResendForm(page) ?? {}
    expect(fields).toMatchObject({ email: address, csrfToken: expect.stringMatching(/^[\da-f]{64}$/) })
    const response = await visit.post(action, fields)
    expect(getLocation(response)).toContain('/auth/verify-request?provider=mail')
    expect(emails.map(({ identifier }) => identifier)).toEqual([address, address])
    expect(emails[1]?.token).not.toBe(emails[0]?.token)
  })

  test('keeps the page and the language of the sign-in', async () => {
    const { open, getLatestEmail } = createEmailApp(oneTimeCode)
    const visit = open()
    await visit.signIn('mail', { email: address, callbackUrl: '/welcome' })
    const { action = '', ...fields } =
      readResendForm(await openPage(visit, '?provider=mail&type=email&ui_locales=fr')) ?? {}
    expect(fields['callbackUrl']).toBe('https://app.example/welcome')
    const response = await visit.post(action, fields)
    expect(getLocation(response)).toContain('ui_locales=fr')
    expect(getLatestEmail().url).toContain(oneTimeCode ? 'ui_locales=fr' : 'welcome')
  })

  test('shows the latest address of this browser', async () => {
    const { open } = createEmailApp(oneTimeCode)
    const visit = open()
    await visit.signIn('mail', { email: 'grace@example.com' })
    await visit.signIn('mail', { email: address })
    expect(readResendForm(await openPage(visit))).toMatchObject({ email: address })
  })

  test.each([
    ['another browser', ''],
    ['a link that names an address', '&email=eve%40example.com&identifier=eve%40example.com'],
  ])('shows no address in %s', async (_case, query) => {
    const { open } = createEmailApp(oneTimeCode)
    await open().signIn('mail', { email: address })
    const page = await openPage(open(), `?provider=mail&type=email${query}`)
    expect(page).not.toContain('@example.com')
    expect(readResendForm(page)).toBeNull()
  })

  test.each(['?provider=passkey&type=email', '?provider=unknown&type=email', ''])(
    'shows no address for the query "%s"',
    async query => {
      const { open } = createEmailApp(oneTimeCode)
      const visit = open()
      await visit.signIn('mail', { email: address })
      expect(await openPage(visit, query)).not.toContain(address)
    },
  )
})

describe('the labels of email fields', () => {
  const mail = captureEmails().provider
  const code = captureEmails({ id: 'code', name: 'Code', oneTimeCode: true }).provider
  const readLabels = (page: string) =>
    [...page.matchAll(/<label[^>]*for="input-email[^"]*">([^<]*)</g)].map(match => match[1])

  test.each([
    ['an email and a passkey form', [mail, Passkey()], ['Email address', 'Email address (Passkey)']],
    ['two email forms', [mail, code], ['Email address (Mail)', 'Email address (Code)']],
    ['an email form', [mail], ['Email address']],
    ['a passkey form', [Passkey()], ['Email address']],
  ])('of %s differ', async (_, providers, labels) => {
    const pages = { layout: 'stacked' } as const
    const { open } = createTestApp({ adapter: MemoryAdapter(), providers, pages })
    expect(readLabels(await (await open().get('/auth/signin')).text())).toEqual(labels)
  })
})
