/**
 * The objects of docs/configuration.md, in order. `type` is an exported type of `file`. `prefix` precedes the names of its options,
 * and `anchor` its anchors, by default the same. `aliases` are other types that link to the object. `isPartial` marks types whose members are all optional where they are used. `isOwn`
 * leaves out inherited options, `omit` single ones. `expand` lists the members of nested objects. The `example` of an object names
 * each of its options, `deprecated` ones excepted.
 *
 * @module
 */
import {
  clientExamples,
  configExamples,
  integrationExamples,
  providerExamples,
  storeExamples,
} from './examples.js'

const types = name => `src/types/${name}.ts`
const config = types('config')
const callbacks = types('callbacks')
const provider = types('provider')
const endpoint = types('endpoint')
const webauthn = types('webauthn')

const configObjects = [
  { title: 'Options of Auth', type: 'AuthConfig', file: config, prefix: '', example: configExamples.auth },
  {
    title: 'Session options',
    type: 'SessionOptions',
    file: config,
    prefix: 'session',
    example: configExamples.session,
  },
  {
    title: 'Sessions of NextAuth 4',
    type: 'NextAuth4SessionOptions',
    file: config,
    prefix: 'legacySessions.nextAuth4',
    anchor: 'legacysessions-nextauth4',
    example: configExamples.legacySessions,
  },
  {
    title: 'Throttling options',
    type: 'ThrottlingOptions',
    file: types('throttling'),
    prefix: 'throttling',
    example: configExamples.throttling,
    intro: 'See [limit sign-in attempts](throttling.md).',
  },
  {
    title: 'Limits of accounts',
    type: 'AccountThrottlingLimit',
    file: types('throttling'),
    prefix: 'throttling.account',
    anchor: 'throttling-account',
    example: configExamples.throttling,
  },
  {
    title: 'Limits of emails',
    type: 'EmailThrottlingLimits',
    file: types('throttling'),
    prefix: 'throttling.emails',
    anchor: 'throttling-emails',
    example: configExamples.throttling,
  },
  {
    title: 'Revocation options',
    type: 'RevocationOptions',
    file: types('revocation'),
    prefix: 'revocation',
    example: configExamples.revocation,
    intro: 'See [list and end sessions](sessions.md).',
  },
  {
    title: 'JWT options',
    type: 'JWTOptions',
    file: types('jwt'),
    prefix: 'jwt',
    isPartial: true,
    example: configExamples.jwt,
  },
  {
    title: 'Page options',
    type: 'PagesOptions',
    file: config,
    prefix: 'pages',
    example: configExamples.pages,
    intro: 'A path or a URL for each page. [Custom pages](contract.md#custom-pages) lists the parameters.',
  },
  {
    title: 'Cookie options',
    type: 'CookiesOptions',
    file: types('cookies'),
    prefix: 'cookies',
    isPartial: true,
    example: configExamples.cookies,
    intro:
      'The defaults are names. With https they have the prefix `__Secure-`. [Cookies](contract.md#cookies) describes the values.',
  },
  {
    title: 'Options of a cookie',
    type: 'CookieOption',
    file: types('cookies'),
    prefix: 'cookies.*',
    anchor: 'cookies',
    isPartial: true,
  },
  {
    title: 'Attributes of a cookie',
    type: 'CookieAttributes',
    file: types('cookies'),
    prefix: 'cookies.*.options',
    anchor: 'cookies-options',
    example: configExamples.attributes,
  },
  {
    title: 'Theme options',
    type: 'Theme',
    file: types('theme'),
    prefix: 'theme',
    example: configExamples.theme,
  },
  {
    title: 'Logger methods',
    type: 'LoggerInstance',
    file: types('logger'),
    prefix: 'logger',
    isPartial: true,
    example: configExamples.logger,
  },
]

const callbackObjects = [
  {
    title: 'Callback functions',
    type: 'Callbacks',
    file: callbacks,
    prefix: 'callbacks',
    isPartial: true,
    example: configExamples.callbacks,
  },
  {
    title: 'Parameters of callbacks.signIn',
    type: 'SignInParams',
    file: callbacks,
    prefix: '',
    anchor: 'callbacks-signin',
    isPartial: true,
  },
  {
    title: 'Parameters of callbacks.jwt',
    type: 'JWTParams',
    file: callbacks,
    prefix: '',
    anchor: 'callbacks-jwt',
    isPartial: true,
  },
  {
    title: 'Parameters of callbacks.session',
    type: 'SessionParams',
    file: callbacks,
    prefix: '',
    anchor: 'callbacks-session',
    isPartial: true,
  },
  {
    title: 'Event functions',
    type: 'EventMessages',
    aliases: ['EventCallbacks'],
    file: types('events'),
    prefix: 'events',
    isPartial: true,
    typeTitle: 'Message',
    example: configExamples.events,
  },
]

