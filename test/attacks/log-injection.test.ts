import fc from 'fast-check'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import type { LoggerInstance } from 'latchkey/types'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createTestApp, credentials, runRoundTrip } from '../support/app.js'
import { captureEmails } from '../support/captured-emails.js'
import { createMaliciousProvider, grace, type MaliciousProvider } from '../support/malicious-provider.js'
import type { Visitor } from '../support/visitor.js'

/** Control characters except tab and newline, bidirectional controls, line and paragraph separators. */
const unsafe = /[^\P{Cc}\t\n]|[\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u
const maxLineLength = 5_000
const forged = '[auth][error] Forged'

/** Every place where a visitor or a provider writes. */
const places: Record<string, (visit: Visitor, op: MaliciousProvider, text: string) => Promise<unknown>> = {
  'the path': (visit, _, text) => visit.get(`/auth/${encodeURIComponent(text)}`),
  'the id of a provider': (visit, _, text) => visit.get(`/auth/callback/${encodeURIComponent(text)}`),
  'the query of the error page': (visit, _, text) =>
    visit.get(`/auth/error?${new URLSearchParams({ error: text })}`),
  'the email': (visit, _, text) => visit.signIn('mail', { email: text }),
  'the callback URL': (visit, _, text) => visit.signInWithCredentials({ callbackUrl: text, password: text }),
  'the Origin header': async (visit, _, text) =>
    visit.post('/auth/signout', {}, { headers: { origin: `https://${toHeader(text)}` } }),
  'an error without a state': (visit, _, text) =>
    visit.get(`/auth/callback/op?${new URLSearchParams({ error: text, error_description: text })}`),
  'the error of the provider': (visit, op, text) =>
    runWithLie(visit, op, {
      authorization: params => setAll(params, { error: text, error_description: text }),
    }),
  'the `iss` parameter': (visit, op, text) =>
    runWithLie(visit, op, { authorization: params => setAll(params, { iss: text }) }),
  'the issuer of the discovery document': (visit, op, text) =>
    runWithLie(visit, op, { discovery: document => ({ ...document, issuer: text }) }),
  'an endpoint of the discovery document': (visit, op, text) =>
    runWithLie(visit, op, {
      discovery: document => ({ ...document, token_endpoint: `http://op.example/${text}` }),
    }),
  'the error of the token endpoint': (visit, op, text) =>
    runWithLie(visit, op, {
      token: () => Response.json({ error: text, error_description: text }, { status: 400 }),
    }),
  'the ID token': (visit, op, text) => runWithLie(visit, op, { claims: { iss: text, azp: text, sub: text } }),
  'the profile': (visit, op, text) =>
    runRoundTrip(visit, op, { as: { ...grace, sub: text, name: text, email: text } }),
}

function setAll(params: URLSearchParams, values: Record<string, string>): void {
  for (const [name, value] of Object.entries(values)) params.set(name, value)
}

/** Headers contain bytes; C1 controls are among them. */
function toHeader(text: string): string {
  return text.replace(/[^\x20-\x7e\x80-\xff]/g, '').trim()
}

async function runWithLie(
  visit: Visitor,
  op: MaliciousProvider,
  lies: MaliciousProvider['lies'],
): Promise<void> {
  op.lies = lies
  const away = await visit.signIn('op')
  if (away.headers.get('location')?.startsWith(op.issuer))
    await visit.get(op.authorize(visit.getLocation(away)), { from: op.issuer })
}

/** Lists the texts of a logged value, with those of properties that are not enumerable. */
function listTexts(value: unknown, depth = 0): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null || depth > 8) return []
  return Object.getOwnPropertyNames(value).flatMap(name => listTexts(Reflect.get(value, name), depth + 1))
}

function createApp(usesConsole: boolean) {
  const written: string[] = []
  const write = (...values: unknown[]) => void written.push(...values.flatMap(value => listTexts(value)))
  for (const name of ['log', 'warn', 'error'] as const) vi.spyOn(console, name).mockImplementation(write)
  const logger: LoggerInstance = { error: write, warn: write, debug: write }
  const op = createMaliciousProvider()
  const signIn = () => Promise.reject(new Error('denied'))
  const mailbox = captureEmails({
    sendVerificationRequest: ({ identifier }) => Promise.reject(new Error(identifier)),
  })
  const adapter = MemoryAdapter()
  const failing = {
    ...adapter,
    createUser: (user: object) =>
      Promise.reject(new Error(`Duplicate entry ${JSON.stringify(user)} ${Reflect.get(user, 'name')}`)),
  }
  const { open } = createTestApp({
    op,
    providers: [op.provider(), { ...credentials, authorize: signIn }, mailbox.provider],
    adapter: failing,
    session: { strategy: 'jwt' },
    debug: true,
    logger: usesConsole ? undefined : logger,
  })
  return { op, open, written }
}

afterEach(() => void vi.restoreAllMocks())

const hostileText = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '\r',
        '\n',
        '\x1b[31m',
        '\x7f',
        '\x85',
        '\x9b',
        '\u061c',
        '\u200e',
        '\u200f',
        '\u2028',
        '\u2029',
        '\u202e',
        '\u2066',
        '\u2069',
      ),
      fc.constantFrom(`\n${forged}`, `\r\n    at ${forged}`, '"', '\\', '`', '%', 'x', 'a@b.example'),
      fc.string({ unit: 'binary', maxLength: 5 }),
    ),
    { minLength: 1, maxLength: 20 },
  )
  .map(parts => parts.join('').replace(/\p{Surrogate}/gu, ''))

describe.each(Object.entries(places))('%s', (_, send) => {
  test.each([
    ['logger', false],
    ['console', true],
  ])('cannot write control characters or lines to the %s', { timeout: 60_000 }, async (__, usesConsole) => {
    await fc.assert(
      fc.asyncProperty(hostileText, async text => {
        const { op, open, written } = createApp(usesConsole)
        await send(open(), op, text)
        for (const entry of written) {
          expect(entry).not.toMatch(unsafe)
          expect(entry).not.toMatch(/^\s*(?:at )?\[auth\]\[error\] Forged/m)
        }
      }),
      { numRuns: 40 },
    )
  })

  test('cannot write long lines', async () => {
    const { op, open, written } = createApp(false)
    await send(open(), op, 'x '.repeat(25_000))
    for (const entry of written) expect(entry.length).toBeLessThan(maxLineLength)
  })
})

test('a path of 1 MB is cut in the log', async () => {
  const { open, written } = createApp(false)
  await open().get(`/auth/${'x'.repeat(1_000_000)}`)
  expect(written).toContainEqual(expect.stringContaining('UnknownAction'))
  for (const entry of written) expect(entry.length).toBeLessThan(maxLineLength)
})

test('an escaped character stays recognizable', async () => {
  const { open, op, written } = createApp(false)
  await runWithLie(open(), op, {
    discovery: document => ({ ...document, issuer: 'https://op.example\r\n\u202eevil' }),
  })
  expect(written).toContainEqual(expect.stringContaining('"https://op.example\\u000d\\u000a\\u202eevil"'))
})
