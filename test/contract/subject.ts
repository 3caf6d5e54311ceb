import type { Adapter } from '../../src/types/adapter.js'
import type { OptionalAdapterMethod } from '../../src/types/context.js'

/** The methods of the specification, which the contract needs all; those of our own are optional. */
export type CompleteAdapter = Required<Omit<Adapter, OptionalAdapterMethod>> &
  Pick<Adapter, OptionalAdapterMethod>

/** An adapter on an empty store of its own. */
export interface Subject {
  adapter: CompleteAdapter
  close?(): Promise<void>
  /** The same store as another process would meet it. */
  reopen?(): Promise<CompleteAdapter>
}

/** Makes a {@link Subject} whose users have the {@link ownUserColumns} beside those of the specification. */
export type MakeSubject = () => Promise<Subject>

/** Text columns that the app added to its users. */
export const ownUserColumns = ['role', 'phone'] as const
