import { appendQuery } from '../http/url.js'
import { createEvidence, isSufficient, mergeEvidence } from '../sessions/evidence.js'
import type { Context, StepUpSubject } from '../types/context.js'
import type { AssuranceRequirement, CurrentSession, Evidence } from '../types/evidence.js'
import type { Plugin } from '../types/plugin.js'
import type { ResolvedProvider } from '../types/resolved-provider.js'
import { getFlow } from './index.js'

/** A method with which the user can confirm who they are: a provider, or the page of a plugin. */
export type StepUpOption =
  | { readonly provider: ResolvedProvider; readonly link: null }
  | { readonly provider: null; readonly link: PluginLink }

/** The page of a plugin. */
interface PluginLink {
  readonly plugin: string
  readonly label: string
  readonly url: string
}

/** An option, and what the session would then know. */
type Candidate = StepUpOption & { readonly evidence: readonly Evidence[] }

/** A signed-in user, and what is required. */
export interface StepUpQuery {
  readonly user: StepUpSubject['user']
  readonly session: CurrentSession
  readonly requirement: AssuranceRequirement
}

/**
 * Lists the options of the user that meet the requirement, alone or together with another one that does not meet it alone. Providers come
 * first.
 */
export async function listStepUpOptions(ctx: Context, query: StepUpQuery): Promise<readonly StepUpOption[]> {
  const candidates = [...(await listProviders(ctx, query)), ...(await listPluginMethods(ctx, query))]
  const meets = (...chosen: readonly Candidate[]) => isMetBy(query, chosen)
  const partial = candidates.filter(candidate => !meets(candidate))
  const isPartOfPair = (first: Candidate) => partial.some(second => first !== second && meets(first, second))
  return candidates.filter(candidate => !partial.includes(candidate) || isPartOfPair(candidate))
}

function isMetBy({ session, requirement }: StepUpQuery, candidates: readonly Candidate[]): boolean {
  const later = candidates.flatMap(({ evidence }) => evidence)
  return later.length > 0 && isSufficient(mergeEvidence(session.methods, later), requirement)
}

async function listProviders(
  ctx: Context,
  { user, session, requirement }: StepUpQuery,
): Promise<Candidate[]> {
  const linkedProviders = await listLinkedProviders(ctx, session)
  const subject: StepUpSubject = { user, requirement, linkedProviders }
  const providers = [...ctx.settings.providers.values()]
  return await Promise.all(
    providers.map(async provider => {
      const methods = await getFlow(provider).listStepUpMethods(ctx, provider, subject)
      return { provider, link: null, evidence: createEvidence(provider.id, methods) }
    }),
  )
}

/**
 * Lists the ids of the providers whose accounts the user has: those of the adapter, or without an adapter those of the session, because
 * the id of the user then depends on the provider.
 */
async function listLinkedProviders(
  { settings: { adapter } }: Context,
  { userId, methods }: CurrentSession,
): Promise<StepUpSubject['linkedProviders']> {
  if (adapter?.listAccountsByUserId) {
    const accounts = await adapter.listAccountsByUserId(userId)
    return new Set(accounts.map(({ provider }) => provider))
  }
  return adapter || methods.length === 0 ? null : new Set(methods.map(({ provider }) => provider))
}

async function listPluginMethods(ctx: Context, query: StepUpQuery): Promise<Candidate[]> {
  const lists = await Promise.all(ctx.settings.plugins.map(plugin => listMethodsOfPlugin(ctx, plugin, query)))
  return lists.flat()
}

async function listMethodsOfPlugin(
  ctx: Context,
  plugin: Plugin,
  { user }: StepUpQuery,
): Promise<Candidate[]> {
  if (!plugin.listStepUpMethods) return []
  const pluginContext = await ctx.settings.createPluginContext(ctx, plugin)
  const methods = await plugin.listStepUpMethods(pluginContext, user)
  return methods.map(({ amr, label, url }) => {
    const link = { plugin: plugin.id, label, url: appendQuery(url, { callbackUrl: ctx.callbackUrl }) }
    return { provider: null, link, evidence: createEvidence(plugin.id, [amr]) }
  })
}
