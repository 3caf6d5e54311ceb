import type { AuthConfig } from '../types/config.js'
import type { ProviderConfig } from '../types/provider.js'
import { createTypesRule, type OptionTypes } from './option-types.js'

/** The types of the options of providers. The other ones have checks of their own, or belong to a factory. */
export const providerOptionTypes: OptionTypes = {
  'true or false, without quotes':
    'oneTimeCode endsOlderLinks idToken allowDangerousEmailAccountLinking dangerouslyTrustTypedEmail enableConditionalUI enableSignals enableConditionalCreate',
  'a function':
    'sendVerificationRequest generateVerificationToken normalizeIdentifier authorize profile account isEmailVerified resolveExpectedIssuer generateClientSecret icon getRelayingParty getUserInfo',
  text: 'name clientId clientSecret issuer wellKnown jwks_endpoint apiKey secret',
  'an object':
    'client style callback trustedAssurance credentials relayingParty formFields authenticationOptions registrationOptions verifyAuthenticationOptions verifyRegistrationOptions simpleWebAuthn',
  'a positive number of seconds': 'maxAge',
  'an array': 'checks amr',
  // Nodemailer accepts an object as the sender, too.
  'text or an object': 'authorization token userinfo server from',
  'text or an array': 'acceptedIssuers',
  'an object or a function': 'translations',
}

const findTypesError = createTypesRule(providerOptionTypes)

/** Checks the types of the options of providers. */
export function findProviderOptionsError(_: AuthConfig, providers: readonly ProviderConfig[]) {
  for (const provider of providers) {
    const path = `Provider "${provider.id}": \``
    const error = findTypesError(provider, path) ?? findTextsError(provider, path)
    if (error) return error
  }
  return undefined
}

/** Only providers that compose an email have texts. */
function findTextsError(provider: ProviderConfig, path: string) {
  const texts: unknown = Reflect.get(provider, 'translations')
  if (typeof texts !== 'object' || texts === null) return undefined
  return createTypesRule({ text: Object.keys(texts).join(' ') })(texts, `${path}translations.`)
}
