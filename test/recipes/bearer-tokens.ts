import { createHash, randomBytes } from 'node:crypto'
import { SqlAdapter } from 'latchkey/adapters/sql'

export const adapter = SqlAdapter(process.env['DATABASE_URL'] ?? 'file:app.db')
const kind = 'api-token'

/** Returns the token once. The database has only its hash. */
export async function createApiToken(userId: string, maxAge = 90 * 24 * 60 * 60): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const expires = new Date(Date.now() + maxAge * 1000)
  await adapter.records.putRecord({ kind, id: hash(token), userId, value: null, expires })
  return token
}

/** Returns the user of the header `Authorization: Bearer <token>`, or null. */
export async function findApiUser(request: Request): Promise<string | null> {
  const [, token] = /^Bearer ([\w-]{43})$/i.exec(request.headers.get('authorization') ?? '') ?? []
  if (!token) return null
  return (await adapter.records.getRecord(kind, hash(token)))?.userId ?? null
}

function hash(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
