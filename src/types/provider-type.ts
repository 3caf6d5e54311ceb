/** The sign-in method of a provider. Each type is implemented by a flow, and a provider only holds data. */
export type ProviderType = 'oidc' | 'oauth' | 'email' | 'credentials' | 'webauthn'

/** How a form or the browser client submits a sign-in. */
export interface ProviderSubmission {
  /** The action that receives the form. */
  readonly action: 'signin' | 'callback'
  /** Whether a WebAuthn ceremony in the browser precedes the submission. */
  readonly needsCeremony: boolean
}

/** The form of each provider type. Stored as data, because the browser client cannot import the flows. */
export const providerSubmissions: Readonly<Record<ProviderType, ProviderSubmission>> = {
  oidc: { action: 'signin', needsCeremony: false },
  oauth: { action: 'signin', needsCeremony: false },
  email: { action: 'signin', needsCeremony: false },
  credentials: { action: 'callback', needsCeremony: false },
  webauthn: { action: 'callback', needsCeremony: true },
}
