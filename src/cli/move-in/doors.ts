/** Where the names of a module of Auth.js are found here. */
export interface Door {
  readonly to: string
  /** Which of its names are there. */
  readonly names: ReadonlySet<string>
}

const list = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

const people = 'Account DefaultSession Profile Session User'
const failures = 'AuthError CredentialsSignin customFetch'
const jwt = list(
  'encode decode getToken JWT DefaultJWT JWTEncodeParams JWTDecodeParams JWTOptions GetTokenParams',
)
const adapters = list(`
  isDate Adapter AdapterUser AdapterAccount AdapterAccountType AdapterSession VerificationToken AdapterAuthenticator
`)
const types = list(`
  AuthConfig AuthAction LoggerInstance WarningCode Awaitable Awaited SemverString Theme TokenSet Account Profile
  CookieOption CookiesOptions ErrorPageParam SignInPageErrorParam PagesOptions DefaultSession Session DefaultUser User
  InternalProvider PublicProvider RequestInternal ResponseInternal Authenticator InternalOptions
  WebAuthnOptionsResponseBody
`)
const providers = list(`
  Provider ProviderType ProviderId CommonProviderOptions BuiltInProviders AppProviders AppProvider
  CredentialInput CredentialsConfig CredentialsProviderId
  EmailConfig EmailUserConfig EmailProviderType EmailProviderSendVerificationRequestParams EmailProviderId
  OAuthConfig OAuth2Config OIDCConfig OAuthUserConfig OIDCUserConfig OAuthConfigInternal OIDCConfigInternal
  OAuthEndpointType EndpointHandler AuthorizationEndpointHandler TokenEndpointHandler UserinfoEndpointHandler
  ProfileCallback AccountCallback OAuthChecks OAuthProviderButtonStyles OAuthProviderId
`)
const errors = list(`
  AuthError SignInError AccessDenied AccountNotLinked AdapterError CallbackRouteError CredentialsSignin
  DuplicateConditionalUI MissingWebAuthnAutocomplete ExperimentalFeatureNotEnabled EmailSignInError OAuthSignInError
  ErrorPageLoop EventError InvalidCallbackUrl InvalidEndpoints MissingAdapter MissingAdapterMethods MissingAuthorize
  MissingSecret UnsupportedStrategy UntrustedHost InvalidCheck InvalidProvider JWTSessionError SessionTokenError
  SignOutError MissingCSRF OAuthAccountNotLinked OAuthCallbackError OAuthProfileParseError UnknownAction Verification
  WebAuthnVerificationError isClientError
`)

const door = (to: string, names: string | ReadonlySet<string>): Door => ({
  to,
  names: typeof names === 'string' ? list(names) : names,
})

/** Every module of Auth.js 5 that has a counterpart, the providers apart. */
export const doors: ReadonlyMap<string, Door> = new Map(
  Object.entries({
    'next-auth': door(
      'latchkey/next',
      `default ${failures} NextAuthConfig NextAuthRequest NextAuthResult ${people}`,
    ),
    'next-auth/react': door(
      'latchkey/react',
      `SessionProvider SessionContext useSession getSession getCsrfToken getProviders signIn signOut
      SessionProviderProps SessionContextValue UpdateSession GetSessionParams SignInOptions SignInAuthorizationParams
      SignInResponse SignOutParams`,
    ),
    'next-auth/webauthn': door('latchkey/react', 'signIn'),
    'next-auth/jwt': door('latchkey/jwt', jwt),
    'next-auth/adapters': door('latchkey/adapters', adapters),
    'next-auth/providers': door('latchkey/providers', providers),
    '@auth/core': door(
      'latchkey',
      'AuthConfig Auth createActionURL customFetch isAuthAction raw setEnvDefaults skipCSRFCheck',
    ),
    '@auth/core/types': door('latchkey/types', types),
    '@auth/core/jwt': door('latchkey/jwt', jwt),
    '@auth/core/errors': door('latchkey/errors', errors),
    '@auth/core/adapters': door('latchkey/adapters', adapters),
    '@auth/core/providers': door('latchkey/providers', providers),
    '@auth/express': door(
      'latchkey/express',
      `ExpressAuth getSession ${failures} ExpressAuthConfig GetSessionResult ${people}`,
    ),
    '@auth/express/adapters': door('latchkey/adapters', adapters),
    '@auth/sveltekit': door('latchkey/sveltekit', `SvelteKitAuth ${failures} SvelteKitAuthConfig ${people}`),
    '@auth/sveltekit/client': door('latchkey/sveltekit/client', 'signIn signOut'),
    '@auth/sveltekit/components': door('latchkey/sveltekit/components', 'SignIn SignOut'),
    '@auth/sveltekit/webauthn': door('latchkey/sveltekit/webauthn', 'signIn'),
    '@auth/sveltekit/adapters': door('latchkey/adapters', adapters),
    '@auth/solid-start': door(
      'latchkey/solid-start',
      `SolidAuth getSession ${failures} SolidAuthConfig GetSessionResult ${people}`,
    ),
    '@auth/solid-start/client': door('latchkey/solid-start/client', 'signIn signOut'),
    '@auth/solid-start/adapters': door('latchkey/adapters', adapters),
  }),
)

/** Where their interfaces are extended: always in one module, for of two TypeScript keeps one. */
export const extended: Door = door('latchkey/types', types)

/** The modules whose interfaces an app extends there. */
export const extensible: ReadonlySet<string> = new Set([
  'next-auth',
  '@auth/core',
  '@auth/core/types',
  '@auth/express',
  '@auth/sveltekit',
  '@auth/solid-start',
])

/** What version 4 exported and version 5 does not. */
export const namesOfVersion4 = list(`
  getServerSession unstable_getServerSession NextAuthOptions AuthOptions CallbacksOptions EventCallbacks CookiesOptions
  ISODateString TokenSet Awaitable PagesOptions SessionOptions Theme
`)

/** Modules that version 4 had and version 5 does not. */
export const modulesOfVersion4 = list(`
  next-auth/middleware next-auth/next next-auth/client next-auth/core next-auth/utils next-auth/errors
`)
