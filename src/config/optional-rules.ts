/**
 * The checks of what only some apps configure. The code of each is loaded for the apps that do.
 *
 * @module
 */
import { chain } from '../base/cache.js'
import type { AuthError } from '../errors.js'
import type { Awaitable } from '../types/common.js'
import type { AuthConfig } from '../types/config.js'
import type { Flows } from '../types/context.js'
import type { PasskeyRules } from '../types/passkey-code.js'
import type { ProviderConfig } from '../types/provider.js'
import { resolveCookieOptions } from './cookie-options.js'
import { requirePasskeyCode } from './passkey-code.js'

/** Returns the error of one part of the configuration, if there is one. */
export type ConfigRule = (
  config: AuthConfig,
  providers: readonly ProviderConfig[],
  flows: Flows,
) => Awaitable<AuthError | undefined>

type Condition = (config: AuthConfig, providers: readonly ProviderConfig[]) => boolean

/** Creates a rule that is loaded and applied to the configurations that meet a condition. */
/* @__NO_SIDE_EFFECTS__ */
function createOptionalRule(isNeeded: Condition, load: () => Promise<ConfigRule>): ConfigRule {
  return (config, providers, flows) =>
    isNeeded(config, providers) ? load().then(rule => rule(config, providers, flows)) : undefined
}

export const nextAuth4Rule = createOptionalRule(
  ({ legacySessions }) => legacySessions !== undefined,
  async () => (await import('./validate-next-auth-4-sessions.js')).findLegacySessionsError,
)

export const throttlingRule = createOptionalRule(
  ({ throttling }) => throttling !== undefined,
  async () => (await import('./validate-throttling.js')).findThrottlingError,
)

export const revocationRule = createOptionalRule(
  ({ revocation }) => revocation !== undefined,
  async () => (await import('./validate-revocation.js')).findRevocationError,
)

const hasCookies: Condition = ({ cookies }) => cookies !== undefined

export const cookiesRule = createOptionalRule(
  hasCookies,
  async () => (await import('./validate-cookies.js')).findCookiesError,
)

export const cookiePrefixesRule = createOptionalRule(hasCookies, async () => {
  const { findCookiePrefixesError } = await import('./validate-cookies.js')
  return config => findCookiePrefixesError(config, resolveCookieOptions(config))
})

export const localesRule = createOptionalRule(
  ({ locales, translations }) => locales !== undefined || translations !== undefined,
  async () => (await import('./locales.js')).findLocalesError,
)

/** Creates a rule that the provider of passkeys brings. */
/* @__NO_SIDE_EFFECTS__ */
function createPasskeyRule(select: (rules: PasskeyRules) => ConfigRule): ConfigRule {
  return (config, providers, flows) => {
    const provider = providers.find(({ type }) => type === 'webauthn')
    if (provider?.type !== 'webauthn') return undefined
    return chain(requirePasskeyCode(provider).loadRules(), rules => select(rules)(config, providers, flows))
  }
}

export const passkeyFormsRule = createPasskeyRule(rules => rules.findPasskeyFormsError)

export const passkeyOriginsRule = createPasskeyRule(rules => rules.findPasskeyOriginsError)

export const passkeyAdapterRule = createPasskeyRule(rules => rules.findPasskeyAdapterError)

const hasAdapter: Condition = ({ adapter }) => Boolean(adapter)

export const adapterMethodsRule = createOptionalRule(
  hasAdapter,
  async () => (await import('./validate-adapter.js')).findAdapterMethodsError,
)

export const adapterSessionStartRule = createOptionalRule(
  hasAdapter,
  async () => (await import('./validate-adapter.js')).findAdapterSessionStartError,
)

export const pluginsRule = createOptionalRule(
  ({ plugins }) => plugins !== undefined,
  async () => (await import('./validate-plugins.js')).findPluginsError,
)
