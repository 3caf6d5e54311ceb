import type { ModuleMapping } from '../module-map.js'

const createMapping = (to: string, names: string): ModuleMapping => ({
  to,
  names: new Set(names.trim().split(/\s+/)),
})

const sessionFunctions = 'default getServerSession unstable_getServerSession'

/** Modules of NextAuth 4 whose replacement differs from that of version 5. */
export const nextAuth4Mappings: ReadonlyMap<string, ModuleMapping> = new Map(
  Object.entries({
    'next-auth': createMapping(
      'latchkey/next-auth-4',
      `${sessionFunctions} NextAuthOptions AuthOptions Account AuthAction Awaitable CallbacksOptions CookieOption CookiesOptions
      DefaultSession DefaultUser EventCallbacks ISODateString LoggerInstance PagesOptions Profile RequestInternal Session SessionOptions
      SessionStrategy Theme TokenSet User`,
    ),
    'next-auth/next': createMapping('latchkey/next-auth-4', sessionFunctions),
    'next-auth/middleware': createMapping(
      'latchkey/next-auth-4/middleware',
      'default withAuth NextAuthMiddlewareOptions NextMiddlewareWithAuth NextRequestWithAuth WithAuthArgs',
    ),
    'next-auth/jwt': createMapping(
      'latchkey/jwt',
      'encode decode getToken JWT DefaultJWT JWTEncodeParams JWTDecodeParams JWTOptions GetTokenParams',
    ),
    'next-auth/react': createMapping(
      'latchkey/react',
      `SessionProvider SessionContext useSession getSession getCsrfToken getProviders signIn signOut SessionProviderProps
      SessionContextValue UseSessionOptions GetSessionParams SignInOptions SignInAuthorizationParams SignInResponse SignOutParams`,
    ),
    'next-auth/providers/credentials': createMapping('latchkey/next-auth-4/credentials', 'default'),
    'next-auth/providers/oauth': createMapping(
      'latchkey/providers',
      'OAuthConfig OAuthUserConfig OAuthChecks OAuthProviderButtonStyles',
    ),
  }),
)

/** What to do about a module of NextAuth 4 that has no replacement. */
export const nextAuth4Hints: ReadonlyMap<string, string> = new Map([
  ['next-auth/client', 'next-auth/client belongs to NextAuth 3: import from latchkey/react'],
  ['next-auth/core', 'next-auth/core has no equivalent: use Auth of latchkey'],
  ['next-auth/core/types', 'next-auth/core/types has no equivalent: import the types from latchkey/types'],
])

/** What to do about a name that its replacement does not export. */
export const nextAuth4NameHints: ReadonlyMap<string, string> = new Map([
  ['ClientSafeProvider', 'ClientSafeProvider is PublicProvider of latchkey/react'],
  ['SignOutResponse', 'SignOutResponse has no equivalent: use Awaited<ReturnType<typeof signOut>>'],
  ['LiteralUnion', 'LiteralUnion has no equivalent: use string'],
  ['BuiltInProviderType', 'BuiltInProviderType has no equivalent: use string'],
  ['RedirectableProviderType', 'RedirectableProviderType has no equivalent: use string'],
  ['CtxOrReq', 'CtxOrReq has no equivalent: `getSession` of latchkey/react receives `headers`'],
])
