import { readdirSync, readFileSync } from 'node:fs'
import { customFetch } from 'latchkey'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import MailGun from 'latchkey/providers/mailgun'
import Resend from 'latchkey/providers/resend'
import SendGrid from 'latchkey/providers/sendgrid'
import { describe, expect, test } from 'vitest'
import { leadsTo, makeApp, origin } from '../support/app.js'
import { factoryOf } from '../support/vendor/catalogue.js'
import { fillFrom, matches } from '../support/vendor/words.js'

/** What a mail service wants to be sent, and says: `test/fixtures/mailers/<module>.json`, written apart from its provider. */
interface Fixture {
  readonly provider: string
  readonly options?: Readonly<Record<string, unknown>>
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly format: 'json' | 'form'
  readonly body: Readonly<Record<string, unknown>>
  readonly answer: { readonly status: number; readonly body: unknown }
  readonly error: { readonly status: number; readonly body: unknown }
  /** The part of the error that an operator wants to see. */
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

/** A service that keeps what it was sent, and answers with what it is told to. */
function service(answer: { readonly status: number; readonly body: unknown }) {
  const sent: Request[] = []
  const network: typeof fetch = async (input, init) => {
    sent.push(new Request(input, init))
    const body = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body)
    return new Response(body, { status: answer.status })
  }
  return { sent, network }
}

async function appWith(fixture: Fixture, answer: Fixture['answer']) {
  const { sent, network } = service(answer)
  const factory = await factoryOf(fixture.provider)
  const provider = factory({ apiKey, from, ...fixture.options, [customFetch]: network })
  const app = makeApp({ adapter: MemoryAdapter(), providers: [provider] })
  return { ...app, sent, ask: () => app.open().signIn(provider.id, { email: to }) }
}

async function bodyOf(request: Request, format: Fixture['format']): Promise<unknown> {
  return format === 'json' ? request.json() : Object.fromEntries(await request.formData())
}

function expected(header: string): string {
  const filled = fillFrom(header, words)
  const [, pair] = /^Basic (.*)$/.exec(filled) ?? []
  return pair === undefined ? filled : `Basic ${btoa(pair)}`
}

describe.each(fixtures.map(fixture => [fixture.provider, fixture] as const))('%s', (_, fixture) => {
  test('is sent the mail as its documentation says', async () => {
    const { ask, sent } = await appWith(fixture, fixture.answer)

    expect(leadsTo(await ask())).toContain('/auth/verify-request')

    const [request] = sent
    if (!request) throw new Error('Nothing was sent.')
    expect(request.url).toBe(fillFrom(fixture.url, words))
    for (const [name, value] of Object.entries(fixture.headers))
      expect(request.headers.get(name), name).toBe(expected(value))
    const body = await bodyOf(request, fixture.format)
    const wanted: unknown = JSON.parse(fillFrom(JSON.stringify(fixture.body), words))
    expect(matches(body, wanted), JSON.stringify({ body, wanted })).toBe(true)
    expect(JSON.stringify(body)).toContain(`${origin}/auth/callback/${fixture.provider}`)
  })

  test('is quoted in the log when it refuses, and the visitor learns nothing of it', async () => {
    const { ask, log } = await appWith(fixture, fixture.error)

    expect(leadsTo(await ask())).toBe(`${origin}/auth/signin?error=EmailSignin`)

    expect(log.types()).toEqual(['EmailSignInError'])
    const told = String((log.errors[0]?.cause as { err?: Error } | undefined)?.err?.message)
    expect(told).toContain(String(fixture.error.status))
    expect(told).toContain(fixture.message.slice(0, 18))
    expect(told).not.toContain(apiKey)
  })
})

describe('a mail service', () => {
  test('without a key says which variable gives it', async () => {
    const { network } = service({ status: 200, body: {} })
    const app = makeApp({ adapter: MemoryAdapter(), providers: [Resend({ [customFetch]: network })] })
    await app.open().signIn('resend', { email: to })
    expect(String(app.log.errors[0])).toContain('AUTH_RESEND_KEY')
  })

  test('in the EU is asked there', async () => {
    const { network, sent } = service({ status: 202, body: '' })
    const options = { apiKey, from: `Acme <${from}>`, region: 'EU' as const, [customFetch]: network }
    const app = makeApp({ adapter: MemoryAdapter(), providers: [SendGrid(options), MailGun(options)] })
    await app.open().signIn('sendgrid', { email: to })
    await app.open().signIn('mailgun', { email: to })
    expect(sent.map(({ url }) => url)).toEqual([
      'https://api.eu.sendgrid.com/v3/mail/send',
      'https://api.eu.mailgun.net/v3/acme.example/messages',
    ])
    expect(await sent[0]?.json()).toMatchObject({ from: { email: from, name: 'Acme' } })
  })

  test('is given the code where one is typed', async () => {
    const { network, sent } = service({ status: 200, body: {} })
    const options = { apiKey, from, code: true, [customFetch]: network }
    const app = makeApp({ adapter: MemoryAdapter(), providers: [Resend(options)] })
    await app.open().signIn('resend', { email: to })
    expect(await sent[0]?.json()).toMatchObject({ text: expect.stringMatching(/\d{4} ?\d{4}/) as string })
  })
})
