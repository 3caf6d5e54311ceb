import { Auth } from 'latchkey'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import type { AuthConfig } from '../../../src/types/config.js'
import type { ActionResult } from '../../../src/types/request.js'

const quiet = { error() {}, warn() {}, debug() {} }

/** A configuration with what every app has. */
export function appConfig(config: Partial<AuthConfig>): AuthConfig {
  return {
    secret: 'a secret of the browser tests, 32+',
    trustHost: true,
    logger: quiet,
    providers: [],
    ...(storesPeople(config) && { adapter: MemoryAdapter(), experimental: { enableWebAuthn: true } }),
    ...config,
  }
}

/** Mails and passkeys need a place to remember what they sent. */
function storesPeople({ providers = [] }: Partial<AuthConfig>): boolean {
  return providers.some(provider => typeof provider === 'object' && /email|webauthn/.test(provider.type))
}

/** Answers as an app with this configuration does. */
export function answer(request: Request, config: Partial<AuthConfig>): Promise<Response> {
  return Auth(request, appConfig(config))
}

/** What a page function says, as the browser gets it. */
export function toResponse({ status = 200, headers, body }: ActionResult): Response {
  return new Response(String(body), { status, headers: { ...headers } })
}
