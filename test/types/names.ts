const list = (text: string) => text.trim().split(/\s+/)

/** The exports that Auth.js has, by the entry point that must have them. */
export const names: Readonly<Record<string, readonly string[]>> = {
  latchkey: list(
    'AuthConfig Auth createActionURL customFetch isAuthAction raw setEnvDefaults skipCSRFCheck skipThrottling',
  ),
  'latchkey/jwt': list(
    'encode decode getToken JWT DefaultJWT JWTEncodeParams JWTDecodeParams JWTOptions GetTokenParams',
  ),
  'latchkey/errors': list('AuthError isClientError'),
  'latchkey/express': list(`
    ExpressAuth getSession AuthError CredentialsSignin customFetch ExpressAuthConfig GetSessionResult Account DefaultSession
    Profile Session User
  `),
  'latchkey/solid-start': list(`
    SolidAuth getSession AuthError CredentialsSignin customFetch SolidAuthConfig GetSessionResult Account DefaultSession
    Profile Session User
  `),
  'latchkey/solid-start/client': list('signIn signOut'),
  'latchkey/sveltekit': list(`
    SvelteKitAuth AuthError CredentialsSignin customFetch SvelteKitAuthConfig Account DefaultSession Profile Session User
  `),
  'latchkey/sveltekit/client': list(
    'signIn signOut SignInOptions SignInAuthorizationParams SignInResponse SignOutParams',
  ),
  'latchkey/sveltekit/components': list('SignIn SignOut'),
  'latchkey/sveltekit/webauthn': list('signIn'),
  'latchkey/next': list(`
    default AuthError CredentialsSignin customFetch NextAuthConfig NextAuthRequest NextAuthResult Session Account Profile
    DefaultSession User
  `),
  'latchkey/adapters': list(`
    isDate Adapter AdapterUser AdapterAccount AdapterAccountType AdapterSession VerificationToken AdapterAuthenticator
  `),
  'latchkey/types': list(`
    AuthConfig AuthAction LoggerInstance WarningCode Awaitable Awaited SemverString Theme TokenSet Account Profile
    CookieOption CookiesOptions ErrorPageParam SignInPageErrorParam PagesOptions DefaultSession Session DefaultUser User
    InternalProvider PublicProvider RequestInternal ResponseInternal Authenticator InternalOptions
    WebAuthnOptionsResponseBody
  `),
  'latchkey/providers': list(`
    Provider ProviderType ProviderId CommonProviderOptions BuiltInProviders AppProviders AppProvider
    CredentialInput CredentialsConfig CredentialsProviderId
    EmailConfig EmailUserConfig EmailProviderType EmailProviderSendVerificationRequestParams EmailProviderId
    OAuthConfig OAuth2Config OIDCConfig OAuthUserConfig OIDCUserConfig OAuthConfigInternal OIDCConfigInternal
    OAuthEndpointType EndpointHandler AuthorizationEndpointHandler TokenEndpointHandler UserinfoEndpointHandler
    ProfileCallback AccountCallback OAuthChecks OAuthProviderButtonStyles OAuthProviderId
  `),
  'latchkey/react': list(`
    SessionProvider SessionContext useSession getSession getCsrfToken getProviders signIn signOut
    SessionProviderProps SessionContextValue UpdateSession GetSessionParams SignInOptions SignInAuthorizationParams
    SignInResponse SignOutParams
  `),
  'latchkey/providers/credentials': list('default CredentialInput CredentialsConfig'),
}
