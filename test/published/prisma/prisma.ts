import { rm } from 'node:fs/promises'
import { extraUserColumns, type OpenStore, type Trial } from '../adapter-trial.js'
import { createFolder } from '../temp-folder.js'
import { createPrismaAdapter, generateClient } from './open-prisma.js'

export const trials: Trial[] = [
  {
    adapter: '@auth/prisma-adapter',
    store: 'SQLite (libsql)',
    limits: { ids: 'generated', extraUserColumns },
    open,
  },
]

async function open(): Promise<OpenStore> {
  const folder = await createFolder('prisma')
  const url = `file:${folder}/app.db`
  const generated = await generateClient(url)
  await generated.createTables(url)
  const prisma = generated.connect(url)
  return {
    adapter: createPrismaAdapter(prisma),
    empty: () => prisma.$transaction([prisma.user.deleteMany(), prisma.verificationToken.deleteMany()]),
    async close() {
      await prisma.$disconnect()
      await generated.remove()
      await rm(folder, { recursive: true })
    },
  }
}
