import { MemoryAdapter } from '../../adapters/memory.js'
import { normalizeBasePath } from '../../config/resolve-config.js'
import { mergeProviders } from '../../config/resolve-provider.js'
import { InvalidConfig } from '../../errors.js'
import type { Adapter } from '../../types/adapter.js'
import type { Awaitable } from '../../types/common.js'
import type { AuthConfig } from '../../types/config.js'
import { completeConfig } from './app.js'
import { minimizeFailingList, simplifyFailingList } from './minimize-failing-list.js'
import { RandomChoices } from './random.js'
import type { ClaimsOption, ContinuationOption, CredentialsOption, SimulationSettings } from './simulation.js'
import { generateSteps, listSimplerSteps, type Step } from './steps.js'
import { runStory, type StoryResult } from './story.js'

/** Allows {@link simulate} to write test users to the store of `config.adapter`. */
export const allowLiveAdapter = Symbol('allow-live-adapter')

/** Options of {@link simulate}. */
export interface SimulateOptions {
  /** Selects the stories. The same seed runs the same stories. @default 1 */
  seed?: number | undefined
  /** The number of steps of all stories together. @default 2000 */
  steps?: number | undefined
  /** The number of steps of one story. @default 25 */
  stepsPerStory?: number | undefined
  /** Whether calls of the adapter, callbacks, events, providers and email service fail at random. @default true */
  faults?: boolean | undefined
  /** Returns the right credentials of a person. Without it, credentials providers are not simulated. */
  credentials?: CredentialsOption | undefined
  /** Returns claims beside those of OpenID Connect, for a `profile` callback that reads others. */
  claims?: ClaimsOption | undefined
  /** Returns the form that continues a sign-in which a policy of a plugin interrupted. Without it, such a sign-in is left. */
  continuation?: ContinuationOption | undefined
  /** Creates an empty store for each story. @default `MemoryAdapter`, if the configuration requires an adapter */
  createAdapter?: (() => Awaitable<Adapter>) | undefined
  /** The app's URL. @default 'https://app.example' */
  url?: string | URL | undefined
  /** Runs all stories on the store of `config.adapter`. Use a test database. */
  [allowLiveAdapter]?: true | undefined
}

/** What a simulation did. */
export interface SimulationReport {
  readonly seed: number
  readonly stories: number
  readonly steps: number
  /** The calls that were made to fail. */
  readonly faults: number
  /** The successful sign-ins by provider id. A provider with 0 was not tested: see `credentials` and `claims`. */
  readonly signIns: Readonly<Record<string, number>>
}

/** A story in which the app broke the contract. The message tells the story. */
export class SimulationFailure extends Error {
  override readonly name = 'SimulationFailure'
  /** The shortest story found, one line for each step. */
  readonly story: readonly string[]
  /** The rule that was broken. */
  readonly rule: string
  /** The seed whose first story fails. */
  readonly seed: number

  constructor({ violation, lines }: StoryResult, seed: number) {
    const steps = lines.map((line, index) => `  ${index + 1}. ${line}`).join('\n')
    const replay = `Repeat it with \`seed: ${seed}\`. Its first story fails.`
    super(`The simulation broke a rule: ${violation?.rule}.\n${steps}\n${violation?.message}\n${replay}`)
    this.story = lines
    this.rule = violation?.rule ?? ''
    this.seed = seed
  }
}

/**
 * Runs random stories against a configuration, to find what your callbacks, your adapter and Latchkey do together. Two users and an
 * attacker, each with two browsers, sign in, sign out, replay, steal and guess. The clock moves and calls fail. After each step, the
 * contract must hold: no session without proof, no data of another user, a sign-out is final, no failure locks a user out.
 *
 * Providers, emails and the store are replaced by ones in memory. The global `Date` is replaced while it runs.
 *
 * @throws SimulationFailure with the shortest story that breaks the contract
 * @throws AuthError for an invalid configuration, or one with an adapter that is not allowed
 *
 * @example
 * ```ts
 * import type { AuthConfig } from 'latchkey'
 * import { simulate } from 'latchkey/testing'
 *
 * declare const config: AuthConfig
 *
 * await simulate({ ...config, adapter: undefined }, { steps: 5_000 })
 * ```
 */
