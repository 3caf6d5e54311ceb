/**
 * The files that `npx latchkey generate` starts from.
 *
 * @module
 */

/** A schema of Prisma without models. */
export const prismaSchema = `datasource db {
  provider = "postgresql"
  url      = env("DATABASE_URL")
}

generator client {
  provider = "prisma-client-js"
}
`

/** The configuration of drizzle-kit. */
export function createDrizzleConfig(schema: string): string {
  return `import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'postgresql',
  schema: './${schema}',
  dbCredentials: { url: process.env.DATABASE_URL ?? 'postgres://app@localhost/app' },
})
`
}
