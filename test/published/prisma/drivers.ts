import { PrismaLibSQL } from '@prisma/adapter-libsql'
import { PrismaMariaDb } from '@prisma/adapter-mariadb'
import { PrismaPg } from '@prisma/adapter-pg'

const drivers = [
  { scheme: 'file:', provider: 'sqlite', createAdapter: (url: string) => new PrismaLibSQL({ url }) },
  {
    scheme: 'postgres',
    provider: 'postgresql',
    createAdapter: (url: string) => new PrismaPg({ connectionString: url }),
  },
  {
    scheme: 'mysql:',
    provider: 'mysql',
    createAdapter: (url: string) => new PrismaMariaDb(url.replace('mysql:', 'mariadb:')),
  },
] as const

/** Returns the provider of a schema for the database of a URL, and what creates the driver adapter. */
export function findDriver(url: string) {
  const driver = drivers.find(({ scheme }) => url.startsWith(scheme))
  if (!driver) throw new Error(`No driver for ${url}`)
  return driver
}
