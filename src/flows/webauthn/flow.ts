import { createLoader } from '../../base/create-loader.js'
import { createRedirectResult } from '../../http/messages.js'
import { throttle } from '../../throttling/throttle.js'
import type { Context, Flow } from '../../types/context.js'
import type { Identity } from '../../types/identity.js'
import { providerSubmissions } from '../../types/provider-type.js'
import type { ResolvedWebAuthnProvider } from '../../types/resolved-provider.js'
import type { ThrottledAttempt } from '../../types/throttling.js'

/** Signs in with a passkey. See docs/contract.md#passkeys. */
export const webauthnFlow: Flow<ResolvedWebAuthnProvider> = {
  callbackMethods: ['POST'],
  // The cookie of the ceremony protects it, and `assertFromRelyingParty`.
  requiresCsrf: false,
  submission: providerSubmissions.webauthn,
  startsAtProvider: false,
  requiredAdapterMethods: [
    'createUser',
    'getUser',
    'getUserByAccount',
    'getUserByEmail',
    'linkAccount',
    'getAccount',
    'getAuthenticator',
    'createAuthenticator',
    'listAuthenticatorsByUserId',
    'updateAuthenticatorCounter',
  ],

  acceptsTypedEmail: ({ dangerouslyTrustTypedEmail }) => !dangerouslyTrustTypedEmail,

  listStepUpMethods: (ctx, provider, { user }) => (hasForm(provider) ? listPasskeyMethods(ctx, user.id) : []),

  listSignInMethods: (ctx, _, { user }) => listPasskeyMethods(ctx, user.id),

  listAddableMethods: (_, provider) => (hasForm(provider) ? ['swk', 'user', 'mfa'] : []),

  /** Shows the form: there is no other site to redirect to. */
  start: async ({ authUrl }) => createRedirectResult(`${authUrl}/signin`),

  createCeremonyOptions: async (ctx, provider) =>
    await (await loadCeremonies()).createCeremonyOptions(ctx, provider),

  warnOfPageHost: async (ctx, provider) => await (await loadCeremonies()).warnOfPageHost(ctx, provider),

  verifyCallback: (ctx, provider) =>
    throttle(ctx, attempt, async () => await (await loadCeremonies()).verifyCeremony(ctx, provider)),
}

/** Returns whether the built-in pages show the form of the provider. */
function hasForm({ formFields, simpleWebAuthnBrowserVersion }: ResolvedWebAuthnProvider): boolean {
  return Boolean(formFields) && simpleWebAuthnBrowserVersion !== false
}

/** The passkey and the browser decide about user verification, so this is what is possible. */
async function listPasskeyMethods(
  { settings: { adapter } }: Context,
  userId: string,
): Promise<readonly string[]> {
  const passkeys = (await adapter?.listAuthenticatorsByUserId(userId)) ?? []
  if (passkeys.length === 0) return []
  return [passkeys.some(({ credentialBackedUp }) => credentialBackedUp) ? 'swk' : 'hwk', 'user', 'mfa']
}

/** The request for the options named the account and was counted, not the passkey. */
const attempt: ThrottledAttempt<Identity> = {
  method: 'passkey',
  getAccounts: () => [],
  // The name of a user is free text, which can be that of another account.
  listCountedAccounts: ({ user }) => (user.email ? [{ kind: 'email', value: user.email }] : []),
  hasReserve: true,
}

/** Loaded at the first ceremony, because an app without passkeys needs none of it. */
const loadCeremonies = createLoader(() => import('./ceremonies.js'))
