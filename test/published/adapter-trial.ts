import type { Adapter } from 'latchkey/adapters'
import { withSingleUseTokens } from 'latchkey/adapters/single-use-tokens'
import type { AdapterCapabilities, AdapterUnderTest } from 'latchkey/testing'
import type { ServerKind } from './servers.js'

export type { AdapterCapabilities }

/** An adapter, unmodified, on a store that really runs. */
export interface OpenStore {
  readonly adapter: Adapter
  /** The same records, by another instance. */
  readonly reopen?: AdapterUnderTest['reopen'] | undefined
  /** Forgets all records. */
  empty(): Promise<unknown>
  close(): Promise<unknown>
}

/** What a file beside a manifest exports: an adapter and a store that it is tried on. */
export interface Trial {
  /** The package, whose version is in the manifest; or ours. */
  readonly adapter: string
  readonly store: string
  /** The server that the store is. */
  readonly needs?: ServerKind
  /** What we did to the adapter or to the tables of its guide, to mend faults. */
  readonly mended?: string
  /** What its guide or its types say that it does not do. What it fails to do without saying so is a fault. */
  readonly traits?: AdapterCapabilities
  /** How often to try again, because the store itself dies now and then; `empty` brings it back. */
  readonly retry?: number
  open(): Promise<OpenStore>
}

/** Text columns that the app added to its users, where the adapter has a place for that. */
export const extraUserColumns: readonly string[] = ['role', 'phone']

/** What is better about the tables of a mended trial than about those of the guide. */
export interface ImprovedVariant {
  /** @example 'and unique indexes' */
  readonly words: string
  open(): Promise<OpenStore>
}

/** As it is, and with `withSingleUseTokens`: for an adapter that lets several visitors use one token. */
export function withBothOptions(trial: Trial, better?: ImprovedVariant): Trial[] {
  const mended: Trial = {
    ...trial,
    mended: ['with `withSingleUseTokens`', ...(better ? [better.words] : [])].join(' '),
    async open() {
      const store = await (better ?? trial).open()
      return {
        ...store,
        get adapter() {
          return withSingleUseTokens(store.adapter)
        },
      }
    },
  }
  return [trial, mended]
}
