import { readdirSync, readFileSync } from 'node:fs'
import { customFetch } from 'latchkey'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import MailGun from 'latchkey/providers/mailgun'
import Resend from 'latchkey/providers/resend'
import SendGrid from 'latchkey/providers/sendgrid'
import { describe, expect, test } from 'vitest'
import { createTestApp, getLocation, origin } from '../support/app.js'
import { loadFactory } from '../support/vendor/fixtures.js'
import { fillPlaceholders, isMatch } from '../support/vendor/placeholders.js'

/** The documented API of an email service, from `test/fixtures/mailers/<module>.json`. Not derived from the provider. */
interface Fixture {
  readonly provider: string
  readonly options?: Readonly<Record<string, unknown>>
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly format: 'json' | 'form'
  readonly body: Readonly<Record<string, unknown>>
  readonly answer: { readonly status: number; readonly body: unknown }
  readonly error: { readonly status: number; readonly body: unknown }
  /** The part of the error response that must appear in the log. */
  readonly message: string
}

const folder = new URL('../fixtures/mailers/', import.meta.url)
const fixtures = readdirSync(folder).map(
  name => JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as Fixture,
)

const to = 'ada@example.com'
const from = 'no-reply@acme.example'
const apiKey = 'key-0123456789'
const words = {
  to,
  from,
  apiKey,
  domain: 'acme.example',
  text: '{any}',
  html: '{any}',
  subject: '{any}',
  url: '{any}',
}

/** Creates a fake service that records requests and returns `answer`. */
function createService(answer: { readonly status: number; readonly body: unknown }) {
  const sent: Request[] = []
  const network: typeof fetch = async (input, init) => {
    sent.push(new Request(input, init))
    const body = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body)
    return new Response(body, { status: answer.status })
  }
  return { sent, network }
}

async function createApp(fixture: Fixture, answer: Fixture['answer']) {
  const { sent, network } = createService(answer)
  const factory = await loadFactory(fixture.provider)
  const provider = factory({ apiKey, from, ...fixture.options, [customFetch]: network })
  const app = createTestApp({ adapter: MemoryAdapter(), providers: [provider] })
  return { ...app, sent, requestSignIn: () => app.open().signIn(provider.id, { email: to }) }
}

async function parseBody(request: Request, format: Fixture['format']): Promise<unknown> {
  return format === 'json' ? request.json() : Object.fromEntries(await request.formData())
}

function getExpectedHeader(header: string): string {
  const filled = fillPlaceholders(header, words)
  const [, pair] = /^Basic (.*)$/.exec(filled) ?? []
  return pair === undefined ? filled : `Basic ${btoa(pair)}`
}

describe.each(fixtures.map(fixture => [fixture.provider, fixture] as const))('%s', (_, fixture) => {
  test('receives the email as its API documentation requires', async () => {
    const { requestSignIn, sent } = await createApp(fixture, fixture.answer)

    expect(getLocation(await requestSignIn())).toContain('/auth/verify-request')

    const [request] = sent
    if (!request) throw new Error('Nothing was sent.')
    expect(request.url).toBe(fillPlaceholders(fixture.url, words))
    for (const [name, value] of Object.entries(fixture.headers))
      expect(request.headers.get(name), name).toBe(getExpectedHeader(value))
    const body = await parseBody(request, fixture.format)
    const wanted: unknown = JSON.parse(fillPlaceholders(JSON.stringify(fixture.body), words))
    expect(isMatch(body, wanted), JSON.stringify({ body, wanted })).toBe(true)
    expect(JSON.stringify(body)).toContain(`${origin}/auth/callback/${fixture.provider}`)
  })

  test('if it rejects the email, its error is logged and the visitor is redirected to error=EmailSignin', async () => {
    const { requestSignIn, log } = await createApp(fixture, fixture.error)

    expect(getLocation(await requestSignIn())).toBe(`${origin}/auth/signin?error=EmailSignin`)

    expect(log.types()).toEqual(['EmailSignInError'])
    const message = String((log.errors[0]?.cause as { err?: Error } | undefined)?.err?.message)
    expect(message).toContain(String(fixture.error.status))
    expect(message).toContain(fixture.message.slice(0, 18))
    expect(message).not.toContain(apiKey)
  })
})

describe('an email service', () => {
  test('without an API key logs the name of the environment variable', async () => {
    const { network } = createService({ status: 200, body: {} })
    const app = createTestApp({ adapter: MemoryAdapter(), providers: [Resend({ [customFetch]: network })] })
    await app.open().signIn('resend', { email: to })
    expect(String(app.log.errors[0])).toContain('AUTH_RESEND_KEY')
  })

  test('is called at its EU endpoint if `region` is EU', async () => {
    const { network, sent } = createService({ status: 202, body: '' })
    const options = { apiKey, from: `Acme <${from}>`, region: 'EU' as const, [customFetch]: network }
    const app = createTestApp({ adapter: MemoryAdapter(), providers: [SendGrid(options), MailGun(options)] })
    await app.open().signIn('sendgrid', { email: to })
    await app.open().signIn('mailgun', { email: to })
    expect(sent.map(({ url }) => url)).toEqual([
      'https://api.eu.sendgrid.com/v3/mail/send',
      'https://api.eu.mailgun.net/v3/acme.example/messages',
    ])
    expect(await sent[0]?.json()).toMatchObject({ from: { email: from, name: 'Acme' } })
  })

  test('sends the code if `code` is true', async () => {
    const { network, sent } = createService({ status: 200, body: {} })
    const options = { apiKey, from, oneTimeCode: true, [customFetch]: network }
    const app = createTestApp({ adapter: MemoryAdapter(), providers: [Resend(options)] })
    await app.open().signIn('resend', { email: to })
    expect(await sent[0]?.json()).toMatchObject({ text: expect.stringMatching(/\d{4} ?\d{4}/) as string })
  })
})
