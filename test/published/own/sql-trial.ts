import type { MakeSubject } from '../../contract/files.js'
import { extraUserColumns, type Trial } from '../store.js'
import { fresh } from './fresh.js'

/** `SqlAdapter` on these subjects. */
export function trial(store: string, make: MakeSubject): Trial {
  return {
    adapter: 'SqlAdapter',
    store,
    traits: { extraUserColumns: extraUserColumns },
    open: () => fresh(make),
  }
}
