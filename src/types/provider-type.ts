/** How a provider signs people in. A provider's type is code (a Flow); a provider is data. */
export type ProviderType = 'oidc' | 'oauth' | 'email' | 'credentials' | 'webauthn'
