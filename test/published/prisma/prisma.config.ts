import { PrismaLibSQL } from '@prisma/adapter-libsql'
import { PrismaPg } from '@prisma/adapter-pg'
import { defineConfig } from 'prisma/config'

const url = process.env['DATABASE_URL'] ?? ''

/** Uses the JavaScript engine, so that no native engine is downloaded. */
export default defineConfig({
  schema: process.env['LATCHKEY_SCHEMA'] ?? '',
  experimental: { adapter: true },
  engine: 'js',
  adapter: async () =>
    url.startsWith('file:') ? new PrismaLibSQL({ url }) : new PrismaPg({ connectionString: url }),
})
