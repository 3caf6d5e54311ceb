import type { Adapter } from '@auth/core/adapters'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import { SqlAdapter } from 'latchkey/adapters/sql'

/** Accounts of Auth.js are open records, unlike those of Latchkey, so methods that return accounts are left out. */
type AuthjsAdapter = Omit<Adapter, 'linkAccount' | 'unlinkAccount' | 'getAccount'>

export const memory: AuthjsAdapter = MemoryAdapter()
export const sql: AuthjsAdapter = SqlAdapter('file:app.db')
