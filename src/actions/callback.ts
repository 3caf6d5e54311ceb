import { asError } from '../base/as-error.js'
import { assertOwnForm } from '../checks/csrf.js'
import { AuthError, CallbackRouteError, InvalidProvider } from '../errors.js'
import { flowOf } from '../flows/index.js'
import { keepPasskey } from '../flows/keep-passkey.js'
import { link, recognise } from '../flows/link.js'
import { permit } from '../flows/permit.js'
import { redirect } from '../http/result.js'
import { withQuery } from '../http/url.js'
import type { AdapterUser } from '../types/adapter.js'
import type { Context } from '../types/context.js'
import type { Identity, Member } from '../types/identity.js'
import type { ResolvedProvider } from '../types/resolved-provider.js'
import type { Result } from '../types/wire.js'
import { confirm } from './confirm.js'
import { rememberProvider } from './last-provider.js'
import { providerOf } from './provider-of.js'

/** The user is back from a provider: recognise, permit, link, let in. */
export async function callback(ctx: Context): Promise<Result> {
  const provider = providerOf(ctx)
  const flow = flowOf(provider)
  if (!flow.returnsBy.includes(ctx.call.method)) throw wrongMethod(ctx, provider)
  if (flow.returnsByOwnForm && ctx.call.method === 'POST') assertOwnForm(ctx)
  try {
    const onward = await flow.relay?.(ctx, provider)
    if (onward) return onward
    if (await flow.asksFirst?.(ctx, provider)) return await confirm(ctx, provider)
    return await letIn(ctx, await flow.finish(ctx, provider))
  } catch (error) {
    if (error instanceof AuthError) throw error
    throw new CallbackRouteError(asError(error), { provider: provider.id })
  }
}

/** The one gate behind which sessions are issued, for every type of provider. */
async function letIn(ctx: Context, identity: Identity): Promise<Result> {
  const { owner, detour } = await examine(ctx, identity)
  if (detour) return redirect(detour)

  const member = await link(ctx, identity, owner)
  await keepPasskey(ctx, member)
  await ctx.settings.sessions.issue(ctx, member)
  rememberProvider(ctx, providerOf(ctx))
  await announce(ctx, member)

  return redirect(landing(ctx, member))
}

/** Who it is, and whether they may come in. What can be used once is used by those who may. */
async function examine(ctx: Context, identity: Identity): Promise<Examined> {
  const { proof } = identity
  let detour: string | null = null
  let owner: AdapterUser | null = null
  try {
    owner = await recognise(ctx, identity)
    detour = await permit(ctx, identity, owner)
  } catch (error) {
    await proof?.keep()
    throw error
  }
  await (detour ? proof?.keep() : proof?.spend())
  return { owner, detour }
}

interface Examined {
  readonly owner: AdapterUser | null
  readonly detour: string | null
}

async function announce({ settings }: Context, { identity, user, isNewUser }: Member): Promise<void> {
  const { account, profile } = identity
  const message = {
    user,
    account,
    ...(profile && { profile }),
    ...(isNewUser !== undefined && { isNewUser }),
  }
  await settings.emit('signIn', message)
}

function landing(ctx: Context, { identity, isNewUser }: Member): string {
  const callbackUrl = identity.callbackUrl ?? ctx.callbackUrl
  const { newUser } = ctx.settings.pages
  return isNewUser && newUser ? withQuery(newUser, { callbackUrl }) : callbackUrl
}

function wrongMethod({ call }: Context, { id, type }: ResolvedProvider): InvalidProvider {
  return new InvalidProvider(`Nobody comes back from "${id}" (${type}) by ${call.method}.`)
}
