import { parseUrl } from '../../base/parse.js'
import type { Context } from '../../types/context.js'
import type { ResolvedWebAuthnProvider } from '../../types/resolved-provider.js'
import type { RelayingParty } from '../../types/webauthn.js'
import { listOrigins } from './relying-party-page.js'

/** The number of labels that browsers support at least, Web Authentication level 3 section 5.11.1. */
const maxLabels = 5

/** Warns once if browsers ignore some of the related origins, because they have too many names. */
export function warnOfRelatedOrigins(
  { settings }: Context,
  { id }: ResolvedWebAuthnProvider,
  relyingParty: RelayingParty,
): void {
  const labels = listRegistrableLabels(relyingParty)
  if (labels.length <= maxLabels) return
  const text = `Provider "${id}": \`relayingParty.origin\` has pages of ${labels.length} names outside of "${relyingParty.id}", and browsers accept ${maxLabels}: ${labels.join(', ')}. Remove those that are not needed.`
  settings.warnOnce('passkey-origins', id, text)
}

/** Lists the names of the sites outside of the relying party, such as `example` of `https://www.example.co.uk`. */
function listRegistrableLabels(relyingParty: RelayingParty): readonly string[] {
  const id = relyingParty.id.toLowerCase()
  const hosts = listOrigins(relyingParty)
    .map(origin => parseUrl(origin))
    .flatMap(url => (url && /^https?:$/.test(url.protocol) ? [url.hostname] : []))
  const relatedHosts = hosts.filter(host => host !== id && !host.endsWith(`.${id}`))
  return [...new Set(relatedHosts.map(getRegistrableLabel))]
}

/** The second levels at which countries register domains. The list of public suffixes is too long for a warning. */
const secondLevels = /^(?:ac|co|com|edu|go|gob|gov|gv|ne|net|or|org)$/

function getRegistrableLabel(host: string): string {
  const labels = host.split('.').reverse()
  const [topLevel = '', second = '', third] = labels
  return third !== undefined && topLevel.length === 2 && secondLevels.test(second)
    ? third
    : second || topLevel
}
