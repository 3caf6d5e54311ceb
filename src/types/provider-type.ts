/** How a provider signs users in. A provider is data; its type has the code, a `Flow`. */
export type ProviderType = 'oidc' | 'oauth' | 'email' | 'credentials' | 'webauthn'

/** What a form, and a client in the browser, must know to submit a sign-in. */
export interface ProviderForm {
  /** The action that the form is posted to. */
  readonly action: 'signin' | 'callback'
  /** A WebAuthn ceremony in the browser precedes the submission. */
  readonly needsCeremony: boolean
}

/** The form of each provider type. It is data, because the browser client cannot import the flows. */
export const providerForms: Readonly<Record<ProviderType, ProviderForm>> = {
  oidc: { action: 'signin', needsCeremony: false },
  oauth: { action: 'signin', needsCeremony: false },
  email: { action: 'signin', needsCeremony: false },
  credentials: { action: 'callback', needsCeremony: false },
  webauthn: { action: 'callback', needsCeremony: true },
}
