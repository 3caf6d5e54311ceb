import { runContracts } from './run-contract.js'

await runContracts('sql', ['drizzle', 'kysely', 'pg'])
