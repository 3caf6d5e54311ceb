import type { AuthRequest } from '../../types/request.js'

/** What a magic link says. */
export interface LinkParams {
  readonly token: string | null
  readonly identifier: string | null
}

/** Reads the fields of the form, or the parameters of the link. Software that escapes `&` turns `&token` into `&amp;token`. */
export function readLinkParams({ body, query }: Pick<AuthRequest, 'body' | 'query'>): LinkParams {
  const readParam = (key: 'token' | 'email') =>
    toNonEmptyString(body[key]) ?? toNonEmptyString(query[key]) ?? findEscapedParam(query, key)
  return { token: readParam('token'), identifier: readParam('email') }
}

function findEscapedParam(query: AuthRequest['query'], key: string): string | null {
  const found = Object.keys(query).find(name => escapedAmpersands.test(name) && name.endsWith(`;${key}`))
  return toNonEmptyString(found && query[found])
}

const escapedAmpersands = /^(?:amp;|#38;)+[a-z]+$/i

function toNonEmptyString(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}
