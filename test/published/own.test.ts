import { runContracts } from './run-contract.js'

await runContracts('own', ['memory', 'sql', 'redis'])
