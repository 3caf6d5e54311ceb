import { MissingAdapter } from '../../errors.js'
import { withoutRepeatedParams } from '../../http/rebuild-request.js'
import type { AuthAction } from '../../types/action.js'
import type { Context } from '../../types/context.js'
import type { AuthRequest, RequestInternal } from '../../types/request.js'
import type { ResolvedWebAuthnProvider } from '../../types/resolved-provider.js'
import type { WebAuthnHookOptions } from '../../types/webauthn.js'
import type { WrappedAdapter } from '../../types/wrapped-adapter.js'

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
      action: getAuthAction(request),
      provider: hookProvider,
      adapter: requirePasskeyAdapter(ctx),
      callbackUrl,
      basePath,
    },
    toRequestInternal(ctx),
  ]
}

/** Returns the action that hooks receive. A plugin that runs a ceremony completes it, as a callback does. */
function getAuthAction({ action }: AuthRequest): AuthAction {
  return action === 'plugin' ? 'callback' : action
}

/** Returns the adapter, which passkey providers require. */
export function requirePasskeyAdapter({ settings }: Context): WrappedAdapter {
  if (settings.adapter) return settings.adapter
  throw new MissingAdapter('Passkeys need an `adapter` to store them.')
}

function toRequestInternal({ request, jar }: Context): RequestInternal {
  const { head, method, query, body, providerId } = request
  return {
    url: withoutRepeatedParams(request.url),
    method: method === 'POST' ? 'POST' : 'GET',
    headers: Object.fromEntries(head.toHeaders()),
    cookies: Object.fromEntries(jar.listNames().map(name => [name, jar.get(name)])),
    query: { ...query },
    ...(method === 'POST' && { body: { ...body } }),
    action: getAuthAction(request),
    ...(providerId !== null && { providerId }),
  }
}
