import { CallbackRouteError, CredentialsSignin, OAuthAccountNotLinked } from '../errors.js'
import { rebuildRequest } from '../http/rebuild-request.js'
import { createRedirectResult } from '../http/result.js'
import type { Flow } from '../types/context.js'
import type { CredentialsConfig } from '../types/provider.js'
import { providerSubmissions } from '../types/provider-type.js'
import { credentialsRules } from './account-linking.js'

/** Signs in with credentials that the app's `authorize` verifies. See docs/contract.md#credentials. */
export const credentialsFlow: Flow<CredentialsConfig> = {
  callbackMethods: ['POST'],
  requiresCsrf: true,
  submission: providerSubmissions.credentials,
  requiredAdapterMethods: [],

  linking: {
    rules: credentialsRules,
    storesAccount: false,
    verifiesEmail: false,
    findOwner: async () => null,
    createConflictError: message => new OAuthAccountNotLinked(message),
  },

  /** Shows the form: there is no other site to redirect to. */
  start: async ({ authUrl }) => createRedirectResult(`${authUrl}/signin`),

  async verifyCallback(ctx, provider) {
    const credentials = { ...ctx.request.body }
    const user = await provider.authorize(credentials, rebuildRequest(ctx.request))
    if (!user) throw createRejectedError(user)
    if (typeof user !== 'object') throw createResultError(user)
    const id = user.id ? String(user.id) : crypto.randomUUID()
    return {
      user: { ...user, id },
      account: { provider: provider.id, type: 'credentials', providerAccountId: id },
      credentials,
      emailVerified: undefined,
      allowEmailLinking: false,
      getAccountTokens: () => ({}),
      callbackUrl: null,
    }
  },
}

/** The types allow only an object, but JavaScript functions can return an id or `true`. */
function createResultError(result: unknown): CallbackRouteError {
  return new CallbackRouteError(
    `\`authorize\` returned a ${typeof result}. Return the user as an object, or \`null\` if the credentials are wrong.`,
  )
}

/** JavaScript functions can return any value: `undefined` most often because a `return` is missing. */
function createRejectedError(result: unknown): CredentialsSignin {
  if (result !== undefined) {
    const value = result === '' ? "''" : String(result)
    return new CredentialsSignin(`\`authorize\` returned ${value}: the credentials are wrong.`)
  }
  return new CredentialsSignin(
    '`authorize` returned undefined. Return the user, or `null` if the credentials are wrong.',
  )
}
