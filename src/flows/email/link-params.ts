import type { AuthRequest } from '../../types/request.js'
import type { UnhashedVerificationToken } from './verification-token.js'

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

/**
 * Lists what a link may have said before software of the recipient changed it: as received, and repaired in two ways. A blank was a `+` or a
 * line break. Each candidate must match a whole token, so no link gets easier to guess.
 */
export function listLinkCandidates({ token, identifier }: LinkParams): readonly UnhashedVerificationToken[] {
  if (!token || !identifier) return []
  const received = { token, identifier }
  const repaired = ['+', ''].map(blank => ({
    token: normalizeValue(token, blank).replace(/[^\w+/=~-]+$/, ''),
    identifier: normalizeValue(identifier, blank).replace(/[^\p{L}\p{N}]+$/u, ''),
  }))
  const candidates = [received, ...repaired]
  return candidates.filter((candidate, index) => {
    const isSame = (one: UnhashedVerificationToken) =>
      one.token === candidate.token && one.identifier === candidate.identifier
    return candidate.token !== '' && candidates.findIndex(isSame) === index
  })
}

/** Undoes what software does to a value: a second percent-encoding, `=3D` of quoted-printable, entities, line breaks and blanks. */
function normalizeValue(value: string, blank: string): string {
  const joined = decodeAgain(removeLineBreaks(value.replace(/^3D/, ''), blank))
  return removeLineBreaks(joined, blank).replace(/&(?:amp|gt|lt|quot|#\d+);?$/i, '')
}

/** Removes also the `=` that quoted-printable has before a line break. */
function removeLineBreaks(value: string, blank: string): string {
  return value
    .replace(/=?[\r\n\t]+ */g, '')
    .trim()
    .replace(/ /g, blank)
}

function decodeAgain(value: string): string {
  if (!/%[\da-f]{2}/i.test(value)) return value
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}
