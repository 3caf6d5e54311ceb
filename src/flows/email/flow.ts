import { askedForLink } from '../../checks/asking-browser.js'
import { CallbackRouteError, Verification } from '../../errors.js'
import type { Context, Flow } from '../../types/context.js'
import type { Identity } from '../../types/identity.js'
import type { EmailConfig } from '../../types/provider.js'
import { ask } from './ask.js'
import { typedCode } from './code.js'
import { identityOf } from './identity.js'
import { redeem } from './redeem.js'

/** A link by mail, or a code. Spec: behaviour section 10. */
export const emailFlow: Flow<EmailConfig> = {
  returnsBy: ['GET', 'POST'],
  returnsByOwnForm: true,
  needs: ['createVerificationToken', 'useVerificationToken', 'getUserByEmail', 'createUser', 'updateUser'],

  start: ask,

  /** Scanners and previews follow links, too: one that comes from elsewhere is used by a button. */
  async asksFirst(ctx, { confirm = 'other-browser', code }) {
    const { token } = presented(ctx)
    if (ctx.call.method !== 'GET' || code || !token || confirm === 'never') return false
    return confirm === 'always' || !(await askedForLink(ctx, token))
  },

  async finish(ctx, provider) {
    if (provider.code) return finishCode(ctx, provider)
    const { token, identifier } = presented(ctx)
    if (!token) throw new CallbackRouteError('The link has no `token`: was it cut off?')
    if (!identifier) throw new Verification('The link has no `email`.')
    const proof = await redeem(ctx, provider, { identifier, token })
    return { ...identityOf(provider, identifier), proof }
  },
}

async function finishCode(ctx: Context, provider: EmailConfig): Promise<Identity> {
  if (ctx.call.method !== 'POST') throw new Verification('A code is typed, not followed.')
  const { identifier, proof } = await typedCode(ctx, provider)
  return { ...identityOf(provider, identifier), proof }
}

interface Presented {
  readonly token: string | null
  readonly identifier: string | null
}

/** A form's fields, or what stands in the link. */
function presented({ call }: Context): Presented {
  const given = (key: 'token' | 'email') => text(call.body[key]) ?? text(call.query[key])
  return { token: given('token'), identifier: given('email') }
}

function text(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}
