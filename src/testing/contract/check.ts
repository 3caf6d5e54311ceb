import type { Adapter, AdapterMethod } from '../../types/adapter.js'
import type { Records } from './records.js'
import type { AdapterTraits } from './traits.js'

/** An adapter on an empty store of its own. */
export interface AdapterSubject {
  adapter: Adapter
  /** Called after the check, also after one that failed. */
  close?(): Promise<void> | void
  /** The same store as another process would meet it. */
  reopen?(): Promise<Adapter> | Adapter
}

/** An adapter that has these methods. */
export type Having<M extends AdapterMethod> = Adapter & Required<Pick<Adapter, M>>

/** What a check works with. */
export interface Bench<M extends AdapterMethod = never> {
  readonly adapter: Having<M>
  /** Makes records. */
  readonly a: Records
  readonly traits: AdapterTraits
  reopen(): Promise<Having<M>>
}

/** One sentence of the contract. */
export interface Check {
  readonly group: string
  readonly sentence: string
  readonly requires: readonly AdapterMethod[]
  run(bench: Bench): Promise<void>
}

/** Thrown by a check that does not apply: because of a limit that the store states, or of what the test left out. */
export class NotApplicable extends Error {}

/** Checks of one group; all of them need the methods that are named here. */
export function group<G extends AdapterMethod>(name: string, ...always: readonly G[]) {
  return <M extends AdapterMethod = never>(
    sentence: string,
    needs: readonly M[],
    run: (bench: Bench<G | M>) => Promise<void>,
  ): Check => {
    const requires = [...always, ...needs]
    return {
      group: name,
      sentence,
      requires,
      async run(bench) {
        const { adapter, a, traits } = bench
        await run({
          adapter: withMethods(adapter, requires),
          a,
          traits,
          reopen: async () => withMethods(await bench.reopen(), requires),
        })
      },
    }
  }
}

/** The methods of these that the adapter does not have. */
export function missingFrom(adapter: Adapter, methods: readonly AdapterMethod[]): AdapterMethod[] {
  return methods.filter(method => typeof adapter[method] !== 'function')
}

function withMethods<M extends AdapterMethod>(adapter: Adapter, methods: readonly M[]): Having<M> {
  if (has(adapter, methods)) return adapter
  throw new NotApplicable(lack(missingFrom(adapter, methods)))
}

function has<M extends AdapterMethod>(adapter: Adapter, methods: readonly M[]): adapter is Having<M> {
  return missingFrom(adapter, methods).length === 0
}

export function lack(methods: readonly AdapterMethod[]): string {
  return `The adapter has no ${methods.map(method => `\`${method}\``).join(', no ')}.`
}

/** Ends a check that a stated limit leaves nothing of. */
export function allows(limit: string | null): void {
  if (limit !== null) throw new NotApplicable(limit)
}

/** Starts `count` calls before any of them is answered, and sorts the answers. */
export async function atOnce<T>(count: number, call: (index: number) => PromiseLike<T> | T) {
  const outcomes = await Promise.allSettled(Array.from({ length: count }, async (_, index) => call(index)))
  return {
    answers: outcomes.flatMap(outcome => (outcome.status === 'fulfilled' ? [outcome.value] : [])),
    failures: outcomes.flatMap(outcome => (outcome.status === 'rejected' ? [outcome.reason] : [])),
  }
}

/** The id of a user who is not there, in the form that the store gives ids. */
export async function anUnknownId({ adapter, a, traits }: Bench<'createUser'>): Promise<string> {
  if (traits.ids !== 'chosen' || !adapter.deleteUser) return crypto.randomUUID()
  const { id } = await adapter.createUser(a.user())
  await adapter.deleteUser(id)
  return id
}
