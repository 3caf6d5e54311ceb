import { runContracts } from './run-contract.js'

await runContracts('prisma', ['prisma'])
await runContracts('others', [
  'unstorage',
  'd1',
  'dynamodb',
  'upstash-redis',
  'typeorm',
  'sequelize',
  'mikro-orm',
])
