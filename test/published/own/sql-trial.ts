import type { CreateAdapter } from '../../contract/sqlite-file-adapter.js'
import { extraUserColumns, type Trial } from '../adapter-trial.js'
import { openFresh } from './fresh.js'

/** Creates a trial of `SqlAdapter`. */
export function createTrial(store: string, make: CreateAdapter): Trial {
  return {
    adapter: 'SqlAdapter',
    store,
    limits: { extraUserColumns: extraUserColumns },
    open: () => openFresh(make),
  }
}