const providerObjects = [
  {
    title: 'OAuth and OpenID Connect providers',
    type: 'OIDCConfig',
    file: provider,
    prefix: '',
    anchor: 'oauth',
    omit: ['options'],
    isPartial: true,
    example: providerExamples.oauth,
    intro:
      '[The catalog](providers/README.md) lists ready-made providers. Pass these options to a factory, or write them as an object.',
  },
  {
    title: 'Authorization endpoint',
    type: 'AuthorizationEndpointHandler',
    file: endpoint,
    prefix: 'authorization',
    example: providerExamples.authorization,
  },
  {
    title: 'Token endpoint',
    type: 'TokenEndpointHandler',
    file: endpoint,
    prefix: 'token',
    example: providerExamples.token,
  },
  {
    title: 'Userinfo endpoint',
    type: 'UserinfoEndpointHandler',
    file: endpoint,
    prefix: 'userinfo',
    example: providerExamples.userinfo,
  },
  {
    title: 'Additional userinfo requests',
    type: 'AdditionalRequest',
    file: endpoint,
    prefix: '',
    anchor: 'additionalrequests',
    example: providerExamples.additionalRequests,
  },
  {
    title: 'Client metadata',
    type: 'ClientMetadata',
    file: provider,
    prefix: 'client',
    example: providerExamples.client,
  },
  {
    title: 'Callback of a provider',
    type: 'CallbackHandler',
    file: provider,
    prefix: 'callback',
    example: providerExamples.callback,
  },
  {
    title: 'Button style',
    type: 'OAuthProviderButtonStyles',
    file: provider,
    prefix: 'style',
    example: providerExamples.style,
  },
  {
    title: 'Email providers',
    type: 'EmailConfig',
    file: provider,
    prefix: '',
    anchor: 'email',
    omit: ['options'],
    isPartial: true,
    example: providerExamples.email,
    intro: 'See [email sign-in](email-sign-in.md).',
  },
  {
    title: 'Parameters of sendVerificationRequest',
    type: 'EmailProviderSendVerificationRequestParams',
    file: provider,
    prefix: '',
    anchor: 'sendverificationrequest',
    isPartial: true,
  },
  {
    title: 'Credentials providers',
    type: 'CredentialsConfig',
    file: provider,
    prefix: '',
    anchor: 'credentials',
    omit: ['options'],
    isPartial: true,
    example: providerExamples.credentials,
  },
  {
    title: 'Inputs of a form',
    type: 'CredentialInput',
    file: provider,
    prefix: '',
    anchor: 'input',
    example: providerExamples.input,
    intro: 'Any other HTML attribute of an input works too.',
  },
  {
    title: 'Passkey providers',
    type: 'WebAuthnConfig',
    file: provider,
    prefix: '',
    anchor: 'passkey',
    omit: ['options', 'type'],
    isPartial: true,
    example: providerExamples.passkey,
    intro: 'See [passkeys](passkeys.md).',
  },
  {
    title: 'Relying party options',
    type: 'RelayingParty',
    file: webauthn,
    prefix: 'relayingParty',
    isPartial: true,
  },
  {
    title: 'Passkey sign-in options',
    type: 'AuthenticationOptions',
    file: webauthn,
    prefix: 'authenticationOptions',
  },
  {
    title: 'Passkey registration options',
    type: 'RegistrationOptions',
    file: webauthn,
    prefix: 'registrationOptions',
  },
  {
    title: 'Passkey sign-in verification',
    type: 'AuthenticationVerifyOptions',
    file: webauthn,
    prefix: 'verifyAuthenticationOptions',
  },
  {
    title: 'Passkey registration verification',
    type: 'RegistrationVerifyOptions',
    file: webauthn,
    prefix: 'verifyRegistrationOptions',
  },
]

const storeObjects = [
  {
    title: 'Adapter methods',
    type: 'Adapter',
    file: types('adapter'),
    prefix: '',
    anchor: 'adapter',
    isPartial: true,
    intro:
      'Every method is optional. [Adapter](contract.md#adapter) lists which method a configuration requires, and [adapters](adapters.md) the ready-made ones.',
  },
  {
    title: 'Record store methods',
    type: 'RecordStore',
    file: types('record-store'),
    prefix: '',
    anchor: 'records',
    isPartial: true,
    intro: 'See [store records](adapters.md#store-records).',
  },
  {
    title: 'Session store methods',
    type: 'AdapterSessionStore',
    file: types('adapter-session-store'),
    prefix: '',
    anchor: 'sessionstore',
    isOwn: true,
    isPartial: true,
    intro: 'A store for `composeAdapters` has the session methods of an adapter, and this one.',
  },
  {
    title: 'SqlAdapter options',
    type: 'SqlOptions',
    file: 'src/adapters/sql/options.ts',
    prefix: '',
    anchor: 'sql',
    example: storeExamples.sql,
  },
  {
    title: 'RedisAdapter options',
    type: 'RedisAdapterOptions',
    file: 'src/adapters/redis/index.ts',
    prefix: '',
    anchor: 'redis',
    example: storeExamples.redis,
  },
  {
    title: 'composeAdapters options',
    type: 'ComposeOptions',
    file: 'src/adapters/compose.ts',
    prefix: '',
    anchor: 'compose',
    example: storeExamples.compose,
  },
]

