import { Auth } from 'latchkey'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import type { AuthConfig } from '../../../src/types/config.js'
import type { ActionResult } from '../../../src/types/request.js'
import { createVisitor } from '../../support/visitor.js'
import type { State } from './page-states.js'

const silentLogger = { error() {}, warn() {}, debug() {} }

/** Creates a configuration with the required options. */
export function createAppConfig(config: Partial<AuthConfig>): AuthConfig {
  return {
    secret: 'a secret of the browser tests, 32+',
    trustHost: true,
    logger: silentLogger,
    providers: [],
    ...(needsAdapter(config) && { adapter: MemoryAdapter() }),
    ...config,
  }
}

/** Email providers and passkeys require an adapter. */
function needsAdapter({ providers = [] }: Partial<AuthConfig>): boolean {
  return providers.some(provider => typeof provider === 'object' && /email|webauthn/.test(provider.type))
}

/** Opens a page in a state. */
export async function openState(
  { path, config, emailFrom, identifier, isSignedIn }: State,
  origin: string,
): Promise<Response> {
  const appConfig = createAppConfig(config)
  const visit = createVisitor(request => Auth(request, appConfig), origin)
  if (emailFrom !== undefined) await visit.signIn(emailFrom, { email: 'ada.lovelace@example.com' })
  if (identifier !== undefined)
    await visit.post('/auth/signin', { identifier, csrfToken: await visit.getCsrfToken() })
  if (isSignedIn) await visit.signInWithCredentials({ email: 'ada@example.com', password: 'right' })
  return visit.get(path)
}

/** Converts the result of a page function to a response. */
export function toResponse({ status = 200, headers, body }: ActionResult): Response {
  return new Response(String(body), { status, headers: { ...headers } })
}
