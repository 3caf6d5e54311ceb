import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { PrismaAdapter } from '@auth/prisma-adapter'
import { PrismaLibSQL } from '@prisma/adapter-libsql'
import { extraUserColumns, type OpenStore, type Trial } from '../adapter-trial.js'
import { createFolder } from '../temp-folder.js'

export const trials: Trial[] = [
  {
    adapter: '@auth/prisma-adapter',
    store: 'SQLite (libsql)',
    limits: { ids: 'generated', extraUserColumns },
    open,
  },
]

const here = fileURLToPath(new URL('.', import.meta.url))

async function open(): Promise<OpenStore> {
  const folder = await createFolder('prisma')
  const url = `file:${folder}/app.db`
  await push(url)
  const { PrismaClient } = createRequire(import.meta.url)('@prisma/client') as typeof import('@prisma/client')
  const prisma = new PrismaClient({ adapter: new PrismaLibSQL({ url }) })
  return {
    adapter: PrismaAdapter(prisma),
    empty: () => prisma.$transaction([prisma.user.deleteMany(), prisma.verificationToken.deleteMany()]),
    async close() {
      await prisma.$disconnect()
      await rm(folder, { recursive: true })
    },
  }
}

/** Creates the tables and the client. The engine that the Prisma installer downloads is not needed. */
async function push(url: string): Promise<void> {
  const command = ['node_modules/prisma/build/index.js', 'db', 'push', '--config', 'prisma/prisma.config.ts']
  const env = { DATABASE_URL: url, PRISMA_SCHEMA_ENGINE_BINARY: '/bin/true', CHECKPOINT_DISABLE: '1' }
  await promisify(execFile)(process.execPath, command, { cwd: here, env: { ...process.env, ...env } })
}
