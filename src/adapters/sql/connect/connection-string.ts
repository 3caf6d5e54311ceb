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

/** Creates the error for an unsupported connection. It names only the scheme: the rest may contain a password. */
export function createUnknownConnectionError(connection: unknown): AdapterError {
  const scheme = parseScheme(connection)
  const actual = scheme ? `an unsupported "${scheme}" URL` : 'an unsupported value'
  const urls = 'a "file:" URL without a query (such as "file:app.db"), a "postgres:" or "mysql:" URL'
  return new AdapterError(`SqlAdapter received ${actual}. Pass ${urls}, a driver or a Kysely instance.`)
}