export async function simulate(config: AuthConfig, options: SimulateOptions = {}): Promise<SimulationReport> {
  const { seed = 1, steps = 2000, stepsPerStory = 25, faults = true } = options
  const simulation = createSimulation(config, options)
  const hasPolicies = hasSignInPolicies(config)
  const totals = { stories: 0, steps: 0, faults: 0, signIns: countNone(simulation) }
  while (totals.steps < steps) {
    const storySeed = seed + totals.stories
    const count = Math.min(stepsPerStory, steps - totals.steps)
    const story = generateSteps(new RandomChoices(storySeed), { count, hasFaults: faults, hasPolicies })
    const result = await runStory(simulation, story, createSuffix(simulation))
    if (result.violation) throw new SimulationFailure(await reduceStory(simulation, story, result), storySeed)
    totals.stories++
    totals.steps += count
    totals.faults += result.faults
    for (const [id, number] of result.signIns) totals.signIns[id] = (totals.signIns[id] ?? 0) + number
  }
  return { seed, ...totals }
}

function createSimulation(config: AuthConfig, options: SimulateOptions): SimulationSettings {
  const completed = completeConfig(config)
  const { origin } = new URL(options.url ?? 'https://app.example')
  const { maxAge = 2_592_000, absoluteMaxAge = Number.POSITIVE_INFINITY } = completed.session ?? {}
  const isSecure = completed.useSecureCookies ?? origin.startsWith('https:')
  return {
    config: completed,
    origin,
    basePath: normalizeBasePath(String(completed.basePath ?? '/auth')),
    sessionCookieName:
      completed.cookies?.sessionToken?.name ?? `${isSecure ? '__Secure-' : ''}authjs.session-token`,
    createAdapter: resolveAdapterFactory(completed, options),
    sharesStore: options[allowLiveAdapter] === true,
    credentials: options.credentials,
    claims: options.claims,
    continuation: options.continuation,
    maxAge: Math.min(maxAge, completed.jwt?.maxAge ?? maxAge),
    absoluteMaxAge,
  }
}

function resolveAdapterFactory(
  config: AuthConfig,
  options: SimulateOptions,
): SimulationSettings['createAdapter'] {
  const { adapter } = config
  if (adapter && options[allowLiveAdapter]) return () => adapter
  if (adapter)
    throw new InvalidConfig(
      '`simulate` would write test users to the store of `adapter`. Pass the configuration with `adapter: undefined`, and ' +
        '`createAdapter` if it needs one other than `MemoryAdapter`. For a test database, pass `[allowLiveAdapter]: true`.',
    )
  if (options.createAdapter) return options.createAdapter
  return needsAdapter(config) ? () => MemoryAdapter() : () => undefined
}

function needsAdapter({ session, providers }: AuthConfig): boolean {
  if (session?.strategy === 'database') return true
  return mergeProviders(providers).some(({ type }) => type === 'email' || type === 'webauthn')
}

function hasSignInPolicies({ plugins = [] }: AuthConfig): boolean {
  return plugins.some(({ policies = [] }) => policies.length > 0)
}

function countNone({ config }: SimulationSettings): Record<string, number> {
  return Object.fromEntries(mergeProviders(config.providers).map(({ id }) => [id, 0]))
}

let runs = 0

/** Returns what tells the persons of this run from those of other runs in the same store. */
function createSuffix({ sharesStore }: SimulationSettings): string {
  return sharesStore ? `-${++runs}-${Math.floor(Math.random() * 1e9)}` : ''
}

/** Finds the shortest story that breaks the same rule. */
async function reduceStory(
  simulation: SimulationSettings,
  story: readonly Step[],
  failure: StoryResult,
): Promise<StoryResult> {
  let shortest = failure
  const stillFails = async (candidate: readonly Step[]): Promise<boolean> => {
    const result = await runStory(simulation, candidate, createSuffix(simulation))
    if (result.violation?.rule !== failure.violation?.rule) return false
    shortest = result
    return true
  }
  const fewest = await minimizeFailingList(story, stillFails)
  await simplifyFailingList(fewest, stillFails, listSimplerSteps)
  return shortest
}
