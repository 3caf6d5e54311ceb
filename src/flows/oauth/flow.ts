import { createLoader } from '../../base/create-loader.js'
import type { Flow } from '../../types/context.js'
import { providerSubmissions } from '../../types/provider-type.js'
import type { ResolvedOAuthProvider } from '../../types/resolved-provider.js'

const loadAuthorizationCode = createLoader(() => import('./authorization-code.js'))

/** Signs in with OAuth 2 or OpenID Connect: authorization code flow with PKCE. Its code is loaded at the first sign-in. */
export const oauthFlow: Flow<ResolvedOAuthProvider> = {
  callbackMethods: ['GET', 'POST'],
  requiresCsrf: false,
  submission: providerSubmissions.oauth,
  startsAtProvider: true,
  requiredAdapterMethods: ['createUser', 'getUser', 'getUserByEmail', 'getUserByAccount', 'linkAccount'],

  start: async (ctx, provider) => await (await loadAuthorizationCode()).startSignIn(ctx, provider),

  listStepUpMethods: async (ctx, provider, subject) =>
    await (await loadAuthorizationCode()).listFederatedStepUpMethods(ctx, provider, subject),

  listSignInMethods: async (_, provider, { linkedProviders }) =>
    !linkedProviders || linkedProviders.has(provider.id)
      ? (await loadAuthorizationCode()).listFederatedMethods(provider)
      : [],

  // With an adapter that cannot list accounts, the step-up page offers the provider as if the user had an account there.
  listAddableMethods: async (_, provider, { linkedProviders }) =>
    linkedProviders && !linkedProviders.has(provider.id)
      ? (await loadAuthorizationCode()).listFederatedMethods(provider)
      : [],

  forwardCallback: async (ctx, provider) =>
    await (await loadAuthorizationCode()).forwardToDeployment(ctx, provider),

  getFlowKey: ({ form, query }) => form?.get('state') ?? query.state ?? null,

  verifyCallback: async (ctx, provider) =>
    await (await loadAuthorizationCode()).verifyCallback(ctx, provider),
}