const next = 'src/integrations/next'
const kit = 'src/integrations/sveltekit.ts'

const integrationObjects = [
  {
    title: 'Next callbacks',
    type: 'NextAuthCallbacks',
    file: `${next}/config.ts`,
    prefix: 'callbacks',
    anchor: 'next-callbacks',
    isOwn: true,
    example: integrationExamples.next,
  },
  {
    title: 'Next signIn options',
    type: 'NextSignInOptions',
    file: `${next}/types.ts`,
    prefix: '',
    anchor: 'next-signin',
    example: integrationExamples.nextSignIn,
  },
  {
    title: 'Next signOut options',
    type: 'NextSignOutOptions',
    file: `${next}/types.ts`,
    prefix: '',
    anchor: 'next-signout',
    example: integrationExamples.nextSignOut,
  },
  {
    title: 'SvelteKit signIn options',
    type: 'SignInActionOptions',
    file: kit,
    prefix: '',
    anchor: 'sveltekit-signin',
    example: integrationExamples.kitSignIn,
  },
  {
    title: 'SvelteKit signOut options',
    type: 'SignOutActionOptions',
    file: kit,
    prefix: '',
    anchor: 'sveltekit-signout',
    example: integrationExamples.kitSignOut,
  },
  {
    title: 'SolidStart options',
    type: 'SolidAuthConfig',
    file: 'src/integrations/solid-start.ts',
    prefix: '',
    anchor: 'solidstart',
    isOwn: true,
    example: integrationExamples.solid,
  },
  {
    title: 'Hono options',
    type: 'HonoAuthOptions',
    file: 'src/integrations/hono.ts',
    prefix: '',
    anchor: 'hono',
    example: integrationExamples.hono,
  },
  {
    title: 'Astro options',
    type: 'LatchkeyOptions',
    file: 'src/integrations/astro/integration.ts',
    prefix: '',
    anchor: 'astro',
    example: integrationExamples.astro,
    title: 'React Router options',
    type: 'ReactRouterAuthOptions',
    file: 'src/integrations/react-router.ts',
    prefix: '',
    anchor: 'react-router',
    example: integrationExamples.reactRouter,
  },
  {
    title: 'createServer options',
    type: 'IntegrationOptions',
    file: types('server'),
    prefix: '',
    anchor: 'createserver',
    example: integrationExamples.server,
  },
]

const clientObjects = [
  {
    title: 'SessionProvider props',
    type: 'SessionProviderProps',
    file: 'src/client/react/session-provider.ts',
    prefix: '',
    anchor: 'sessionprovider',
    example: clientExamples.sessionProvider,
  },
  {
    title: 'useSession options',
    type: 'UseSessionOptions',
    file: 'src/client/react/use-session.ts',
    prefix: '',
    anchor: 'usesession',
    example: clientExamples.useSession,
  },
  {
    title: 'Client signIn options',
    type: 'SignInOptions',
    file: 'src/client/sign-in.ts',
    prefix: '',
    anchor: 'client-signin',
    example: clientExamples.signIn,
  },
  {
    title: 'Client signOut options',
    type: 'SignOutParams',
    file: 'src/client/create-client.ts',
    prefix: '',
    anchor: 'client-signout',
    example: clientExamples.signOut,
  },
  {
    title: 'createClient options',
    type: 'ClientOptions',
    file: 'src/client/action-client.ts',
    prefix: '',
    anchor: 'createclient',
    example: clientExamples.createClient,
  },
  {
    title: 'createSessionStore options',
    type: 'ClientSessionStoreOptions',
    file: 'src/client/session-store.ts',
    prefix: '',
    anchor: 'createsessionstore',
    example: clientExamples.createSessionStore,
  },
]

const translationObjects = [
  {
    title: 'Translated texts',
    type: 'Translations',
    aliases: ['TranslationOverrides'],
    file: types('translations'),
    prefix: 'translations.*',
    anchor: 'translations',
    isPartial: true,
    expand: true,
    areTexts: true,
    intro: 'The defaults are the English texts. [Customize pages](customize-pages.md) has an example.',
  },
]

/** The parts of the page, each with its objects. */
export const parts = [
  { title: 'Configuration object', objects: configObjects },
  { title: 'Callbacks and events', objects: callbackObjects },
  { title: 'Provider options', objects: providerObjects },
  { title: 'Storage options', objects: storeObjects },
  { title: 'Integration options', objects: integrationObjects },
  { title: 'Client options', objects: clientObjects },
  { title: 'Texts of pages and emails', objects: translationObjects },
]

/** All objects. */
export const objects = parts.flatMap(part => part.objects)
