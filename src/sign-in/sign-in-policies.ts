import { InvalidConfig } from '../errors.js'
import { appendQuery } from '../http/url.js'
import type { Context, PreparedSignIn } from '../types/context.js'
import type { Plugin, PolicyDecision, SignInCandidate } from '../types/plugin.js'

/** Returns the URL of the first policy that interrupts the sign-in, or null. Changes nothing. */
export async function findPolicyInterruption(ctx: Context, signIn: PreparedSignIn): Promise<string | null> {
  const candidate = toCandidate(signIn)
  for (const plugin of ctx.settings.plugins) {
    if (!plugin.policies?.length) continue
    const pluginContext = await ctx.settings.createPluginContext(ctx, plugin)
    for (const policy of plugin.policies) {
      const interruptUrl = applyDecision(plugin, await policy(pluginContext, candidate))
      if (interruptUrl !== null) return interruptUrl
    }
  }
  return null
}

/** Adds the parameter that names the pending sign-in. */
export function toInterruptUrl(url: string, pending: string): string {
  return appendQuery(url, { pending })
}

function toCandidate({ resolvedUser, issuance, currentSession }: PreparedSignIn): SignInCandidate {
  const { identity, user, isNewUser } = resolvedUser
  const { account, profile } = identity
  return {
    user,
    account,
    ...(profile && { profile }),
    provider: account.provider,
    isNewUser,
    methods: issuance.methods,
    currentSession,
  }
}

/** A decision that is none of the three denies the sign-in: JavaScript functions can return any value. */
function applyDecision({ id }: Plugin, decision: PolicyDecision): string | null {
  if (decision === 'allow') return null
  const { deny, interrupt } = Object(decision) as { deny?: unknown; interrupt?: unknown }
  if (deny instanceof Error) throw deny
  if (typeof interrupt === 'string' && interrupt !== '') return interrupt
  throw new InvalidConfig(
    `A policy of the plugin "${id}" returned ${JSON.stringify(decision)}. Return 'allow', { deny } or { interrupt }.`,
  )
}
