import type { Adapter, AdapterMethod } from '../../types/adapter.js'
import type { FixtureBuilder } from './fixture-builder.js'
import type { AdapterCheckOptions } from './limits.js'

/** An adapter with its own empty store. */
export interface AdapterUnderTest {
  adapter: Adapter
  /** Releases the store. Called after the check, also after a failure. */
  close?(): Promise<void> | void
  /** Opens the same store with a new adapter, as another process would. */
  reopen?(): Promise<Adapter> | Adapter
}

/** An adapter that has these methods. */
export type AdapterWith<M extends AdapterMethod> = Adapter & Required<Pick<Adapter, M>>

/** The arguments of a check. */
export interface CheckContext<M extends AdapterMethod = never> {
  readonly adapter: AdapterWith<M>
  readonly build: FixtureBuilder
  readonly options: AdapterCheckOptions
  reopen(): Promise<AdapterWith<M>>
}

/** One requirement of the contract. */
export interface CheckDefinition {
  readonly group: string
  readonly title: string
  readonly requiredMethods: readonly AdapterMethod[]
  run(context: CheckContext): Promise<void>
}

/** Thrown by a check that does not apply, because of a stated limit or because the test does not provide something. */
export class NotApplicable extends Error {}

/** Returns a function that defines the checks of a group. All checks of the group require `groupMethods`. */
export function defineChecks<G extends AdapterMethod>(name: string, ...groupMethods: readonly G[]) {
  return <M extends AdapterMethod = never>(
    title: string,
    methods: readonly M[],
    run: (context: CheckContext<G | M>) => Promise<void>,
  ): CheckDefinition => {
    const requiredMethods = [...groupMethods, ...methods]
    return {
      group: name,
      title,
      requiredMethods,
      async run(context) {
        const { adapter, build, options } = context
        await run({
          adapter: requireMethods(adapter, requiredMethods),
          build,
          options,
          reopen: async () => requireMethods(await context.reopen(), requiredMethods),
        })
      },
    }
  }
}

/** Lists the methods that the adapter does not have. */
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

/** Skips the check if a stated limit makes it inapplicable. */
export function skipWithReason(reason: string | null): void {
  if (reason !== null) throw new NotApplicable(reason)
}

/** Starts `count` concurrent calls and returns their results and errors. */
export async function runConcurrently<T>(count: number, call: (index: number) => PromiseLike<T> | T) {
  const outcomes = await Promise.allSettled(Array.from({ length: count }, async (_, index) => call(index)))
  return {
    results: outcomes.flatMap(outcome => (outcome.status === 'fulfilled' ? [outcome.value] : [])),
    errors: outcomes.flatMap(outcome => (outcome.status === 'rejected' ? [outcome.reason] : [])),
  }
}

/** Returns the id of a user that does not exist, in the id format of the store. */
export async function createUnknownUserId({
  adapter,
  build,
  options,
}: CheckContext<'createUser'>): Promise<string> {
  if (options.ids !== 'generated' || !adapter.deleteUser) return crypto.randomUUID()
  const { id } = await adapter.createUser(build.user())
  await adapter.deleteUser(id)
  return id
}
