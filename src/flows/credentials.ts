import { CredentialsSignin } from '../errors.js'
import { replay } from '../http/replay.js'
import { redirect } from '../http/result.js'
import type { Flow } from '../types/context.js'
import type { CredentialsConfig } from '../types/provider.js'

/** What the visitor typed, checked by the app. Spec: behaviour section 11. */
export const credentialsFlow: Flow<CredentialsConfig> = {
  returnsBy: ['POST'],
  returnsByOwnForm: true,
  endsWhereItStarts: true,
  needs: [],

  /** There is no way to send anybody: the form is on the sign-in page. */
  start: async ({ base }) => redirect(`${base}/signin`),

  async finish(ctx, provider) {
    const credentials = { ...ctx.call.body }
    const user = await provider.authorize(credentials, replay(ctx.call))
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
