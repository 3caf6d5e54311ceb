import { Auth } from 'latchkey'
import { mergedProvider, resolveProvider } from '../../../src/config/provider.js'
import { signInPage } from '../../../src/pages/sign-in.js'
import { vocabulary } from '../../../src/pages/vocabulary.js'
import type { AuthConfig } from '../../../src/types/config.js'
import type { Result } from '../../../src/types/wire.js'

const quiet = { error() {}, warn() {}, debug() {} }

/** A configuration with what every app has. */
export function appConfig(config: Partial<AuthConfig>): AuthConfig {
  return {
    secret: 'a secret of the browser tests, 32+',
    trustHost: true,
    logger: quiet,
    providers: [],
    ...config,
  }
}

/** Answers as an app with this configuration does. */
export function answer(request: Request, config: Partial<AuthConfig>): Promise<Response> {
  const mail = config.providers?.some(provider => typeof provider === 'object' && provider.type === 'email')
  return mail ? mailPage(request, config) : Auth(request, appConfig(config))
}

/** The front door does not take mail providers yet, so their form is shown by the page itself. */
async function mailPage(
  request: Request,
  { theme = {}, providers = [], ...wording }: Partial<AuthConfig>,
): Promise<Response> {
  const { origin, searchParams } = new URL(request.url)
  return toResponse(
    await signInPage({
      theme,
      texts: await vocabulary(wording)({ request, query: {} }),
      origin,
      base: `${origin}/auth`,
      providers: providers.map(provider => resolveProvider(mergedProvider(provider))),
      csrfToken: 'c'.repeat(64),
      callbackUrl: origin,
      error: searchParams.get('error'),
      email: searchParams.get('email'),
    }),
  )
}

/** What a page function says, as the browser gets it. */
export function toResponse({ status = 200, headers, body }: Result): Response {
  return new Response(String(body), { status, headers: { ...headers } })
}
