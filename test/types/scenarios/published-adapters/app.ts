import type { D1Adapter } from '@auth/d1-adapter'
import type { DrizzleAdapter } from '@auth/drizzle-adapter'
import type { DynamoDBAdapter } from '@auth/dynamodb-adapter'
import type { KyselyAdapter } from '@auth/kysely-adapter'
import type PostgresAdapter from '@auth/pg-adapter'
import type { PrismaAdapter } from '@auth/prisma-adapter'
import type SequelizeAdapter from '@auth/sequelize-adapter'
import type { TypeORMAdapter } from '@auth/typeorm-adapter'
import type { UnstorageAdapter } from '@auth/unstorage-adapter'
import type { UpstashRedisAdapter } from '@auth/upstash-redis-adapter'
import type { AuthConfig } from 'latchkey'
import type { Adapter } from 'latchkey/adapters'

/** What could not be resolved would be `any`, which fits everywhere. */
type Known<T> = 0 extends 1 & T ? never : T

type Published = {
  d1: Known<ReturnType<typeof D1Adapter>>
  drizzle: Known<ReturnType<typeof DrizzleAdapter>>
  dynamodb: Known<ReturnType<typeof DynamoDBAdapter>>
  kysely: Known<ReturnType<typeof KyselyAdapter>>
  pg: Known<ReturnType<typeof PostgresAdapter>>
  prisma: Known<ReturnType<typeof PrismaAdapter>>
  sequelize: Known<ReturnType<typeof SequelizeAdapter>>
  typeorm: Known<ReturnType<typeof TypeORMAdapter>>
  unstorage: Known<ReturnType<typeof UnstorageAdapter>>
  upstash: Known<ReturnType<typeof UpstashRedisAdapter>>
}

declare const published: Published[keyof Published]
export const asOurs: Adapter = published
export const config: AuthConfig = { providers: [], adapter: published }

/** None of them was lost. */
type Lost = { [Name in keyof Published]: [Published[Name]] extends [never] ? Name : never }[keyof Published]
export const lost: [Lost] extends [never] ? true : Lost = true

export const wrong: Adapter = {
  // TS2322: Type 'string' is not assignable to type 'number'
  getUser: async (id: number) => ({ id: String(id), email: '', emailVerified: null }),
}
