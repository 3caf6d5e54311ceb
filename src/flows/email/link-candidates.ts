import type { LinkParams } from './link-params.js'
import type { UnhashedVerificationToken } from './verification-token.js'

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
