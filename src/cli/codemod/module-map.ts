/** Latchkey module that replaces a module of Auth.js. */
export interface ModuleMapping {
  readonly to: string
  /** Names of the Auth.js module that it exports. */
  readonly names: ReadonlySet<string>
}

const parseNames = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

const commonTypes = 'Account DefaultSession Profile Session User'
const commonExports = 'AuthError CredentialsSignin customFetch'
const jwtNames = parseNames(
  'encode decode getToken JWT DefaultJWT JWTEncodeParams JWTDecodeParams JWTOptions GetTokenParams',
)
const adapterNames = parseNames(`
  isDate Adapter AdapterUser AdapterAccount AdapterAccountType AdapterSession VerificationToken AdapterAuthenticator
  JsonObject JsonArray JsonPrimitive JsonValue
`)
const typeNames = parseNames(`
  AuthConfig AuthAction LoggerInstance WarningCode Awaitable Awaited SemverString Theme TokenSet Account Profile
  CookieOption CookiesOptions ErrorPageParam SignInPageErrorParam PagesOptions DefaultSession Session DefaultUser User
  InternalProvider PublicProvider RequestInternal ResponseInternal Authenticator InternalOptions
  WebAuthnOptionsResponseBody
`)
const providerNames = parseNames(`
  Provider ProviderType ProviderId CommonProviderOptions BuiltInProviders AppProviders AppProvider
  CredentialInput CredentialsConfig CredentialsProviderId
  EmailConfig EmailUserConfig EmailProviderType EmailProviderSendVerificationRequestParams EmailProviderId
  OAuthConfig OAuth2Config OIDCConfig OAuthUserConfig OIDCUserConfig OAuthConfigInternal OIDCConfigInternal
  OAuthEndpointType EndpointHandler AuthorizationEndpointHandler TokenEndpointHandler UserinfoEndpointHandler
  ProfileCallback AccountCallback OAuthChecks OAuthProviderButtonStyles OAuthProviderId
`)
const errorNames = parseNames(`
  AuthError SignInError AccessDenied AccountNotLinked AdapterError CallbackRouteError CredentialsSignin
  DuplicateConditionalUI MissingWebAuthnAutocomplete ExperimentalFeatureNotEnabled EmailSignInError OAuthSignInError
  ErrorPageLoop EventError InvalidCallbackUrl InvalidEndpoints MissingAdapter MissingAdapterMethods MissingAuthorize
  MissingSecret UnsupportedStrategy UntrustedHost InvalidCheck InvalidProvider JWTSessionError SessionTokenError
  SignOutError MissingCSRF OAuthAccountNotLinked OAuthCallbackError OAuthProfileParseError UnknownAction Verification
  WebAuthnVerificationError isClientError
`)

const createMapping = (to: string, names: string | ReadonlySet<string>): ModuleMapping => ({
  to,
  names: typeof names === 'string' ? parseNames(names) : names,
})

/** Modules of Auth.js 5 that have an equivalent, without the providers. */
export const moduleMappings: ReadonlyMap<string, ModuleMapping> = new Map(
  Object.entries({
    'next-auth': createMapping(
      'latchkey/next',
      `default ${commonExports} NextAuthConfig NextAuthRequest NextAuthResult ${commonTypes}`,
    ),
    'next-auth/react': createMapping(
      'latchkey/react',
      `SessionProvider SessionContext useSession getSession getCsrfToken getProviders signIn signOut
      SessionProviderProps SessionContextValue UpdateSession GetSessionParams SignInOptions SignInAuthorizationParams
      SignInResponse SignOutParams`,
    ),
    'next-auth/webauthn': createMapping('latchkey/react', 'signIn'),
    'next-auth/jwt': createMapping('latchkey/jwt', jwtNames),
    '@auth/core': createMapping(
      'latchkey',
      'AuthConfig Auth createActionURL customFetch isAuthAction raw setEnvDefaults skipCSRFCheck',
    ),
    '@auth/core/types': createMapping('latchkey/types', typeNames),
    '@auth/core/jwt': createMapping('latchkey/jwt', jwtNames),
    '@auth/core/errors': createMapping('latchkey/errors', errorNames),
    '@auth/core/providers/provider-types': createMapping(
      'latchkey/providers',
      'OAuthProviderId EmailProviderId',
    ),
    '@auth/express': createMapping(
      'latchkey/express',
      `ExpressAuth getSession ${commonExports} ExpressAuthConfig GetSessionResult ${commonTypes}`,
    ),
    '@auth/sveltekit': createMapping(
      'latchkey/sveltekit',
      `SvelteKitAuth ${commonExports} SvelteKitAuthConfig ${commonTypes}`,
    ),
    '@auth/sveltekit/client': createMapping(
      'latchkey/sveltekit/client',
      `signIn signOut SignInOptions SignInAuthorizationParams SignInResponse SignOutParams SignOutResponse`,
    ),
    '@auth/sveltekit/components': createMapping('latchkey/sveltekit/components', 'SignIn SignOut'),
    '@auth/sveltekit/webauthn': createMapping('latchkey/sveltekit/webauthn', 'signIn'),
    '@auth/solid-start': createMapping(
      'latchkey/solid-start',
      `SolidAuth getSession ${commonExports} SolidAuthConfig GetSessionResult ${commonTypes}`,
    ),
    '@auth/solid-start/client': createMapping(
      'latchkey/solid-start/client',
      'signIn signOut SignInAuthorizationParams SignInResponse',
    ),
    ...Object.fromEntries(
      ['next-auth', '@auth/core', '@auth/express', '@auth/sveltekit', '@auth/solid-start'].flatMap(name => [
        [`${name}/adapters`, createMapping('latchkey/adapters', adapterNames)],
        [`${name}/providers`, createMapping('latchkey/providers', providerNames)],
        [`${name}/package.json`, createMapping('latchkey/package.json', 'default name version')],
      ]),
    ),
  }),
)

/** Module in which interfaces are augmented. TypeScript merges augmentations only if they name one module. */
export const augmentationTarget: ModuleMapping = createMapping('latchkey/types', typeNames)

/** Modules whose interfaces an app augments. */
export const augmentableModules: ReadonlySet<string> = new Set([
  'next-auth',
  '@auth/core',
  '@auth/core/types',
  '@auth/express',
  '@auth/sveltekit',
  '@auth/solid-start',
])

/** Names that NextAuth 4 exported and version 5 does not. */
export const nextAuth4Names = parseNames(`
  getServerSession unstable_getServerSession NextAuthOptions AuthOptions CallbacksOptions EventCallbacks CookiesOptions
  ISODateString TokenSet Awaitable PagesOptions SessionOptions Theme
`)

/** Modules that NextAuth 4 had and version 5 does not. */
export const nextAuth4Modules = parseNames(`
  next-auth/middleware next-auth/next next-auth/client next-auth/core next-auth/utils next-auth/errors
`)
