import { runContracts } from './run-contract.js'

await runContracts('others', [
  'prisma',
  'unstorage',
  'd1',
  'dynamodb',
  'upstash-redis',
  'typeorm',
  'sequelize',
  'mikro-orm',
])
