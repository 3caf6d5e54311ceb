import { AdapterError } from '../../errors.js'

/** The file that a `file:` URL names: `file:app.db` relative to the working directory, `file:///srv/app.db` absolute. */
export function fileOf(connection: string): string {
  const file = /^file:([^?#]+)$/.exec(connection)?.[1]
  const path = file && decoded(file)
  if (!path) throw unknownConnection(connection)
  return withoutHost(path)
}

/** A name with a lone `%` is taken as it stands. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** `//` and an empty host begin an absolute path; a Windows path has no slash before its drive letter. */
function withoutHost(path: string): string {
  return path.replace(/^\/\/(?=\/)/, '').replace(/^\/(?=[A-Za-z]:)/, '')
}

/** Names the scheme alone: the rest may contain a password. */
function unknownConnection(connection: unknown): AdapterError {
  const scheme = typeof connection === 'string' ? /^[a-z][a-z\d+.-]*:/i.exec(connection)?.[0] : undefined
  const given = scheme ? `a "${scheme}" URL it does not know` : 'something else'
  return new AdapterError(
    `SqlAdapter takes a "file:" URL without a query, such as "file:app.db"; it got ${given}.`,
  )
}
