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

/** The log target: the `logger` of the app, or the console if it is not set. */
export type LogWriter = 'logger' | 'console'

/** A sequence of requests to an app. */
export type Conversation = (visit: Visitor, op: MaliciousProvider) => Promise<unknown>

/** Options of the app. */
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

/** Runs one conversation. Returns the written log and the secret or personal data in it. */
export async function captureLogs(
  writer: LogWriter,
  converse: Conversation,
  { lies = {}, oidc = {}, ...more }: CaptureOptions = {},
) {
  const op = createMaliciousProvider()
  op.lies = lies
  const { lines, logger } = captureOutput()
  const { fetch, collectSecrets } = captureSecrets(op)
  const network = { [customFetch]: fetch }
  const providers = [
    op.provider({ ...network, ...oidc }),
    op.plainProvider(network),
    op.provider({ ...network, id: 'userinfo', idToken: false }),
    op.provider({ ...network, id: 'wrong-secret', clientSecret: wrongSecret }),
    credentials,
  ]
  const visit = createTestApp({
    op,
    providers,
    debug: true,
    logger: writer === 'logger' ? logger : undefined,
    ...more,
  }).open()
  await converse(visit, op)
  const written = lines.join('\n')
  const secrets = [
    ...personalData,
    op.clientSecret,
    wrongSecret,
    ...collectSecrets(),
    ...listCookieValues(visit),
  ]
  return { written, leaks: secrets.filter(one => written.includes(one)) }
}

/** Signs in at a provider, or stops if the app does not redirect there. */
export async function tryRoundTrip(
  visit: Visitor,
  op: MaliciousProvider,
  trip: RoundTrip = {},
): Promise<void> {
  const { provider = 'op', callbackUrl, ...choice } = trip
  const away = await visit.signIn(provider, callbackUrl === undefined ? {} : { callbackUrl })
  if (away.headers.get('location')?.startsWith(op.issuer)) await completeRoundTrip(visit, op, away, choice)
}

/** Captures the log in full: messages, stacks, causes, non-enumerable properties. */
function captureOutput() {
  const lines: string[] = []
  const write = (...values: unknown[]) => void lines.push(...values.map(inspectValue))
  const methods = ['log', 'info', 'warn', 'error', 'debug', 'trace'] as const
  const spies = methods.map(name => vi.spyOn(console, name).mockImplementation(write))
  onTestFinished(() => spies.forEach(spy => void spy.mockRestore()))
  return { lines, logger: { error: write, warn: write, debug: write } }
}

function inspectValue(value: unknown): string {
  if (typeof value === 'string') return value
  return inspect(value, { depth: 12, showHidden: true, maxStringLength: null, maxArrayLength: null })
}

/** Collects the secrets that app and provider exchange. */
function captureSecrets(op: MaliciousProvider) {
  const secrets: unknown[] = []
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const response = await op.fetch(input, init)
    if (String(input) === op.endpoints.token && op.lies.token !== 'huge')
      secrets.push(...(await readMembers(response)))
    return response
  }
  const collectSecrets = () => {
    for (const { body, headers } of op.requests)
      secrets.push(body.get('code'), body.get('code_verifier'), headers.get('authorization')?.split(' ')[1])
    return secrets.filter(isLong)
  }
  return { fetch, collectSecrets }
}

async function readMembers(response: Response): Promise<unknown[]> {
  try {
    const answer: unknown = await response.clone().json()
    return typeof answer === 'object' && answer !== null ? Object.values(answer) : []
  } catch {
    // The response is not JSON and contains no tokens.
    return []
  }
}

function listCookieValues({ jar }: Visitor): string[] {
  return jar.cookies().flatMap(({ value }) => value.split(/%7C|\./).filter(isLong))
}

function isLong(value: unknown): value is string {
  return typeof value === 'string' && value.length >= 16
}
