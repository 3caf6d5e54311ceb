import { inspect } from 'node:util'
import { customFetch } from 'latchkey'
import { onTestFinished, vi } from 'vitest'
import {
  type AppSetup,
  ada,
  completeRoundTrip,
  createTestApp,
  credentials,
  type RoundTrip,
  secret,
} from './app.js'
import { createMaliciousProvider, grace, type Lies, type MaliciousProvider } from './malicious-provider.js'
import type { Visitor } from './visitor.js'

/** Whoever writes the log: the app's own logger, or the console where it has none. */
export type LogWriter = 'logger' | 'console'

/** One conversation with an app. */
export type Conversation = (visit: Visitor, op: MaliciousProvider) => Promise<unknown>

/** The app that is talked to. */
export interface CaptureOptions extends AppSetup {
  lies?: Lies
  /** Overrides of the provider "op". */
  oidc?: object
}

const wrongSecret = 'a wrong client secret 0123456789'
const personalData = [
  ada.email,
  encodeURIComponent(ada.email),
  ada.password,
  'hunter2',
  String(grace.email),
  secret,
]

/** Runs one conversation; tells what was written, and what of it was secret or personal. */
export async function captureLogs(
  writer: LogWriter,
  talk: Conversation,
  { lies = {}, oidc = {}, ...more }: CaptureOptions = {},
) {
  const op = createMaliciousProvider()
  op.lies = lies
  const { said, logger } = captureOutput()
  const { fetch, gathered: collectSecrets } = captureSecrets(op)
  const own = { [customFetch]: fetch }
  const providers = [
    op.provider({ ...own, ...oidc }),
    op.plainProvider(own),
    op.provider({ ...own, id: 'userinfo', idToken: false }),
    op.provider({ ...own, id: 'impostor', clientSecret: wrongSecret }),
    credentials,
  ]
  const visit = createTestApp({
    op,
    providers,
    debug: true,
    logger: writer === 'logger' ? logger : undefined,
    ...more,
  }).open()
  await talk(visit, op)
  const written = said.join('\n')
  const secrets = [
    ...personalData,
    op.clientSecret,
    wrongSecret,
    ...collectSecrets(),
    ...listCookieValues(visit),
  ]
  return { written, leaks: secrets.filter(one => written.includes(one)) }
}

/** To the provider and back, as far as the app lets it come. */
export async function tryRoundTrip(
  visit: Visitor,
  op: MaliciousProvider,
  trip: RoundTrip = {},
): Promise<void> {
  const { provider = 'op', callbackUrl, ...choice } = trip
  const away = await visit.signIn(provider, callbackUrl === undefined ? {} : { callbackUrl })
  if (away.headers.get('location')?.startsWith(op.issuer)) await completeRoundTrip(visit, op, away, choice)
}

/** Takes down everything that is said, in full: messages, stacks, causes, hidden properties. */
function captureOutput() {
  const said: string[] = []
  const take = (...words: unknown[]) => void said.push(...words.map(inspectValue))
  const methods = ['log', 'info', 'warn', 'error', 'debug', 'trace'] as const
  const spies = methods.map(name => vi.spyOn(console, name).mockImplementation(take))
  onTestFinished(() => spies.forEach(spy => void spy.mockRestore()))
  return { said, logger: { error: take, warn: take, debug: take } }
}

function inspectValue(word: unknown): string {
  if (typeof word === 'string') return word
  return inspect(word, { depth: 12, showHidden: true, maxStringLength: null, maxArrayLength: null })
}

/** Gathers what a provider is told and tells that is secret. */
function captureSecrets(op: MaliciousProvider) {
  const kept: unknown[] = []
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const response = await op.fetch(input, init)
    if (String(input) === op.endpoints.token && op.lies.token !== 'huge')
      kept.push(...(await readMembers(response)))
    return response
  }
  const collectSecrets = () => {
    for (const { body, headers } of op.requests)
      kept.push(body.get('code'), body.get('code_verifier'), headers.get('authorization')?.split(' ')[1])
    return kept.filter(isLong)
  }
  return { fetch, gathered: collectSecrets }
}

async function readMembers(response: Response): Promise<unknown[]> {
  try {
    const answer: unknown = await response.clone().json()
    return typeof answer === 'object' && answer !== null ? Object.values(answer) : []
  } catch {
    // No JSON, no tokens.
    return []
  }
}

function listCookieValues({ jar }: Visitor): string[] {
  return jar.cookies().flatMap(({ value }) => value.split(/%7C|\./).filter(isLong))
}

function isLong(value: unknown): value is string {
  return typeof value === 'string' && value.length >= 16
}
