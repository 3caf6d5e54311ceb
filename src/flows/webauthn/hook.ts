import { MissingAdapter } from '../../errors.js'
import type { Context, Store } from '../../types/context.js'
import type { PasskeyProvider } from '../../types/resolved-provider.js'
import type { WebAuthnHookOptions } from '../../types/webauthn.js'
import type { RequestInternal } from '../../types/wire.js'

/** What the hooks of the provider are given: the surroundings, and the request. */
export function hookArguments(
  ctx: Context,
  provider: PasskeyProvider,
): [options: WebAuthnHookOptions, request: RequestInternal] {
  const { call, settings, base, callbackUrl } = ctx
  const { id, name, relayingParty } = provider
  const seen = {
    id,
    name,
    relayingParty,
    signinUrl: `${base}/signin/${id}`,
    callbackUrl: `${base}/callback/${id}`,
  }
  const { basePath } = settings
  const url = new URL(base)
  return [
    { url, action: call.action, provider: seen, adapter: passkeyStore(ctx), callbackUrl, basePath },
    requestOf(ctx),
  ]
}

/** The store, which a passkey provider cannot be configured without. */
export function passkeyStore({ settings }: Context): Store {
  if (settings.store) return settings.store
  throw new MissingAdapter('Passkeys need an `adapter` that keeps them.')
}

function requestOf({ call, jar }: Context): RequestInternal {
  const { request, method, query, body, action, providerId } = call
  return {
    url: call.url,
    method: method === 'POST' ? 'POST' : 'GET',
    headers: Object.fromEntries(request.headers),
    cookies: Object.fromEntries(jar.names().map(name => [name, jar.get(name)])),
    query: { ...query },
    ...(method === 'POST' && { body: { ...body } }),
    action,
    ...(providerId !== null && { providerId }),
  }
}
