import { describeValue } from '../base/describe-value.js'
import { InvalidConfig, InvalidEndpoints, InvalidProvider, MissingAuthorize } from '../errors.js'
import type { AuthConfig } from '../types/config.js'
import type { Flows } from '../types/context.js'
import type { ProviderConfig } from '../types/provider.js'
import { getProviderEnvName } from './environment.js'

export function findMissingIdsError(_: AuthConfig, providers: readonly ProviderConfig[]) {
  const index = providers.findIndex(({ id }) => !id)
  return index < 0 ? undefined : new InvalidConfig(`\`providers[${index}]\` has no \`id\`.`)
}

/**
 * Characters that need no percent-encoding in a URL. `undefined` is reserved: in a path it counts as absent.
 */
const urlSafeId = /^(?!undefined$)[\w.~!*'():@-]+$/

export function findProviderIdsError(_: AuthConfig, providers: readonly ProviderConfig[]) {
  const invalid = providers.find(({ id }) => !urlSafeId.test(id))
  return (
    invalid &&
    new InvalidConfig(`The provider id "${invalid.id}" cannot be part of a URL. Use letters, digits and "-".`)
  )
}

export function findDuplicateIdsError(_: AuthConfig, providers: readonly ProviderConfig[]) {
  const ids = providers.map(({ id }) => id)
  const duplicate = ids.find((id, index) => ids.indexOf(id) !== index)
  return duplicate === undefined
    ? undefined
    : new InvalidConfig(`Two \`providers\` have the id "${duplicate}". Give one of them another \`id\`.`)
}

export function findProviderTypesError(_: AuthConfig, providers: readonly ProviderConfig[], flows: Flows) {
  const invalid = providers.find(({ type }) => !flows[type])
  return (
    invalid &&
    new InvalidProvider(
      `Provider "${invalid.id}": \`type\` is ${describeValue(invalid.type)}. Use one of ${Object.keys(flows).join(', ')}.`,
    )
  )
}

const requiredEndpoints = ['authorization', 'token', 'userinfo'] as const

export function findEndpointsError(_: AuthConfig, providers: readonly ProviderConfig[]) {
  for (const provider of providers) {
    if (provider.type !== 'oauth') continue
    if (provider.issuer || provider.wellKnown) continue
    const missing = requiredEndpoints.filter(name => !isEndpointConfigured(provider[name]))
    if (missing.length === 0) continue
    const names = missing.map(name => `\`${name}\``).join(', ')
    return new InvalidEndpoints(
      `Provider "${provider.id}" has neither \`issuer\` nor ${names}. Set \`issuer\` or all of these endpoints.`,
    )
  }
  return undefined
}

function isEndpointConfigured(
  endpoint: string | { url?: string | undefined; request?: unknown; source?: unknown } | undefined,
): boolean {
  return typeof endpoint === 'string' || Boolean(endpoint?.url ?? endpoint?.request ?? endpoint?.source)
}

/** Checks that each OpenID Connect provider has an issuer, because its ID tokens must name it. */
export function findIssuersError(_: AuthConfig, providers: readonly ProviderConfig[]) {
  const invalid = providers.find(
    provider => provider.type === 'oidc' && !provider.issuer && !provider.wellKnown,
  )
  return (
    invalid &&
    new InvalidEndpoints(
      `Provider "${invalid.id}" is of type "oidc" and needs \`issuer\` (or ${getProviderEnvName(invalid.id, 'ISSUER')}).`,
    )
  )
}

/** With more seconds, a token that was stolen is accepted for too long after it expired. */
const maxClockTolerance = 300

export function findClockToleranceError(_: AuthConfig, providers: readonly ProviderConfig[]) {
  for (const provider of providers) {
    if (!('clockTolerance' in provider)) continue
    const { id, clockTolerance: seconds } = provider
    if (seconds === undefined || (Number.isFinite(seconds) && seconds >= 0 && seconds <= maxClockTolerance))
      continue
    return new InvalidConfig(
      `Provider "${id}": \`clockTolerance\` must be between 0 and ${maxClockTolerance} seconds. It is ${describeValue(seconds)}.`,
    )
  }
  return undefined
}

export function findAuthorizeError(_: AuthConfig, providers: readonly ProviderConfig[]) {
  const invalid = providers.find(provider => provider.type === 'credentials' && !provider.authorize)
  return (
    invalid &&
    new MissingAuthorize(
      `Provider "${invalid.id}" needs \`authorize\`, a function that verifies the credentials and returns the user or null. Pass it to the provider.`,
    )
  )
}

export function findSendVerificationRequestError(_: AuthConfig, providers: readonly ProviderConfig[]) {
  const invalid = providers.find(provider => provider.type === 'email' && !provider.sendVerificationRequest)
  return (
    invalid &&
    new InvalidConfig(`Provider "${invalid.id}" needs \`sendVerificationRequest\`, which sends the email.`)
  )
}

/** Checks that a provider whose newer links end older ones has a record store. */
export function findEndsOlderLinksError(
  { records, adapter }: AuthConfig,
  providers: readonly ProviderConfig[],
) {
  const provider = providers.find(one => one.type === 'email' && one.endsOlderLinks)
  if (!provider || (records ?? adapter?.records)) return undefined
  return new InvalidConfig(
    `Provider "${provider.id}": \`endsOlderLinks\` needs a record store. Set \`records\`, or an \`adapter\` with one.`,
  )
}
