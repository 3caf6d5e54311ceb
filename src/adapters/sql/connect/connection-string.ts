import { AdapterError } from '../../../errors.js'

/** Parses the path of a `file:` URL. `file:app.db` is relative to the working directory, `file:///srv/app.db` absolute. */
export function parseSqlitePath(connection: string): string {
  const file = /^file:([^?#]+)$/.exec(connection)?.[1]
  const path = file && decodePath(file)
  if (!path) throw createUnknownConnectionError(connection)
  return stripHost(path)
}

/** Decodes a path. A path with a lone `%` is used unchanged. */
function decodePath(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** Removes `//` and the empty host of an absolute path, and the slash before a Windows drive letter. */
function stripHost(path: string): string {
  return path.replace(/^\/\/(?=\/)/, '').replace(/^\/(?=[A-Za-z]:)/, '')
}

/** Returns the scheme of a URL with its colon, in lower case. */
export function parseScheme(connection: unknown): string | undefined {
  return typeof connection === 'string'
    ? /^[a-z][a-z\d+.-]*:/i.exec(connection)?.[0].toLowerCase()
    : undefined
}

/** Creates the error for an unsupported connection. Of a text it names only the scheme: the rest may contain a password. */
export function createUnknownConnectionError(connection: unknown): AdapterError {
  const urls = 'a "file:" URL without a query (such as "file:app.db"), a "postgres:" or "mysql:" URL'
  return new AdapterError(
    `SqlAdapter received ${describeConnection(connection)}. Pass ${urls}, a driver or a Kysely instance.`,
  )
}

/** Members of clients that have an adapter of their own, by which a client is recognized. */
const otherClients = [
  {
    members: ['$connect', '$disconnect'],
    name: 'a Prisma client',
    fix: 'use `PrismaAdapter` of "@auth/prisma-adapter"',
  },
  {
    members: ['select', 'insert', 'query'],
    name: 'a Drizzle database',
    fix: 'use `DrizzleAdapter` of "@auth/drizzle-adapter"',
  },
  {
    members: ['db', 'startSession'],
    name: 'a MongoDB client',
    fix: 'use `MongoDBAdapter` of "@auth/mongodb-adapter"',
  },
  {
    members: ['zAdd', 'hSet'],
    name: 'a Redis client',
    fix: 'use `RedisAdapter` of "latchkey/adapters/redis"',
  },
]

function describeConnection(connection: unknown): string {
  const scheme = parseScheme(connection)
  if (scheme) return `an unsupported "${scheme}" URL`
  if (connection === undefined || connection === null || connection === '')
    return `${connection === '' ? 'an empty text' : String(connection)}: the variable with the URL of the database is not set, or the import is wrong`
  if (typeof connection === 'string')
    return 'a text without a scheme: write "file:" before the name of a file'
  if (connection instanceof Promise) return 'a promise: await it first'
  if (typeof connection === 'function')
    return `a ${connection.name || 'class or function'}: create an instance first`
  const client = otherClients.find(({ members }) => members.every(name => name in Object(connection)))
  return client
    ? `${client.name}: ${client.fix} instead`
    : `an unsupported value of type ${typeof connection}`
}
