import type { Adapter } from '@auth/core/adapters'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import { SqlAdapter } from 'latchkey/adapters/sql'

/** Their accounts are open records, ours are not: so the methods that return one are left out. */
type Theirs = Omit<Adapter, 'linkAccount' | 'unlinkAccount' | 'getAccount'>

export const memory: Theirs = MemoryAdapter()
export const sql: Theirs = SqlAdapter('file:app.db')
