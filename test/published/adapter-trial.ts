import type { Adapter } from 'latchkey/adapters'
import { withSingleUseTokens } from 'latchkey/adapters/single-use-tokens'
import type { AdapterCheckOptions, AdapterUnderTest } from 'latchkey/testing'
import type { ServerKind } from './servers.js'

export type { AdapterCheckOptions }

/** An unmodified adapter on a real store. */
export interface OpenStore {
  readonly adapter: Adapter
  /** Opens another instance on the same records. */
  readonly reopen?: AdapterUnderTest['reopen'] | undefined
  /** Deletes all records. */
  empty(): Promise<unknown>
  close(): Promise<unknown>
}

/** An adapter and a store to test it on. Exported by the files beside a manifest. */
export interface Trial {
  /** The package of the manifest, or an adapter of Latchkey. */
  readonly adapter: string
  readonly store: string
  /** The server that the store requires. */
  readonly needs?: ServerKind
  /** Our changes to the adapter or to the tables of its guide that fix faults. */
  readonly patched?: string
  /** The documented limitations. Undocumented limitations are faults. */
  readonly limits?: AdapterCheckOptions
  /** The number of retries if the store itself is unstable. `empty` restarts it. */
  readonly retry?: number
  open(): Promise<OpenStore>
}

/** Custom text columns of users, if the adapter supports them. */
export const extraUserColumns: readonly string[] = ['role', 'phone']

/** A store with improved tables than those of the guide. */
export interface ImprovedVariant {
  /** @example 'and unique indexes' */
  readonly words: string
  open(): Promise<OpenStore>
}

/** Returns the trial with and without `withSingleUseTokens`, for an adapter whose tokens can be used twice. */
export function withBothOptions(trial: Trial, improved?: ImprovedVariant): Trial[] {
  const patched: Trial = {
    ...trial,
    patched: ['with `withSingleUseTokens`', ...(improved ? [improved.words] : [])].join(' '),
    async open() {
      const store = await (improved ?? trial).open()
      return {
        ...store,
        get adapter() {
          return withSingleUseTokens(store.adapter)
        },
      }
    },
  }
  return [trial, patched]
}
