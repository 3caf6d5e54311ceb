import { describeValue } from '../base/describe-value.js'
import { parseUrl } from '../base/parse.js'
import { InvalidConfig } from '../errors.js'
import type { AuthConfig } from '../types/config.js'
import type { ProviderConfig, WebAuthnConfig } from '../types/provider.js'

/** Checks the origins of `relayingParty`. One that no browser or app sends would have no effect. */
export function findPasskeyOriginsError(_: AuthConfig, providers: readonly ProviderConfig[]) {
  for (const provider of providers) {
    if (provider.type !== 'webauthn') continue
    for (const value of listConfiguredOrigins(provider)) {
      const fault = findOriginFault(value)
      if (fault !== null)
        return new InvalidConfig(
          `Provider "${provider.id}": \`relayingParty.origin\` contains ${describeOrigin(value)}. ${fault}`,
        )
    }
  }
  return undefined
}

/** Empty text counts as absent. */
function listConfiguredOrigins({ relayingParty }: WebAuthnConfig): readonly unknown[] {
  const origin: unknown = relayingParty?.origin
  const origins: readonly unknown[] = Array.isArray(origin) ? origin : [origin].filter(Boolean)
  return origins
}

const androidPrefix = 'android:apk-key-hash:'

/** An origin is public, so its length does not hint at a secret. */
function describeOrigin(value: unknown): string {
  return typeof value === 'string' && value.length <= 200 ? JSON.stringify(value) : describeValue(value)
}

/** Returns a sentence with the fix if a value is not the origin of a page or an app. */
function findOriginFault(value: unknown): string | null {
  if (typeof value !== 'string') return 'Set it to text, or a list of texts.'
  if (value.startsWith('android:')) return findAndroidFault(value)
  if (value.startsWith('ios:'))
    return 'Remove it: an iOS app sends "https://" and the `id` of `relayingParty`.'
  if (value.includes('*')) return 'List each origin: browsers do not know wildcards here.'
  const url = parseUrl(value)
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:')
    return 'Use a scheme and a host, as in the address bar, or "android:apk-key-hash:" and a hash.'
  if (url.origin !== value) return `Set it to "${url.origin}": an origin has no path and no slash at the end.`
  return url.protocol === 'https:' || /^(?:.+\.)?localhost$/.test(url.hostname)
    ? null
    : 'Use https: browsers allow passkeys on https and on http://localhost only.'
}

/** A SHA-256 hash has 32 bytes, which are 43 characters of base64url. */
function findAndroidFault(value: string): string | null {
  const isHash = value.startsWith(androidPrefix) && /^[\w-]{43}$/.test(value.slice(androidPrefix.length))
  return isHash
    ? null
    : `Set it to "${androidPrefix}" and the SHA-256 hash of the signing certificate, as base64url without padding (43 characters).`
}
