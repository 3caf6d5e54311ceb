import { tryOut } from './try-out.js'

await tryOut('others', [
  'prisma',
  'unstorage',
  'd1',
  'dynamodb',
  'upstash-redis',
  'typeorm',
  'sequelize',
  'mikro-orm',
])
