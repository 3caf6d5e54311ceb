import type { Adapter } from '../../src/types/adapter.js'
import type { AdapterTraits } from '../../src/testing/contract/traits.js'

/** A published adapter, unmodified, on a store that really runs. */
export interface OpenStore {
  readonly adapter: Adapter
  /** Forgets all records. */
  empty(): Promise<unknown>
  close(): Promise<unknown>
}

/** What a file beside a manifest exports: an adapter and a store that it is tried on. */
export interface Trial {
  /** The package, whose version is in the manifest. */
  readonly adapter: string
  readonly store: string
  /** What its guide or its types say that it does not do. What it fails to do without saying so is a fault. */
  readonly traits?: AdapterTraits
  open(): Promise<OpenStore>
}

/** Text columns that the app added to its users. */
export const ownUserColumns = ['role', 'phone'] as const
