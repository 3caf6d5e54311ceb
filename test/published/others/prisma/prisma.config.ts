import { PrismaLibSQL } from '@prisma/adapter-libsql'
import { defineConfig } from 'prisma/config'

/** Without an engine of Prisma's own, which its installer would download. */
export default defineConfig({
  schema: './schema.prisma',
  experimental: { adapter: true },
  engine: 'js',
  adapter: async () => new PrismaLibSQL({ url: process.env['DATABASE_URL'] ?? '' }),
})
