import { PrismaLibSQL } from '@prisma/adapter-libsql'
import { defineConfig } from 'prisma/config'

/** Uses the JavaScript engine, so that no native engine is downloaded. */
export default defineConfig({
  schema: './schema.prisma',
  experimental: { adapter: true },
  engine: 'js',
  adapter: async () => new PrismaLibSQL({ url: process.env['DATABASE_URL'] ?? '' }),
})
