import { hasAllCases } from '../support/fire.js'
import { runContracts } from './run-contract.js'

/** `npm run adapters` tests all. */
const hasAll = hasAllCases || process.env['LATCHKEY_ADAPTER_REPORTS'] !== undefined

await runContracts('sql', hasAll ? ['drizzle', 'kysely', 'pg'] : ['drizzle'])
