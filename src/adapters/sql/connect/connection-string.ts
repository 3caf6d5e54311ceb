import { AdapterError } from '../../../errors.js'

/** The file that a `file:` URL names: `file:app.db` relative to the working directory, `file:///srv/app.db` absolute. */
export function parseSqlitePath(connection: string): string {
  const file = /^file:([^?#]+)$/.exec(connection)?.[1]
  const path = file && decodePath(file)
  if (!path) throw createUnknownConnectionError(connection)
  return stripHost(path)
}

/** A name with a lone `%` is taken as it stands. */
function decodePath(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** `//` and an empty host begin an absolute path; a Windows path has no slash before its drive letter. */
function stripHost(path: string): string {
  return path.replace(/^\/\/(?=\/)/, '').replace(/^\/(?=[A-Za-z]:)/, '')
}

/** The scheme of a URL with its colon, in lower case. */
export function parseScheme(connection: unknown): string | undefined {
  return typeof connection === 'string'
    ? /^[a-z][a-z\d+.-]*:/i.exec(connection)?.[0].toLowerCase()
    : undefined
}

/** Names the scheme alone: the rest may contain a password. */
export function createUnknownConnectionError(connection: unknown): AdapterError {
  const scheme = parseScheme(connection)
  const actual = scheme ? `a "${scheme}" URL it does not know` : 'something else'
  const expected = 'a "file:" URL without a query, such as "file:app.db", a "postgres:" or "mysql:" URL'
  return new AdapterError(`SqlAdapter takes ${expected}, a driver or a Kysely instance; it got ${actual}.`)
}
