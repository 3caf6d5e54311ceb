import { InvalidConfig, InvalidEndpoints, InvalidProvider, MissingAuthorize } from '../errors.js'
import type { AuthConfig } from '../types/config.js'
import type { Flows } from '../types/context.js'
import type { ProviderConfig } from '../types/provider.js'
import { variableOf } from './environment.js'

export function namelessProvider(_: AuthConfig, providers: readonly ProviderConfig[]) {
  const nameless = providers.findIndex(({ id }) => !id)
  return nameless < 0 ? undefined : new InvalidConfig(`\`providers[${nameless}]\` has no \`id\`.`)
}

/** They are a part of addresses, where other characters would be written in two ways; `undefined` means none. */
const plainId = /^(?!undefined$)[\w.~!*'():@-]+$/

export function oddId(_: AuthConfig, providers: readonly ProviderConfig[]) {
  const odd = providers.find(({ id }) => !plainId.test(id))
  return (
    odd &&
    new InvalidConfig(
      `The provider id "${odd.id}" cannot be part of an address: use letters, digits and "-".`,
    )
  )
}

export function duplicateProvider(_: AuthConfig, providers: readonly ProviderConfig[]) {
  const ids = providers.map(({ id }) => id)
  const twice = ids.find((id, index) => ids.indexOf(id) !== index)
  return twice === undefined ? undefined : new InvalidConfig(`Two \`providers\` have the id "${twice}".`)
}

export function unknownType(_: AuthConfig, providers: readonly ProviderConfig[], flows: Flows) {
  const odd = providers.find(({ type }) => !flows[type])
  return (
    odd && new InvalidProvider(`Provider "${odd.id}": type "${odd.type}" is not available in this version.`)
  )
}

const neededEndpoints = ['authorization', 'token', 'userinfo'] as const

export function missingEndpoints(_: AuthConfig, providers: readonly ProviderConfig[]) {
  for (const provider of providers) {
    if (provider.type !== 'oauth') continue
    if (provider.issuer || provider.wellKnown) continue
    const missing = neededEndpoints.filter(name => !isGiven(provider[name]))
    if (missing.length === 0) continue
    const names = missing.map(name => `\`${name}\``).join(', ')
    return new InvalidEndpoints(
      `Provider "${provider.id}" has neither \`issuer\` nor ${names}. Set one or the other.`,
    )
  }
  return undefined
}

function isGiven(
  endpoint: string | { url?: string | undefined; request?: unknown; from?: unknown } | undefined,
): boolean {
  return typeof endpoint === 'string' || Boolean(endpoint?.url ?? endpoint?.request ?? endpoint?.from)
}

/** Whoever issues ID tokens has a name that they must carry. */
export function issuerless(_: AuthConfig, providers: readonly ProviderConfig[]) {
  const odd = providers.find(provider => provider.type === 'oidc' && !provider.issuer && !provider.wellKnown)
  return (
    odd &&
    new InvalidEndpoints(
      `Provider "${odd.id}" is of type "oidc" and needs \`issuer\` (or ${variableOf(odd.id, 'ISSUER')}).`,
    )
  )
}

export function missingAuthorize(_: AuthConfig, providers: readonly ProviderConfig[]) {
  const mute = providers.find(provider => provider.type === 'credentials' && !provider.authorize)
  return (
    mute && new MissingAuthorize(`Provider "${mute.id}" needs \`authorize\`, which checks what was typed.`)
  )
}

export function missingSender(_: AuthConfig, providers: readonly ProviderConfig[]) {
  const mute = providers.find(provider => provider.type === 'email' && !provider.sendVerificationRequest)
  return (
    mute &&
    new InvalidConfig(`Provider "${mute.id}" needs \`sendVerificationRequest\`, which sends the mail.`)
  )
}
