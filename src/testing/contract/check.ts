import type { Adapter, AdapterMethod } from '../../types/adapter.js'
import type { AdapterCapabilities } from './capabilities.js'
import type { RecordBuilder } from './record-builder.js'

/** An adapter on an empty store of its own. */
export interface AdapterUnderTest {
  adapter: Adapter
  /** Called after the check, also after one that failed. */
  close?(): Promise<void> | void
  /** The same store as another process would meet it. */
  reopen?(): Promise<Adapter> | Adapter
}

/** An adapter that has these methods. */
export type AdapterWith<M extends AdapterMethod> = Adapter & Required<Pick<Adapter, M>>

/** What a check works with. */
export interface CheckContext<M extends AdapterMethod = never> {
  readonly adapter: AdapterWith<M>
  /** Makes records. */
  readonly build: RecordBuilder
  readonly capabilities: AdapterCapabilities
  reopen(): Promise<AdapterWith<M>>
}

/** One sentence of the contract. */
export interface Check {
  readonly group: string
  readonly sentence: string
  readonly requiredMethods: readonly AdapterMethod[]
  run(context: CheckContext): Promise<void>
}

/** Thrown by a check that does not apply: because of a limit that the store states, or of what the test left out. */
export class NotApplicable extends Error {}

/** Checks of one group; all of them need the methods that are named here. */
export function defineChecks<G extends AdapterMethod>(name: string, ...groupMethods: readonly G[]) {
  return <M extends AdapterMethod = never>(
    sentence: string,
    methods: readonly M[],
    run: (context: CheckContext<G | M>) => Promise<void>,
  ): Check => {
    const requiredMethods = [...groupMethods, ...methods]
    return {
      group: name,
      sentence,
      requiredMethods,
      async run(context) {
        const { adapter, build, capabilities } = context
        await run({
          adapter: requireMethods(adapter, requiredMethods),
          build,
          capabilities,
          reopen: async () => requireMethods(await context.reopen(), requiredMethods),
        })
      },
    }
  }
}

/** The methods of these that the adapter does not have. */
export function listMissingMethods(adapter: Adapter, methods: readonly AdapterMethod[]): AdapterMethod[] {
  return methods.filter(method => typeof adapter[method] !== 'function')
}

function requireMethods<M extends AdapterMethod>(adapter: Adapter, methods: readonly M[]): AdapterWith<M> {
  if (hasMethods(adapter, methods)) return adapter
  throw new NotApplicable(describeMissingMethods(listMissingMethods(adapter, methods)))
}

function hasMethods<M extends AdapterMethod>(
  adapter: Adapter,
  methods: readonly M[],
): adapter is AdapterWith<M> {
  return listMissingMethods(adapter, methods).length === 0
}

export function describeMissingMethods(methods: readonly AdapterMethod[]): string {
  return `The adapter has no ${methods.map(method => `\`${method}\``).join(', no ')}.`
}

/** Ends a check that a stated limit leaves nothing of. */
export function skipIfLimited(limit: string | null): void {
  if (limit !== null) throw new NotApplicable(limit)
}

/** Starts `count` calls before any of them is answered, and sorts the answers. */
export async function runConcurrently<T>(count: number, call: (index: number) => PromiseLike<T> | T) {
  const outcomes = await Promise.allSettled(Array.from({ length: count }, async (_, index) => call(index)))
  return {
    results: outcomes.flatMap(outcome => (outcome.status === 'fulfilled' ? [outcome.value] : [])),
    errors: outcomes.flatMap(outcome => (outcome.status === 'rejected' ? [outcome.reason] : [])),
  }
}

/** The id of a user who is not there, in the form that the store gives ids. */
export async function createUnknownUserId({
  adapter,
  build,
  capabilities,
}: CheckContext<'createUser'>): Promise<string> {
  if (capabilities.ids !== 'chosen' || !adapter.deleteUser) return crypto.randomUUID()
  const { id } = await adapter.createUser(build.user())
  await adapter.deleteUser(id)
  return id
}
