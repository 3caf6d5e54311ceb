import { AuthError, CallbackRouteError, CredentialsSignin } from '../errors.js'
import { replay } from '../http/replay.js'
import { redirect } from '../http/result.js'
import type { Context, Flow } from '../types/context.js'
import type { CredentialsConfig } from '../types/provider.js'
import type { User } from '../types/user.js'

/** What the visitor typed, checked by the app. Spec: behaviour section 11. */
export const credentialsFlow: Flow<CredentialsConfig> = {
  returnsBy: ['POST'],
  returnsByOwnForm: true,
  needs: [],

  /** There is no way to send anybody: the form is on the sign-in page. */
  start: async ({ base }) => redirect(`${base}/signin`),

  async finish(ctx, provider) {
    const credentials = { ...ctx.call.body }
    const user = await authorize(ctx, provider, credentials)
    if (!user) throw new CredentialsSignin('`authorize` returned null: the details are wrong.')
    const id = user.id ? String(user.id) : crypto.randomUUID()
    return {
      user: { ...user, id },
      account: { provider: provider.id, type: 'credentials', providerAccountId: id },
      credentials,
      addressUnproven: false,
      mayJoinByAddress: false,
      keptTokens: () => ({}),
      callbackUrl: null,
    }
  },
}

async function authorize(
  { call }: Context,
  provider: CredentialsConfig,
  credentials: Record<string, unknown>,
): Promise<User | null> {
  try {
    return await provider.authorize(credentials, replay(call))
  } catch (error) {
    if (error instanceof AuthError) throw error
    throw new CallbackRouteError(error instanceof Error ? error : String(error), { provider: provider.id })
  }
}
