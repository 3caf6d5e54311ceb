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

/** Maps `any` to `never`, because an unresolved import is `any`, which is assignable to everything. */
type NotAny<T> = 0 extends 1 & T ? never : T

type Published = {
  d1: NotAny<ReturnType<typeof D1Adapter>>
  drizzle: NotAny<ReturnType<typeof DrizzleAdapter>>
  dynamodb: NotAny<ReturnType<typeof DynamoDBAdapter>>
  kysely: NotAny<ReturnType<typeof KyselyAdapter>>
  pg: NotAny<ReturnType<typeof PostgresAdapter>>
  prisma: NotAny<ReturnType<typeof PrismaAdapter>>
  sequelize: NotAny<ReturnType<typeof SequelizeAdapter>>
  typeorm: NotAny<ReturnType<typeof TypeORMAdapter>>
  unstorage: NotAny<ReturnType<typeof UnstorageAdapter>>
  upstash: NotAny<ReturnType<typeof UpstashRedisAdapter>>
}

declare const published: Published[keyof Published]
export const asOurs: Adapter = published
export const config: AuthConfig = { providers: [], adapter: published }

/** Fails if one of the imports was not resolved. */
type Unresolved = {
  [Name in keyof Published]: [Published[Name]] extends [never] ? Name : never
}[keyof Published]
export const allResolved: [Unresolved] extends [never] ? true : Unresolved = true

export const wrong: Adapter = {
  // TS2322: Type 'string' is not assignable to type 'number'
  getUser: async (id: number) => ({ id: String(id), email: '', emailVerified: null }),
}
