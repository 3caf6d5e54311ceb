import { AuthError, DuplicateConditionalUI, MissingAdapter, MissingWebAuthnAutocomplete } from '../errors.js'
import type { AuthConfig } from '../types/config.js'
import type { ProviderConfig, WebAuthnConfig } from '../types/provider.js'

/** Checks the passkey form options. See docs/reference/contract.md#configuration-checks. */
export function findPasskeyFormsError(_: AuthConfig, providers: readonly ProviderConfig[]) {
  const passkeys = providers.filter(isPasskeyProvider)
  const invalid = passkeys.find(
    ({ simpleWebAuthnBrowserVersion: browserVersion }) =>
      browserVersion && !versionPattern.test(browserVersion),
  )
  if (invalid) {
    return new AuthError(
      `Provider "${invalid.id}": \`simpleWebAuthnBrowserVersion\` must be a version such as "v13.0.0", or false.`,
    )
  }
  const [first, second] = passkeys.filter(({ enableConditionalUI }) => enableConditionalUI)
  if (second) {
    return new DuplicateConditionalUI(
      `Providers "${first?.id}" and "${second.id}" both have \`enableConditionalUI\`. Set it to false for one of them.`,
    )
  }
  if (!first || hasWebAuthnField(first)) return undefined
  return new MissingWebAuthnAutocomplete(
    `Provider "${first.id}" has \`enableConditionalUI\`. None of its \`formFields\` has "webauthn" in its \`autocomplete\`. Add it as the last word, such as "username webauthn".`,
  )
}

export { findPasskeyOriginsError } from './validate-passkey-origins.js'

const versionPattern = /^v\d+(?:\.\d+){0,2}$/

function hasWebAuthnField({ formFields = {} }: WebAuthnConfig): boolean {
  return Object.values(formFields).some(({ autocomplete }) => autocomplete?.includes('webauthn'))
}

/** Checks that passkeys have an adapter. See docs/reference/contract.md#configuration-checks. */
export function findPasskeyAdapterError(config: AuthConfig, providers: readonly ProviderConfig[]) {
  const passkey = providers.find(isPasskeyProvider)
  if (!passkey || config.adapter) return undefined
  return new MissingAdapter(`Provider "${passkey.id}" needs an \`adapter\` that stores passkeys.`)
}

function isPasskeyProvider(provider: ProviderConfig): provider is WebAuthnConfig {
  return provider.type === 'webauthn'
}
