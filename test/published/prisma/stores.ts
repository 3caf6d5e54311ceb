import { copyFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { Adapter } from 'latchkey/adapters'
import { withPrismaRecords } from 'latchkey/adapters/prisma'
import type { TestStore, TestStoreKind } from '../../support/test-store.js'
import { fullDiskStatements, type OrmDatabase } from '../orm-database.js'
import { createFolder } from '../temp-folder.js'
import { findDriver } from './drivers.js'
import { createPrismaAdapter, type GeneratedClient, generateClient, type TestClient } from './open-prisma.js'

/** Creates the tables in an empty database. */
export async function openDatabase(url: string): Promise<OrmDatabase> {
  const generated = await generateClient(url)
  await generated.createTables(url)
  const clients: TestClient[] = []
  const prisma = generated.connect(url)
  clients.push(prisma)
  return {
    open: () => openAdapter(generated, url, clients),
    async openOnFullDisk() {
      const limited = generated.connect(url)
      clients.push(limited)
      const { provider } = findDriver(url)
      if (provider === 'sqlite') await limited.$queryRawUnsafe('pragma max_page_count = 1')
      else for (const statement of fullDiskStatements[provider]) await limited.$executeRawUnsafe(statement)
      return withPrismaRecords(createPrismaAdapter(limited), limited)
    },
    empty: () =>
      prisma.$transaction([
        prisma.user.deleteMany(),
        prisma.verificationToken.deleteMany(),
        prisma.latchkeyRecord.deleteMany(),
      ]),
    async close() {
      await Promise.all(clients.map(client => client.$disconnect()))
      await generated.remove()
    },
  }
}

function openAdapter(generated: GeneratedClient, url: string, clients: TestClient[]) {
  const prisma = generated.connect(url)
  clients.push(prisma)
  const adapter = {
    ...createPrismaAdapter(prisma),
    createUser: (user: object) => prisma.user.create({ data: user }),
  }
  return withPrismaRecords(adapter as Adapter, prisma)
}

/** Creates stores in SQLite files, each with its own client of one generated schema. */
export async function openStores(): Promise<TestStoreKind & { close(): Promise<void> }> {
  const folder = await createFolder('prisma-stores')
  const template = `${folder}/template.db`
  const generated = await generateClient(`file:${template}`)
  await generated.createTables(`file:${template}`)
  const clients: TestClient[] = []
  return {
    name: '`withPrismaRecords` on SQLite',
    // The adapter of Prisma cannot list the accounts of a user.
    isBesideRecords: true,
    create() {
      const file = `${folder}/${clients.length}.db`
      copyFileSync(template, file)
      return openAdapter(generated, `file:${file}`, clients) as TestStore
    },
    async close() {
      await Promise.all(clients.map(client => client.$disconnect()))
      await generated.remove()
      await rm(folder, { recursive: true })
    },
  }
}
