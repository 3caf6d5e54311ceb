/**
 * The flow of each provider type. The code of its steps is loaded at the first sign-in.
 *
 * @module
 */

import { chain, createLoader } from '../base/cache.js'
import { getRuntimeEnvironment, isDevelopment } from '../config/environment.js'
import { requirePasskeyCode } from '../config/passkey-code.js'
import { InvalidProvider } from '../errors.js'
import { createRedirectResult } from '../http/messages.js'
import type { Awaitable } from '../types/common.js'
import type { Context, Flow, Flows } from '../types/context.js'
import type { PasskeyCeremonies } from '../types/passkey-code.js'
import type { CredentialsConfig, EmailConfig } from '../types/provider.js'
import { providerSubmissions } from '../types/provider-type.js'
import type {
  ResolvedOAuthProvider,
  ResolvedProvider,
  ResolvedWebAuthnProvider,
} from '../types/resolved-provider.js'
import { readLinkParams } from './email/link-params.js'

const loadOAuth = createLoader(() => import('./oauth/steps.js'))

/** Signs in with OAuth 2 or OpenID Connect: authorization code flow with PKCE. Its code is loaded at the first sign-in. */
const oauthFlow: Flow<ResolvedOAuthProvider> = {
  callbackMethods: ['GET', 'POST'],
  requiresCsrf: false,
  submission: providerSubmissions.oauth,
  startsAtProvider: true,
  // There is nothing to guess.
  countsAttempts: false,
  requiredAdapterMethods: ['createUser', 'getUser', 'getUserByEmail', 'getUserByAccount', 'linkAccount'],

  start: (ctx, provider) => chain(loadOAuth(), steps => steps.startSignIn(ctx, provider)),

  listStepUpMethods: async (ctx, provider, subject) =>
    await (await loadOAuth()).listFederatedStepUpMethods(ctx, provider, subject),

  listSignInMethods: async (_, provider, { linkedProviders }) =>
    !linkedProviders || linkedProviders.has(provider.id)
      ? (await loadOAuth()).listFederatedMethods(provider)
      : [],

  // With an adapter that cannot list accounts, the step-up page offers the provider as if the user had an account there.
  listAddableMethods: async (_, provider, { linkedProviders }) =>
    linkedProviders && !linkedProviders.has(provider.id)
      ? (await loadOAuth()).listFederatedMethods(provider)
      : [],

  forwardCallback: (ctx, provider) =>
    provider.redirectProxyUrl ? chain(loadOAuth(), steps => steps.forwardToDeployment(ctx, provider)) : null,

  getFlowKey: ({ form, query }) => form?.get('state') ?? query.state ?? null,

  verifyCallback: (ctx, provider) => chain(loadOAuth(), steps => steps.verifyCallback(ctx, provider)),
}

const loadVerification = createLoader(() => import('./credentials/verify-callback.js'))

/**
 * Signs in with credentials that the app's `authorize` verifies. See docs/reference/contract.md#credentials. Its code is loaded at the first sign-in.
 */
const credentialsFlow: Flow<CredentialsConfig> = {
  callbackMethods: ['POST'],
  requiresCsrf: true,
  submission: providerSubmissions.credentials,
  startsAtProvider: false,
  countsAttempts: true,
  requiredAdapterMethods: [],

  listStepUpMethods: (_, { amr = [], credentials }) => (Object.keys(credentials ?? {}).length > 0 ? amr : []),

  listSignInMethods: (_, { amr = [] }) => amr,

  /** Shows the form: there is no other site to redirect to. */
  start: async ({ authUrl }) => createRedirectResult(`${authUrl}/signin`),

  verifyCallback: (ctx, provider) => chain(loadVerification(), steps => steps.verifyCallback(ctx, provider)),
}

const loadSteps = createLoader(() => import('./email/steps.js'))

/** Signs in with a magic link or a one-time code. See docs/reference/contract.md#email. Its code is loaded at the first sign-in. */
const emailFlow: Flow<EmailConfig> = {
  callbackMethods: ['GET', 'POST'],
  requiresCsrf: true,
  submission: providerSubmissions.email,
  startsAtProvider: false,
  countsAttempts: true,
  requiredAdapterMethods: [
    'createVerificationToken',
    'useVerificationToken',
    'getUserByEmail',
    'createUser',
    'updateUser',
  ],

  listStepUpMethods: (_, __, { user }) => (user.email ? ['email'] : []),

  listSignInMethods: (_, __, { user }) => (user.email ? ['email'] : []),

  start: (ctx, provider) => chain(loadSteps(), steps => steps.requestSignIn(ctx, provider)),

  acceptsCode: ({ oneTimeCode }) => oneTimeCode === true,

  readRequestedEmail: (ctx, provider) =>
    chain(loadSteps(), steps => steps.readRequestedIdentifier(ctx, provider)),

  needsConfirmation: (ctx, provider) => chain(loadSteps(), steps => steps.needsConfirmation(ctx, provider)),

  getFlowKey: (request, { oneTimeCode }) => (oneTimeCode ? null : readLinkParams(request).token),

  verifyCallback: (ctx, provider) => chain(loadSteps(), steps => steps.verifyCallback(ctx, provider)),
}

/** Signs in with a passkey. See docs/reference/contract.md#passkeys. */
export const webauthnFlow: Flow<ResolvedWebAuthnProvider> = {
  callbackMethods: ['POST'],
  // The cookie of the ceremony protects it, and `assertFromRelyingParty`.
  requiresCsrf: false,
  submission: providerSubmissions.webauthn,
  startsAtProvider: false,
  countsAttempts: true,
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

  createCeremonyOptions: (ctx, provider) =>
    chain(loadCeremonies(provider), ceremonies => ceremonies.createCeremonyOptions(ctx, provider)),

  warnOfPageHost: (ctx, provider) =>
    chain(loadCeremonies(provider), ceremonies => ceremonies.warnOfPageHost(ctx, provider)),

  verifyCallback: (ctx, provider) =>
    chain(loadCeremonies(provider), ceremonies => ceremonies.verifyCallback(ctx, provider)),
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

/** The provider brings the code, so that the bundle of an app without passkeys has none of it. */
function loadCeremonies(provider: ResolvedWebAuthnProvider): Awaitable<PasskeyCeremonies> {
  return requirePasskeyCode(provider).loadCeremonies()
}

/** The flow of each provider type. */
export const flows: Flows = {
  oauth: oauthFlow,
  oidc: oauthFlow,
  credentials: credentialsFlow,
  email: emailFlow,
  webauthn: webauthnFlow,
}

/** Returns the flow of a provider. A configuration with any other type was rejected. */
export function getFlow({ type }: ResolvedProvider): Flow<ResolvedProvider> {
  return flows[type]
}

/** In development, warns of each provider that does not work on the host of the page. */
export async function warnOfPageHost(ctx: Context, providers: Iterable<ResolvedProvider>): Promise<void> {
  if (!isDevelopment(getRuntimeEnvironment())) return
  for (const provider of providers) await getFlow(provider).warnOfPageHost?.(ctx, provider)
}

/** Returns the provider in the path of the request. */
export function requireProvider({ provider, request }: Context): ResolvedProvider {
  if (provider) return provider
  throw new InvalidProvider(
    `\`${request.action}\` needs a provider in its path: \`/${request.action}/<id>\`.`,
  )
}
