import { createLoader } from '../../base/create-loader.js'
import type { Flow } from '../../types/context.js'
import type { EmailConfig } from '../../types/provider.js'
import { providerSubmissions } from '../../types/provider-type.js'
import { readLinkParams } from './link-params.js'

const loadSteps = createLoader(() => import('./steps.js'))

/** Signs in with a magic link or a one-time code. See docs/contract.md#email. Its code is loaded at the first sign-in. */
export const emailFlow: Flow<EmailConfig> = {
  callbackMethods: ['GET', 'POST'],
  requiresCsrf: true,
  submission: providerSubmissions.email,
  startsAtProvider: false,
  requiredAdapterMethods: [
    'createVerificationToken',
    'useVerificationToken',
    'getUserByEmail',
    'createUser',
    'updateUser',
  ],

  listStepUpMethods: (_, __, { user }) => (user.email ? ['email'] : []),

  listSignInMethods: (_, __, { user }) => (user.email ? ['email'] : []),

  start: async (ctx, provider) => await (await loadSteps()).requestSignIn(ctx, provider),

  acceptsCode: ({ oneTimeCode }) => oneTimeCode === true,

  readRequestedEmail: async (ctx, provider) =>
    await (await loadSteps()).readRequestedIdentifier(ctx, provider),

  needsConfirmation: async (ctx, provider) => await (await loadSteps()).needsConfirmation(ctx, provider),

  getFlowKey: (request, { oneTimeCode }) => (oneTimeCode ? null : readLinkParams(request).token),

  verifyCallback: async (ctx, provider) => await (await loadSteps()).verifyCallback(ctx, provider),
}
