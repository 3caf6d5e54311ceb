import { MissingAdapter } from '../../errors.js'
import type { Context, WrappedAdapter } from '../../types/context.js'
import type { RequestInternal } from '../../types/request.js'
import type { ResolvedWebAuthnProvider } from '../../types/resolved-provider.js'
import type { WebAuthnHookOptions } from '../../types/webauthn.js'

/** Builds the arguments of the provider's hooks: options and request. */
export function buildHookArguments(
  ctx: Context,
  provider: ResolvedWebAuthnProvider,
): [options: WebAuthnHookOptions, request: RequestInternal] {
  const { request, settings, authUrl, callbackUrl } = ctx
  const { id, name, relayingParty } = provider
  const hookProvider = {
    id,
    name,
    relayingParty,
    signinUrl: `${authUrl}/signin/${id}`,
    callbackUrl: `${authUrl}/callback/${id}`,
  }
  const { basePath } = settings
  const url = new URL(authUrl)
  return [
    {
      url,
      action: request.action,
      provider: hookProvider,
      adapter: requirePasskeyAdapter(ctx),
      callbackUrl,
      basePath,
    },
    toRequestInternal(ctx),
  ]
}

/** Returns the adapter, which passkey providers require. */
export function requirePasskeyAdapter({ settings }: Context): WrappedAdapter {
  if (settings.adapter) return settings.adapter
  throw new MissingAdapter('Passkeys need an `adapter` to store them.')
}

function toRequestInternal({ request, jar }: Context): RequestInternal {
  const { head, method, query, body, action, providerId } = request
  return {
    url: request.url,
    method: method === 'POST' ? 'POST' : 'GET',
    headers: Object.fromEntries(head.toHeaders()),
    cookies: Object.fromEntries(jar.listNames().map(name => [name, jar.get(name)])),
    query: { ...query },
    ...(method === 'POST' && { body: { ...body } }),
    action,
    ...(providerId !== null && { providerId }),
  }
}
