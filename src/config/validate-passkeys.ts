import {
  AuthError,
  DuplicateConditionalUI,
  ExperimentalFeatureNotEnabled,
  MissingAdapter,
  MissingWebAuthnAutocomplete,
} from '../errors.js'
import type { AuthConfig } from '../types/config.js'
import type { ProviderConfig, WebAuthnConfig } from '../types/provider.js'

/** Spec: behaviour section 16.4, item 5. */
export function unusablePasskeyForm(_: AuthConfig, providers: readonly ProviderConfig[]) {
  const passkeys = providers.filter(isPasskey)
  const odd = passkeys.find(({ simpleWebAuthnBrowserVersion: given }) => given && !version.test(given))
  if (odd) {
    return new AuthError(
      `Provider "${odd.id}": \`simpleWebAuthnBrowserVersion\` must be a version such as "v13.0.0", or false.`,
    )
  }
  const [first, second] = passkeys.filter(({ enableConditionalUI }) => enableConditionalUI)
  if (second) {
    return new DuplicateConditionalUI(
      `Two providers have \`enableConditionalUI\`; set it to false at "${first?.id}" or "${second.id}".`,
    )
  }
  if (!first || offersPasskeys(first)) return undefined
  return new MissingWebAuthnAutocomplete(
    `Provider "${first.id}" has \`enableConditionalUI\`, so one of its \`formFields\` needs an \`autocomplete\` that ends in "webauthn".`,
  )
}

const version = /^v\d+(?:\.\d+){0,2}$/

function offersPasskeys({ formFields = {} }: WebAuthnConfig): boolean {
  return Object.values(formFields).some(({ autocomplete }) => autocomplete?.includes('webauthn'))
}

/** Spec: behaviour section 16.4, item 8. */
export function passkeysNotEnabled(config: AuthConfig, providers: readonly ProviderConfig[]) {
  const passkey = providers.find(isPasskey)
  if (!passkey) return undefined
  if (!config.experimental?.enableWebAuthn) {
    return new ExperimentalFeatureNotEnabled(
      `Provider "${passkey.id}" needs \`experimental: { enableWebAuthn: true }\`.`,
    )
  }
  if (config.adapter) return undefined
  return new MissingAdapter(`Provider "${passkey.id}" needs an \`adapter\` that keeps the passkeys.`)
}

function isPasskey(provider: ProviderConfig): provider is WebAuthnConfig {
  return provider.type === 'webauthn'
}
