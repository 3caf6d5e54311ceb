import { defineConfig } from 'prisma/config'
import { findDriver } from './drivers.ts'

const url = process.env['DATABASE_URL'] ?? ''

/** Uses the JavaScript engine, so that no native engine is downloaded. */
export default defineConfig({
  schema: process.env['LATCHKEY_SCHEMA'] ?? '',
  experimental: { adapter: true },
  engine: 'js',
  adapter: async () => findDriver(url).createAdapter(url),
})
