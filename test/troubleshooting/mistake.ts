import { Auth, type AuthConfig } from 'latchkey'
import { createAuth } from 'latchkey/server'
import { type AppSetup, createTestApp, origin, runRoundTrip } from '../support/app.js'
import { createMaliciousProvider, type MaliciousProvider } from '../support/malicious-provider.js'
import { createVisitor, type Visitor, type VisitorOptions } from '../support/visitor.js'

/** A typical mistake: what a developer or a visitor does, up to the last response. */
export type Mistake = () => Promise<Outcome>

/** The browser after the mistake, and the last response. Its redirects are not followed yet. */
export interface Outcome {
  readonly visit: Visitor
  readonly response: Response
}

/** Options that the types may not allow, as JavaScript callers set them. */
export type Options = object

/** Of these apps only: a warning of two issuers with one secret depends on the test files that ran before in the process. */
const secret = 'the secret of apps with a mistake'

/**
 * Creates an app with one OpenID provider, on a server that knows the address of the client. Its logger is that of the console, without what
 * other apps logged already.
 */
export function createApp(options: Options = {}, op: MaliciousProvider = createMaliciousProvider()) {
  const app = createTestApp({ secret, ...(options as AppSetup), op, logger: {} })
  const answer = (request: Request) => createAuth(app.config).handler(request, client)
  return { ...app, answer, open: (visit: VisitorOptions = {}) => createVisitor(answer, origin, visit) }
}

const client = { getClientAddress: () => '203.0.113.7' }

/** Opens a page of an app with these options. */
export async function openPage(options: Options, path = '/auth/signin'): Promise<Outcome> {
  const visit = createApp(options).open()
  return { visit, response: await visit.get(path) }
}

/** Calls `Auth` with a configuration that the types do not allow. */
export async function callAuth(config: unknown): Promise<Outcome> {
  return {
    visit: createApp().open(),
    response: await Auth(new Request(`${origin}/auth/signin`), config as AuthConfig),
  }
}

/** Signs in at the provider of an app with these options. */
export async function signInAtProvider(
  op: MaliciousProvider,
  options: Options = { providers: [op.provider()] },
  choice: { error?: string; provider?: string } = {},
): Promise<Outcome> {
  const visit = createApp(options, op).open()
  return { visit, response: await runRoundTrip(visit, op, choice) }
}

/** Starts a sign-in at the provider "op" of an app with these options. */
export async function startSignIn(options: Options, fields: Record<string, string> = {}, provider = 'op') {
  const visit = createApp(options).open()
  return { visit, response: await visit.signIn(provider, fields) }
}

/** Sends a request with the headers of a proxy through the server functions, as an integration does. */
export async function sendThroughProxy(options: Options, headers: Record<string, string>): Promise<Outcome> {
  const { config, open } = createApp(options)
  const request = new Request('http://app.example/auth/signin', {
    headers: { host: 'app.example', ...headers },
  })
  return { visit: open(), response: await createAuth(config).handler(request) }
}
