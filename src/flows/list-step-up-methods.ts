import { appendQuery } from '../http/url.js'
import { createEvidence, isSufficient } from '../sessions/evidence.js'
import type { AdapterUser } from '../types/adapter.js'
import type { Awaitable } from '../types/common.js'
import type { Context, StepUpSubject } from '../types/context.js'
import type { CurrentSession, Evidence, StepUpRequirement } from '../types/evidence.js'
import type { Plugin, StepUpMethod } from '../types/plugin.js'
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
  /** Null if the adapter does not have the user. */
  readonly storedUser: AdapterUser | null
  readonly session: CurrentSession
  readonly requirement: StepUpRequirement
}

/** What a user can do to meet a requirement. */
export interface StepUpChoices {
  /** The methods that the user has. */
  readonly options: readonly StepUpOption[]
  /** The methods that the user can add, if those that they have are not sufficient. */
  readonly setups: readonly StepUpOption[]
  /** What the page says if there is no option. */
  readonly advice: 'tooWeak' | 'signInAgain' | 'unreachable' | null
}

/** Every method, by when the user can pass it. */
interface Methods {
  /** Now. */
  readonly available: readonly Candidate[]
  /** After signing out. */
  readonly renewable: readonly Candidate[]
  /** After the user adds it. */
  readonly addable: readonly Candidate[]
}

/**
 * Lists what the user can do to meet the requirement: methods that they have, alone or together with another one that does not meet it
 * alone. Else a new sign-in, else methods that they can add. Providers come first.
 */
export async function listStepUpChoices(ctx: Context, query: StepUpQuery): Promise<StepUpChoices> {
  const methods = await listMethods(ctx, query)
  const options = selectSufficient(methods.available, chosen => isMetBy(query, chosen))
  if (options.length > 0) return { options, setups: [], advice: null }
  const own = [...methods.available, ...methods.renewable]
  // The methods of the session end with it.
  const isMetAgain = isMetBy({ ...query, session: { ...query.session, methods: [] } }, own)
  if (isMetAgain || canSignInAgain(query)) return { options, setups: [], advice: 'signInAgain' }
  const setups = selectSufficient(methods.addable, chosen => isMetBy(query, [...own, ...chosen]))
  return { options, setups, advice: setups.length > 0 ? 'tooWeak' : 'unreachable' }
}

/**
 * Any level is met by the methods of the session, which the user passes again. After a new sign-in of unknown methods, its time is known, which
 * some requirements accept.
 */
function canSignInAgain({ session, requirement }: StepUpQuery): boolean {
  if (requirement.acr !== undefined) return false
  return session.methods.length > 0 || requirement.acceptsUnknownMethods === true
}

/** Selects the candidates that are sufficient alone, or together with another one that is not sufficient alone. */
function selectSufficient(
  candidates: readonly Candidate[],
  isMet: (chosen: readonly Candidate[]) => boolean,
): readonly Candidate[] {
  const partial = candidates.filter(candidate => !isMet([candidate]))
  const isPartOfPair = (first: Candidate) =>
    partial.some(second => first !== second && isMet([first, second]))
  return candidates.filter(candidate => !partial.includes(candidate) || isPartOfPair(candidate))
}

function isMetBy(
  { session, requirement }: Pick<StepUpQuery, 'session' | 'requirement'>,
  candidates: readonly Candidate[],
): boolean {
  const later = candidates.flatMap(({ evidence }) => evidence)
  return later.length > 0 && isSufficient([...later, ...session.methods], requirement)
}

async function listMethods(ctx: Context, query: StepUpQuery): Promise<Methods> {
  const { user, session, requirement } = query
  const subject = { user, requirement, linkedProviders: await listLinkedProviders(ctx, session) }
  const [available, renewable, added, ofPlugins] = await Promise.all([
    listByProvider(ctx, provider => getFlow(provider).listStepUpMethods(ctx, provider, subject)),
    listByProvider(ctx, provider => getFlow(provider).listSignInMethods(ctx, provider, subject)),
    listByProvider(ctx, provider => getFlow(provider).listAddableMethods?.(ctx, provider, subject) ?? []),
    listPluginMethods(ctx, query),
  ])
  const own = [...available, ...ofPlugins.own]
  const reachable = [...own, ...renewable, ...ofPlugins.setups]
  const addable = [...(await selectAddable(ctx, query, { added, reachable })), ...ofPlugins.setups]
  return { available: own, renewable, addable }
}

type ProviderCandidate = Candidate & { readonly provider: ResolvedProvider }

async function listByProvider(
  { settings }: Context,
  list: (provider: ResolvedProvider) => Awaitable<readonly string[]>,
): Promise<readonly ProviderCandidate[]> {
  const providers = [...settings.providers.values()]
  return await Promise.all(
    providers.map(async provider => {
      const evidence = createEvidence(provider.id, await list(provider))
      return { provider, link: null, evidence }
    }),
  )
}

/** Selects the accounts and passkeys that the user can add. A plugin may require a step-up first, which must be possible. */
async function selectAddable(
  ctx: Context,
  { storedUser, session }: StepUpQuery,
  {
    added,
    reachable,
  }: { readonly added: readonly ProviderCandidate[]; readonly reachable: readonly Candidate[] },
): Promise<readonly Candidate[]> {
  if (!storedUser) return []
  const guard = await ctx.services.loadNewMethodGuard?.()
  const isAddable = async ({ provider: { id, type }, evidence }: ProviderCandidate) => {
    if (evidence.length === 0) return false
    const unmet = await guard?.listNewMethodRequirements(ctx, storedUser, { provider: id, type })
    return unmet !== null && (unmet ?? []).every(requirement => isMetBy({ session, requirement }, reachable))
  }
  const areAddable = await Promise.all(added.map(isAddable))
  return added.filter((_, index) => areAddable[index])
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

/** The methods of the plugins: those that the user has, and those that they can set up. */
interface PluginMethods {
  readonly own: readonly Candidate[]
  readonly setups: readonly Candidate[]
}

async function listPluginMethods(ctx: Context, query: StepUpQuery): Promise<PluginMethods> {
  const lists = await Promise.all(ctx.settings.plugins.map(plugin => listMethodsOfPlugin(ctx, plugin, query)))
  return { own: lists.flatMap(({ own }) => own), setups: lists.flatMap(({ setups }) => setups) }
}

async function listMethodsOfPlugin(
  ctx: Context,
  plugin: Plugin,
  { user }: StepUpQuery,
): Promise<PluginMethods> {
  if (!plugin.listStepUpMethods) return { own: [], setups: [] }
  const pluginContext = await ctx.services.createPluginContext(ctx, plugin)
  const methods = await plugin.listStepUpMethods(pluginContext, user)
  const toCandidate = ({ amr, label, url }: StepUpMethod): Candidate => {
    const link = { plugin: plugin.id, label, url: appendQuery(url, { callbackUrl: ctx.callbackUrl }) }
    return { provider: null, link, evidence: createEvidence(plugin.id, [amr]) }
  }
  return {
    own: methods.filter(({ needsSetup }) => !needsSetup).map(toCandidate),
    setups: methods.filter(({ needsSetup }) => needsSetup).map(toCandidate),
  }
}
