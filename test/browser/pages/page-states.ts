import { passwords } from 'latchkey/passwords'
import type { AuthConfig } from '../../../src/types/config.js'
import {
  catalogProviders,
  code,
  createProvider,
  credentials,
  email,
  fourProviders,
  passkey,
  twentyProviders,
} from './providers.js'

/** A page in one state: the requested path and the configuration of the app. */
export interface State {
  readonly path: string
  readonly config: Partial<AuthConfig>
  /** The id of the provider that sent an email to this browser before. */
  readonly emailFrom?: string
  /** What the visitor typed in the first step of the sign-in page before. */
  readonly identifier?: string
  /** Whether a user signed in with a password before. */
  readonly isSignedIn?: true
}

const createLogo = (ink: string) =>
  `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 132 32"><rect width="32" height="32" rx="9" fill="#0f7b5f"/><path d="M10 17l4.5 4.5L23 11" fill="none" stroke="#fff" stroke-width="3.5" stroke-linecap="round" stroke-linejoin="round"/><rect x="44" y="10" width="88" height="12" rx="6" fill="${ink}"/></svg>`,
  )}`

const signIn = (providers: AuthConfig['providers'], query = '', theme: AuthConfig['theme'] = {}): State => ({
  path: `/auth/signin${query}`,
  config: { providers, theme },
})

const createVerifyRequestState = (provider: string, query = ''): State => ({
  path: `/auth/verify-request?provider=${provider}&type=email${query}`,
  config: { providers: [email, code] },
})

const createSentState = (provider: string, query = ''): State => ({
  ...createVerifyRequestState(provider, query),
  emailFrom: provider,
})

const withPasswords = {
  plugins: [passwords()],
  sendEmail: () => undefined,
  theme: { name: 'Northwind' },
} satisfies Partial<AuthConfig>

/** The pages in all states that have screenshots. */
export const states = {
  'sign-in-0': signIn([]),
  'sign-in-1': signIn([createProvider('Google', { brandColor: '#1a73e8' })]),
  'sign-in-4': signIn(fourProviders),
  'sign-in-20': signIn([...twentyProviders, credentials]),
  'sign-in-catalog': signIn(catalogProviders),
  'sign-in-forms': signIn([
    email,
    {
      ...credentials,
      name: 'your staff card',
      credentials: {
        card: { label: 'Card number', placeholder: '0000 0000', inputmode: 'numeric' },
        pin: { label: 'PIN', type: 'password' },
        stay: { label: 'Keep me signed in on this device', type: 'checkbox' },
      },
    },
  ]),
  'sign-in-long': signIn([
    createProvider(
      'The International Federation of Amateur Radio and Satellite Listeners of Northern Europe',
      {
        bg: '#0f7b5f',
      },
    ),
    createProvider('Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'),
    createProvider('GitHub', { bg: '#24292f', text: '#fff' }),
    credentials,
  ]),
  'sign-in-brand': signIn(fourProviders, '', {
    brandColor: '#0f7b5f',
    buttonText: '#fffbe6',
    logo: createLogo('#7c8a86'),
  }),
  'sign-in-brand-pale': signIn([credentials], '', { brandColor: '#ffd84d', logo: createLogo('#7c8a86') }),
  'sign-in-steps': {
    path: '/auth/signin',
    config: { providers: [...fourProviders.slice(0, 2), email, code, passkey], ...withPasswords },
  },
  'sign-in-second-step': {
    path: '/auth/signin?step=methods',
    config: { providers: [...fourProviders.slice(0, 2), email, code, passkey], ...withPasswords },
    identifier: 'ada.lovelace@department-of-analytical-engines.example.com',
  },
  'sign-in-wrong-password': {
    path: '/auth/signin?error=CredentialsSignin',
    config: { providers: [email, credentials] },
    identifier: 'ada@example.com',
  },
  'sign-in-signed-in': {
    path: '/auth/signin',
    config: {
      providers: [...fourProviders.slice(0, 2), { ...credentials, authorize: () => ({ id: 'ada' }) }],
      session: { strategy: 'jwt' },
    },
    isSignedIn: true,
  },
  'sign-in-email': signIn([email]),
  'sign-in-passkey': signIn([passkey]),
  'sign-in-all-methods': signIn([...twentyProviders.slice(0, 2), email, passkey], '?error=AccountNotLinked'),
  'sign-out': { path: '/auth/signout', config: { providers: fourProviders } },
  'verify-request': createSentState('email'),
  'verify-request-code': createSentState('code'),
  'verify-request-wrong-code': createSentState('code', '&error=Verification'),
  'verify-request-other-browser': createVerifyRequestState('email'),
  confirm: {
    path: '/auth/callback/email?callbackUrl=%2F&token=4f1c9a&email=ada.lovelace%40example.com',
    config: { providers: [email] },
  },
  'error-access': { path: '/auth/error?error=AccessDenied', config: { providers: fourProviders } },
  'error-other': { path: '/auth/error', config: { providers: fourProviders } },
} as const satisfies Record<string, State>

/** Every error code of the sign-in page, and an unknown one. */
export const signInErrors = [
  'Signin',
  'OAuthSignin',
  'OAuthCallbackError',
  'OAuthCreateAccount',
  'EmailCreateAccount',
  'Callback',
  'OAuthAccountNotLinked',
  'AccountNotLinked',
  'EmailSignin',
  'CredentialsSignin',
  'SessionRequired',
  'MissingCSRF',
  'SomethingNew',
] as const

/** Every error code of the error page, and an unknown one. */
export const errorPageCodes = [
  'Configuration',
  'AccessDenied',
  'Verification',
  'WebAuthnVerificationError',
  'SomethingNew',
] as const

const signInErrorOf: Readonly<Record<string, AuthConfig['providers']>> = {
  CredentialsSignin: [credentials],
  MissingCSRF: [credentials],
  EmailSignin: [email],
}

/** The sign-in page with this error and a provider that can cause it. */
export function signInError(code: string): State {
  const providers = signInErrorOf[code] ?? [createProvider('GitHub', { bg: '#24292f', text: '#fff' })]
  return signIn(providers, `?error=${encodeURIComponent(code)}`)
}

/** The error page with this error. */
export function createErrorState(code: string): State {
  return { path: `/auth/error?error=${encodeURIComponent(code)}`, config: { providers: fourProviders } }
}
