import { createLoader } from '../../base/create-loader.js'
import { createRedirectResult } from '../../http/messages.js'
import type { Flow } from '../../types/context.js'
import type { CredentialsConfig } from '../../types/provider.js'
import { providerSubmissions } from '../../types/provider-type.js'

const loadVerification = createLoader(() => import('./verify-callback.js'))

/**
 * Signs in with credentials that the app's `authorize` verifies. See docs/contract.md#credentials. Its code is loaded at the first sign-in.
 */
export const credentialsFlow: Flow<CredentialsConfig> = {
  callbackMethods: ['POST'],
  requiresCsrf: true,
  submission: providerSubmissions.credentials,
  startsAtProvider: false,
  requiredAdapterMethods: [],

  listStepUpMethods: (_, { amr = [], credentials }) => (Object.keys(credentials ?? {}).length > 0 ? amr : []),

  listSignInMethods: (_, { amr = [] }) => amr,

  /** Shows the form: there is no other site to redirect to. */
  start: async ({ authUrl }) => createRedirectResult(`${authUrl}/signin`),

  verifyCallback: async (ctx, provider) => await (await loadVerification()).verifyCallback(ctx, provider),
}
