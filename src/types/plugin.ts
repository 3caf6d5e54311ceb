import type { AuthError } from '../errors.js'
import type { Account } from './account.js'
import type { HttpMethod } from './action.js'
import type { Adapter, AdapterUser } from './adapter.js'
import type { Awaitable, JsonObject, Optional } from './common.js'
import type { CookieAttributes, SetCookie } from './cookies.js'
import type { EmailContent, EmailContentLink, EmailMessage } from './email.js'
import type { EventCallbacks, RaisedEvent } from './events.js'
import type { AssuranceRequirement, CurrentSession, Evidence } from './evidence.js'
import type { PluginInstruments } from './instrument.js'
import type { Logger } from './logger.js'
import type { PendingSignIn } from './pending-sign-in.js'
import type { RecordStore } from './record-store.js'
import type { RequestHead } from './request.js'
import type { ListedSession } from './revocation.js'
import type { AccountName, AttemptGroup, EmailDecision } from './throttling.js'
import type { Profile, User } from './user.js'
import type { WrappedAdapter } from './wrapped-adapter.js'

/** A sign-in whose user is known, and for which no session has been issued yet. */
export interface SignInCandidate {
  readonly user: AdapterUser | (User & { id: string })
  readonly account: Account
  readonly profile?: Profile | undefined
  /** The id of the provider. */
  readonly provider: string
  /** Whether the user was created. Undefined without an adapter, because then it is unknown. */
  readonly isNewUser: boolean | undefined
  /** The methods that the user passed, newest first: in this sign-in, and in the session that it continues. */
  readonly methods: readonly Evidence[]
  /** The session that the sign-in continues. Null if another user, or no user, is signed in. */
  readonly currentSession: CurrentSession | null
}

/** What a policy decides: to allow, to deny with an error, or to interrupt the sign-in and redirect to a URL. */
export type PolicyDecision = 'allow' | { readonly deny: AuthError } | { readonly interrupt: string }

/**
 * Decides about a sign-in after its user is known, and before a session is issued. All policies of all plugins must allow it. After an
 * interruption, all of them run again.
 */
export type SignInPolicy = (ctx: PluginContext, candidate: SignInCandidate) => Awaitable<PolicyDecision>

/** A sign-in that issued a session. */
export interface CompletedSignIn
  extends Pick<SignInCandidate, 'user' | 'account' | 'provider' | 'isNewUser'> {
  /** Whether the user was signed in before, for instance to add an account or to confirm who they are. */
  readonly isContinuing: boolean
}

/** A session that is read, as a session policy receives it. */
export interface PolicySession extends Omit<CurrentSession, 'methods' | 'signedInAt' | 'act'> {
  /** The stored user. Null with the JWT strategy, which reads no user. */
  readonly user: AdapterUser | null
  /** When the user signed in, in seconds since the epoch. Null if it is unknown. */
  readonly startedAt: number | null
  /** When the session was last extended, in seconds since the epoch: at most `session.updateAge` after its last use. */
  readonly extendedAt: number | null
}

/**
 * Decides about a session whenever it is read: `end` treats it as absent, and the response clears its cookie. Answer from memory,
 * because every request with a session waits for it. An error is a `SessionUnavailable`, and never a sign-out.
 */
export type SessionPolicy = (ctx: PluginContext, session: PolicySession) => Awaitable<'allow' | 'end'>

/** A page of a plugin: the content of the card, as markup of the `html` tag. */
export interface PluginPage {
  /** The title of the document. */
  readonly title: string
  /** Markup of the `html` tag. Plain text is escaped. */
  readonly card: { toString(): string }
  /** The URLs of the images in the card. */
  readonly images?: readonly string[] | undefined
  /** CSS of the page, beside that of Latchkey. */
  readonly style?: string | undefined
  /**
   * Whether the page has a form that uses a passkey. Its attribute `data-passkey` is the `optionsUrl` of {@link PasskeyMethod}. The script
   * of Latchkey shows the form, and submits the credential in the field `data`.
   */
  readonly usesPasskey?: boolean | undefined
  /** A script at the end of the page, which must work without it too. It cannot contain `</script`. Not used on a page that uses a passkey. */
  readonly script?: string | undefined
}

/** The response of an action: JSON for clients that accept it, otherwise a redirect or a page. */
export interface PluginResponse<Data extends object = JsonObject> {
  /** @default 200 */
  readonly status?: number | undefined
  /** The response of clients that request JSON (`Accept: application/json`). With `redirect`, it also has a `url`. */
  readonly data?: Data | undefined
  /** The response of browsers. It is called only for them. A URL redirects there, and null to `redirect`. */
  readonly page?: (() => Awaitable<PluginPage | string | null>) | undefined
  /** Where browsers are redirected to, unless there is a page. */
  readonly redirect?: string | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/** Handles the requests of one action. A POST needs the CSRF token, as the actions of Latchkey do. */
export type PluginAction = (ctx: PluginContext) => Awaitable<PluginResponse>

/** A function for server code of the app. */
export type PluginFunction = (ctx: PluginContext, ...params: never[]) => unknown

/** A method of a plugin with which a signed-in user can confirm who they are. */
export interface StepUpMethod {
  /** The value of RFC 8176 section 2 that the method adds to the session, such as `otp`. */
  readonly amr: string
  /** The text of the link, in the language of the request. */
  readonly label: string
  /**
   * A page of the plugin. With the query parameter `callbackUrl`, it asks for the method, calls `raiseSession` and redirects to
   * `callbackUrl` of the context.
   */
  readonly url: string
  /**
   * Whether the user must set the method up first, on the page of `url`. The step-up page offers such a method only if those that the user has
   * are not sufficient.
   *
   * @default false
   */
  readonly needsSetup?: boolean | undefined
}

/** A way to sign in that a plugin brings, with its place on the sign-in page. Its operations verify the user and call `signInUser` or `signInByEmail`. */
export interface PluginSignInMethod {
  /** The path of an operation below the id of the plugin: of a page, or with an identifier of a POST. */
  readonly path: string
  /** Returns the text of the button, in the language of the request. */
  label(ctx: PluginContext): Awaitable<string>
  /**
   * The field of a form on the sign-in page. The form sends a POST with it.
   *
   * @default a button that opens the page
   */
  readonly identifier?:
    | {
        readonly name: string
        readonly type: 'email' | 'text'
        /** Returns the label of the field, in the language of the request. */
        label(ctx: PluginContext): Awaitable<string>
      }
    | undefined
  /**
   * The password that the form asks for too. Only with `identifier`. The path then also needs a page, which the stacked layout links to.
   *
   * @default none
   */
  readonly secret?:
    | {
        readonly name: string
        /** Returns the label of the field, in the language of the request. */
        label(ctx: PluginContext): Awaitable<string>
      }
    | undefined
  /** Links to pages of the plugin on the sign-in page: to create an account, and to recover one beside the password. */
  readonly links?: readonly PluginSignInLink[] | undefined
}

/** A link of a plugin on the sign-in page. */
export interface PluginSignInLink {
  readonly purpose: 'sign-up' | 'recovery'
  /** The path of a page below the id of the plugin. */
  readonly path: string
  /** Returns the text, in the language of the request. */
  label(ctx: PluginContext): Awaitable<string>
}

/** A part of the account page that a plugin brings. */
export interface AccountSection {
  /** The id of the section within the plugin. Lower case, with dashes. */
  readonly id: string
  /** Returns the heading, in the language of the request. */
  title(ctx: PluginContext): Awaitable<string>
  /** Returns the content, as markup of the `html` tag. Plain text is escaped. Null leaves the section out. */
  render(ctx: PluginContext, user: PluginSession['user']): Awaitable<{ toString(): string } | null>
}

/** A section of the account page for the signed-in user. */
export interface AccountPageSection {
  /** The id of the plugin and of the section: `two-factor/app`. */
  readonly id: string
  readonly title: string
  /** Markup: `toMarkup` makes it a part of a page. */
  readonly content: { toString(): string }
}

/** A section of the account page as text. */
export interface RenderedSection extends Omit<AccountPageSection, 'content'> {
  /** The escaped markup. */
  readonly html: string
}

/** What Latchkey and its plugins store about a user, without secrets. */
export interface UserData {
  readonly user: AdapterUser | null
  /** The data of each plugin, by its id. */
  readonly plugins: Readonly<Record<string, object>>
}

/** What other plugins, such as a page for staff, can do with a credential that a plugin manages. */
export interface CredentialControl {
  readonly type: 'password' | 'second-factor'
  /** The path of the page, below the id of the plugin, on which a signed-in user sets it up. @default none */
  readonly path?: string | undefined
  has(ctx: PluginContext, userId: string): Awaitable<boolean>
  /** Makes the user choose a new password, or removes the second factor. The caller notifies the user. @returns false if the user has none */
  reset(ctx: PluginContext, userId: string): Awaitable<boolean>
}

/** An impersonation that was stopped. */
export interface EndedImpersonation {
  /** Whether the administrator is signed in again. Their session may have ended meanwhile. */
  readonly isRestored: boolean
  readonly administratorId: string | null
  readonly userId: string | null
}

/** A configured provider. */
export interface PluginProvider {
  readonly id: string
  readonly name: string
  readonly type: Account['type']
  /** Where a form starts a sign-in. That of a signed-in user adds the account. */
  readonly signInUrl: string
}

/** The texts of a plugin in one language. A function loads them when they are first used. */
export type PluginTexts<Texts extends object = object> = Texts | (() => Promise<Texts>)

/** The part of a configuration that a plugin can check. */
export interface PluginHostConfig {
  readonly adapter?: Adapter | undefined
  readonly records?: object | undefined
  readonly providers: readonly unknown[]
  /** All plugins of the configuration. */
  readonly plugins?: readonly Plugin[] | undefined
  readonly sendEmail?: unknown
}

/**
 * What plugins add for a signed-in user: a second factor, a password, an email address to sign in with, or a key of an API. Or a change that adds
 * nothing, such as the removal of an account: `account-change`.
 */
export type NewMethodType = 'factor' | 'password' | 'email-address' | 'api-key' | 'account-change'

/** A way to sign in that a signed-in user adds: an account, a passkey with the type `webauthn`, or a method of a plugin. */
export interface NewMethod {
  /** The id of the provider or of the plugin. */
  readonly provider: string
  readonly type: Account['type'] | NewMethodType
}

/**
 * Extends Latchkey: with actions below `<basePath>/<id>/`, policies, pages in several languages and functions for server code. A plugin is
 * the object that its factory returns. Latchkey's own plugins use nothing else.
 */
export interface Plugin<Id extends string = string, Api extends object = object> {
  /** The id: the path of the actions, and in camel case the name of the server functions. Lower case, with dashes. */
  readonly id: Id
  /**
   * The actions by path below the id, and by method. The path `''` is the id itself.
   *
   * @example `{ verify: { GET: showForm, POST: verifyCode } }` serves `<basePath>/two-factor/verify`
   */
  readonly actions?:
    | Readonly<Record<string, Partial<Readonly<Record<'GET' | 'POST', PluginAction>>>>>
    | undefined
  /** The sign-in policies, in order. */
  readonly policies?: readonly SignInPolicy[] | undefined
  /**
   * Returns what the session must meet before the signed-in user adds an account, a passkey or a method of a plugin. If it does not, the user
   * confirms who they are on the step-up page first. In any case, a sign-in in the last 15 minutes is required. Called when the user starts, and
   * again before anything is stored.
   *
   * @returns nothing if the user may add it
   * @throws AuthError to refuse it
   */
  authorizeNewMethod?:
    | ((
        ctx: PluginContext,
        user: PluginSession['user'],
        method: NewMethod,
      ) => Awaitable<AssuranceRequirement | null | undefined>)
    | undefined
  /** The session policies, in order. All of them must allow a session. */
  readonly sessionPolicies?: readonly SessionPolicy[] | undefined
  /** The texts by language tag. `en` is complete; a text that another language lacks is English. */
  readonly translations?: Readonly<Record<string, PluginTexts>> | undefined
  /** The ways to sign in that the sign-in page shows after those of the providers. */
  readonly signInMethods?: readonly PluginSignInMethod[] | undefined
  /** The sections of the account page, in order. */
  readonly accountSections?: readonly AccountSection[] | undefined
  /**
   * Deletes what the plugin stores about a user who is deleted, beside `recordsOfUsers`. Called before the user is deleted. An error keeps the user.
   */
  readonly deleteUserData?: ((ctx: PluginContext, userId: string) => Awaitable<void>) | undefined
  /**
   * Creates the link with which a user who did not make a change signs out everywhere, also without a session. Notices of all plugins have it.
   */
  readonly createSecurityLink?:
    | ((ctx: PluginContext, userId: string) => Awaitable<EmailContentLink>)
    | undefined
  /** Returns what the plugin stores about a user, for their export. No secrets. */
  readonly exportUserData?: ((ctx: PluginContext, userId: string) => Awaitable<JsonObject>) | undefined
  /**
   * Returns whether a user can sign in with the plugin alone. The last way to sign in cannot be removed.
   *
   * @default false
   */
  readonly hasSignInMethod?:
    | ((ctx: PluginContext, user: User & { readonly id: string }) => Awaitable<boolean>)
    | undefined
  /**
   * Returns the id of the user who has a verified email address beside the one of the adapter, or null. Called for an address that no user of the
   * adapter has.
   *
   * @param email the normalized address
   */
  readonly findEmailOwner?: ((records: RecordStore, email: string) => Awaitable<string | null>) | undefined
  /** The credentials that the plugin manages, for a page of staff. */
  readonly credentials?: readonly CredentialControl[] | undefined
  /**
   * Renders a banner at the top of every built-in page, as markup of the `html` tag. It is called for each page, so return null before you read
   * anything but a cookie.
   */
  readonly renderBanner?: ((ctx: PluginContext) => Awaitable<{ toString(): string } | null>) | undefined
  /** The types of the events of the plugin: see `emitEvent`. */
  readonly eventTypes?: readonly string[] | undefined
  /** Returns the methods of a signed-in user that the step-up page offers. Not called if no user is signed in. */
  readonly listStepUpMethods?:
    | ((ctx: PluginContext, user: PluginSession['user']) => Awaitable<readonly StepUpMethod[]>)
    | undefined
  /**
   * Called after a sign-in issued its session, with every method, also after a second factor. It can set cookies and send emails. A failure is
   * logged, because the user is signed in.
   */
  readonly afterSignIn?: ((ctx: PluginContext, signIn: CompletedSignIn) => Awaitable<void>) | undefined
  /** Events that the plugin listens to. */
  readonly events?: Optional<EventCallbacks> | undefined
  /**
   * Called for each event but `session`, also for those of other plugins, with a context of the request, and before the event
   * callbacks. A failure is logged, because the event has happened.
   */
  readonly onEvent?: ((ctx: PluginContext, event: PluginHostEvent) => Awaitable<void>) | undefined
  /** Functions that run around requests, calls of stores and requests to providers. Nothing is wrapped if no plugin has any. */
  readonly instruments?: PluginInstruments | undefined
  /**
   * The kinds of records that are deleted when all sessions of a user end, by the id of the user: what lets a browser in later, such as a remembered
   * browser.
   */
  readonly recordsOfSessions?: readonly string[] | undefined
  /** Whether the plugin ends sessions of users. Then `revocation` has the default `{ maxStale: 5 }`. */
  readonly endsSessions?: boolean | undefined
  /**
   * Whether an administrator who acts as a user can call the operations and actions of the plugin with the method POST. Set it only if none of them changes how users
   * sign in, or is for the user alone.
   *
   * @default false
   */
  readonly allowsActor?: boolean | undefined
  /** Whether the plugin lets administrators act as users, with `startImpersonation`. Then each session is read with who acts. */
  readonly impersonatesUsers?: boolean | undefined
  /**
   * Deletes the ways to sign in that a user has who did not prove the email address: their owner can be another person. Called when a sign-in proves
   * the address of a stored user for the first time, before `emailVerified` is set.
   *
   * @returns whether there was one. All sessions of the user end then
   */
  readonly deleteUnprovenMethods?: ((ctx: PluginContext, userId: string) => Awaitable<boolean>) | undefined
  /** The kinds of records that are deleted when a user is deleted, by the id of the user. */
  readonly recordsOfUsers?: readonly string[] | undefined
  /** The functions for server code: `createAuth(config).api.<id>.<name>(head, …)`. The first parameter is the context. */
  readonly api?: Api | undefined
  /** Returns the error of a configuration that the plugin cannot work with. Called once. */
  findConfigError?: ((config: PluginHostConfig) => AuthError | undefined) | undefined
  /**
   * Returns a warning about a valid configuration, with the option to set. Called once, with the resolved providers. Logged with the code
   * `plugin-config`.
   */
  findConfigWarning?: ((config: PluginHostConfig) => string | undefined) | undefined
}

/** What a user who signs up has. The email address is not verified. */
export interface NewUserProfile extends Readonly<Record<string, unknown>> {
  readonly email: string
}

/** The method with which a user signs up. */
export interface NewPluginMethod {
  /** What the user passed, as values of RFC 8176 section 2. */
  readonly methods: readonly string[]
  /** Stores the method of the new user, before the session is issued. If it throws, the user is deleted again. */
  storeMethod(userId: string): Promise<unknown>
}

/** The request of a plugin's action. `Input` has the names of its fields. */
export interface PluginRequest<Input extends object = Record<string, unknown>> {
  readonly method: HttpMethod
  readonly url: URL
  /** The last value of a repeated parameter. */
  readonly query: { readonly [Name in keyof Input]?: string }
  /** The fields of a form or of a JSON object. */
  readonly body: { readonly [Name in keyof Input]?: unknown }
  readonly head: RequestHead
}

/** The cookies of a plugin. Names get a prefix with the id of the plugin. The cookies are `HttpOnly`. */
export interface PluginCookies {
  get(name: string): string | undefined
  set(name: string, value: string, options: { readonly maxAge: number } & CookieAttributes): void
  clear(name: string): void
}

/** A secret in a record: the record, and the location in its value. */
export interface RecordSecret {
  readonly kind: string
  readonly id: string
  /** A JSON Pointer of RFC 6901, such as `/secret`. */
  readonly field: string
}

/** An attempt of a user to pass a method of a plugin. */
export interface PluginAttempt {
  /** Each method has counts of its own, so that one that is throttled does not bar another. */
  readonly method: string
  /** The id of the user, or what the visitor calls the account. It counts also if there is no such account. */
  readonly userId: string | AccountName
  /** What the attempt belongs to, if that has a limit of its own. A success ends its count. */
  readonly group?: AttemptGroup | undefined
}

/** How a user can use a passkey on a page of a plugin. */
export interface PasskeyMethod {
  /** The URL that returns the options for the browser. */
  readonly optionsUrl: string
}

/** What a plugin can use: the request, the stores, and the sign-in that waits or the session that exists. */
export interface PluginContext<Input extends object = Record<string, unknown>> {
  readonly request: PluginRequest<Input>
  /** The public scheme, host and port. */
  readonly origin: string
  /** The name of the app, for texts: `theme.name`, or the public host. */
  readonly appName: string
  /** `origin` and the base path. */
  readonly authUrl: string
  /** The URL of the plugin's actions, without a trailing slash. */
  readonly pluginUrl: string
  /** Where a sign-in ends, as the `redirect` callback returned it. */
  readonly callbackUrl: string
  /** The token for the field `csrfToken` of forms. Null if the check is off, and in calls from server code. */
  readonly csrfToken: string | null
  readonly adapter: WrappedAdapter | null
  readonly records: RecordStore | null
  readonly logger: Logger
  readonly cookies: PluginCookies
  /**
   * Returns the IP address of the client, IPv6 in the form of RFC 5952. Null if it is unknown, or if clients share it, such as that of a proxy that
   * `trustedProxies` does not count.
   */
  findClientAddress(): string | null
  /** Runs a task after the response, with `waitUntil` of the configuration. Without it, waits for the task. A failure is logged. */
  runAfterResponse(task: () => Promise<void>): Promise<void>
  /** Returns the texts of the plugin in the language of the request. */
  getTexts<Texts extends object>(): Promise<Texts>
  /** Returns the session of the request with its user, or null. */
  getSession(): Promise<PluginSession | null>
  /**
   * Returns the sign-in of this browser that a policy interrupted, or null.
   *
   * @param id names the sign-in. @default the parameter `pending` of the URL or of the form
   * @param kind also reads the record of this kind whose id is that of the user, in the same statement if the record store can
   */
  getPendingSignIn(id?: string, kind?: string): Promise<PendingSignIn | null>
  /**
   * Continues an interrupted sign-in with the methods that the user passed since. The `signIn` callback and all policies run again.
   *
   * @returns the URL to redirect to: of the next interruption, or of the page that the sign-in was meant for
   * @throws InvalidCheck if the sign-in was completed or continued by another request
   */
  resumeSignIn(pending: PendingSignIn, methods: readonly string[]): Promise<string>
  /**
   * Ends the sign-ins of a user that wait in any browser, for instance after a change of what the user signs in with. Without a record store, they
   * end after ten minutes.
   *
   * @param except continues
   */
  endPendingSignIns(userId: string, except?: PendingSignIn): Promise<void>
  /**
   * Raises the session of the request: it continues under a new id with the methods that the user passed.
   *
   * @returns false if no user is signed in
   */
  raiseSession(methods: readonly string[]): Promise<boolean>
  /**
   * Replaces the name, the email address and the image in the session of the request, after a change of the user. With the JWT strategy, the session
   * has a copy of them.
   */
  updateSessionUser(user: User): Promise<void>
  /**
   * Returns the URL of the page on which the signed-in user meets a requirement, or signs in. Null if the session meets it.
   *
   * @param returnUrl where the user continues afterwards. @default `callbackUrl`
   */
  findStepUpUrl(requirement: AssuranceRequirement, returnUrl?: string): Promise<string | null>
  /**
   * Decides whether the signed-in user may add a way to sign in, such as a second factor or a password, or make another change of `type`. It needs a sign-in in the last 15
   * minutes, and what other plugins require. Call it when the user starts, and again before anything is stored.
   *
   * @param returnUrl where the user continues afterwards. @default `callbackUrl`
   * @returns null if they may; else the URL of the page on which they confirm who they are, or sign in
   * @throws AuthError if a plugin refuses it
   */
  authorizeNewMethod(type: NewMethodType, returnUrl?: string): Promise<string | null>
  /**
   * Signs a stored user in whom the plugin verified. The `signIn` callback and all policies run. The account has the id of the plugin as
   * `provider`, and the id of the user as `providerAccountId`.
   *
   * @param methods what the user passed, as values of RFC 8176 section 2
   * @returns the URL to redirect to
   */
  signInUser(user: User & { id: string }, methods: readonly string[]): Promise<string>
  /**
   * Signs in the owner of an email address that the plugin verified, or creates the user. It is a proof of the mailbox, as a magic link is: an address
   * that another user only claimed is released. The `signIn` callback and all policies run.
   *
   * @param methods how the user proved it. @default `['email']`
   * @param profile what a user who is created has beside the address
   * @returns the URL to redirect to
   */
  signInByEmail(
    email: string,
    methods?: readonly string[],
    profile?: Readonly<Record<string, unknown>>,
  ): Promise<string>
  /**
   * Creates a user whose email address is not verified, and signs them in. The `signIn` callback decides before the user is created, and all policies
   * after it. Delete the method in `deleteUnprovenMethods`: the owner of the address can be another person.
   *
   * @returns the URL to redirect to, or null if a user has the address
   */
  signUpUser(profile: NewUserProfile, method: NewPluginMethod): Promise<string | null>
  /**
   * Returns the stored user who has an email address, as a magic link finds them: a lookalike of the address is another one, and a user who only
   * claimed the address does not have it.
   */
  findUserByEmail(email: string): Promise<AdapterUser | null>
  /** Stores that a user proved the email address, as a magic link does. At the first proof, `deleteUnprovenMethods` of all plugins is called. */
  verifyEmail(userId: string): Promise<void>
  /**
   * Ends the sessions of a user, their pending sign-ins and what `recordsOfSessions` names. Needs `endsSessions` of the plugin.
   *
   * @param options `isCurrentKept` keeps the session of this request, if it is one of the user. @default false
   */
  endSessions(userId: string, options?: { readonly isCurrentKept?: boolean }): Promise<void>
  /** Lists the sessions of a user, the current one first. Needs `endsSessions` of the plugin. */
  listSessions(userId: string): Promise<readonly ListedSession[]>
  /** Ends one session of a user. Needs `endsSessions` of the plugin. @returns false if the user has no such session */
  endSession(userId: string, sessionId: string): Promise<boolean>
  /**
   * Starts a session in which the signed-in administrator acts as a user, without the policies of sign-ins. Decide first whether they may. Needs
   * `impersonatesUsers` and `endsSessions` of the plugin.
   *
   * - `session.act` has the id of the administrator, and the session no methods. It ends after `maxAge` seconds, and with the session of the administrator.
   * - Ways to sign in cannot be added or changed in it, and data cannot be exported or deleted.
   *
   * @throws ImpersonationActive if the session is itself an impersonation
   * @throws AccessDenied if the administrator is not signed in, or is the user
   */
  startImpersonation(user: AdapterUser, options: { readonly maxAge: number }): Promise<void>
  /** Stops the impersonation of the browser, also one that expired, and restores the session of the administrator. @returns null if there is none */
  endImpersonation(): Promise<EndedImpersonation | null>
  /** Returns the impersonation that the browser started, also one that expired. Null if there is none. */
  readImpersonation(): Promise<{ readonly administratorId: string; readonly userId: string } | null>
  /** Returns whether a user has a credential that plugins manage. Null if no plugin does. */
  hasCredential(userId: string, type: CredentialControl['type']): Promise<boolean | null>
  /** Resets a credential of a user: see {@link CredentialControl.reset}. @returns false if the user has none. Null if no plugin manages it */
  resetCredential(userId: string, type: CredentialControl['type']): Promise<boolean | null>
  /** Returns the URL of the page on which the signed-in user sets up a credential. Null if no plugin has one. */
  findCredentialPage(type: CredentialControl['type']): string | null
  /** The maximum age of an answer that a session policy has in memory, in seconds: `revocation.maxStale`. 0 without `revocation`. */
  readonly maxStale: number
  /** Lists the configured providers, in order. */
  listProviders(): readonly PluginProvider[]
  /** Returns whether a user can sign in with one of the plugins alone. */
  hasPluginSignInMethod(user: User & { readonly id: string }): Promise<boolean>
  /** Returns what Latchkey and its plugins store about a user. */
  exportUserData(userId: string): Promise<UserData>
  /**
   * Deletes a user: plugins delete their data, the sessions end, and the adapter deletes the user.
   *
   * @throws AuthError that names the plugins that could not delete their data; the user then stays
   */
  deleteUser(userId: string): Promise<void>
  /** Renders the sections of all plugins for the signed-in user. Empty if no user is signed in. */
  renderAccountSections(): Promise<readonly AccountPageSection[]>
  /**
   * Returns where a redirect to a URL leads, by the rule of callback URLs: `callbacks.redirect` decides about it, except for pages below the base path
   * and URLs that this context returned. Latchkey applies it to `redirect` of a response and to `url` of an operation.
   *
   * @returns `callbackUrl` if it is not a URL to redirect to, such as `javascript:`
   */
  resolveRedirect(url: string): Promise<string>
  /**
   * Counts a request for an email, under the limits of sign-in emails: by address and by client. Call it before you look the address up.
   *
   * @param maxAge how long what is sent can be used, in seconds. Null if only the requesting browser can use it, or if it ends what was sent before
   * @returns whether to send it, or one that still works was sent a short time before
   * @throws TooManyRequests
   */
  throttleEmail(email: string, maxAge: number | null): Promise<EmailDecision>
  /** Renders an email as text and as HTML, in the design of the sign-in email. */
  composeEmail(content: EmailContent): Promise<Omit<EmailMessage, 'to'>>
  /**
   * Sends an email with `sendEmail` of the configuration.
   *
   * @throws InvalidConfig if the configuration has no `sendEmail`
   */
  sendEmail(email: EmailMessage): Promise<void>
  /**
   * Creates the link of a plugin with which a user signs out everywhere, for a notice of a change that another person may have made. Null if no plugin
   * has one.
   */
  createSecurityLink(userId: string): Promise<EmailContentLink | null>
  /** Notifies a user of a change by email. Users without an address, and apps without `sendEmail`, get none. A failure is logged. */
  notifyUser(user: User, email: Omit<EmailMessage, 'to'>): Promise<void>
  /**
   * Calls `events.pluginEvent` of the app, and `onEvent` of the plugins.
   *
   * @param type one of the `eventTypes` of the plugin
   * @param data what happened, without secrets: `userId` whom it is about, `actorId` who did it if it is not the signed-in user, and of a failure
   *   `outcome: 'failure'` and its `reason`
   * @throws InvalidConfig if the plugin does not declare the type
   */
  emitEvent(type: string, data: { readonly userId: string | null } & JsonObject): Promise<void>
  /**
   * Verifies a proof of a user, unless there were too many failed attempts. A `verify` that throws is a failed attempt. If the configuration has no
   * `throttling`, only the `group` of the attempt has a limit.
   *
   * @throws TooManyRequests
   * @throws AdapterError if the attempts of a `group` cannot be counted
   */
  throttle<T>(attempt: PluginAttempt, verify: () => Promise<T>): Promise<T>
  /** Returns how the user can use one of their passkeys, or null if they have none or no provider has passkeys. */
  findPasskeyMethod(user: User & { id: string }): Promise<PasskeyMethod | null>
  /**
   * Verifies a passkey of a user, with the options of {@link PasskeyMethod}. It does not sign the user in.
   *
   * @param credential the JSON of the credential, as the browser returned it
   * @returns the methods that the user passed with it
   * @throws AuthError if it is not valid, or belongs to another user
   */
  verifyPasskey(userId: string, credential: string): Promise<readonly string[]>
  /** Seals a secret for a record with the key ring `encryptionKeys`. `npx latchkey reseal` seals it again with the newest key. */
  sealSecret(place: RecordSecret, text: string): Promise<string>
  /**
   * Unseals a text of {@link PluginContext.sealSecret}.
   *
   * @throws UnknownEncryptionKey if its key is not in the key ring
   * @throws InvalidSealedValue if it was modified, or sealed for another record or field
   */
  unsealSecret(place: RecordSecret, sealed: string): Promise<string>
  /** Encrypts text for a cookie or a URL. Only the same plugin with the same purpose can decrypt it, until `maxAge` seconds have passed. */
  seal(purpose: string, claims: JsonObject, maxAge: number): Promise<string>
  /** Decrypts the text of {@link PluginContext.seal}. Null if it is not valid. */
  unseal(purpose: string, text: string): Promise<Readonly<Record<string, unknown>> | null>
}

/** A session without its user. */
export interface EventSession extends CurrentSession {
  /** Names the session in records of plugins. No other session has it, and it reveals nothing. It changes with the id of the session. */
  readonly key: string
  /** Returns whether the session meets a requirement. */
  meets(requirement: AssuranceRequirement): boolean
}

/** A session with its user. */
export interface PluginSession extends EventSession {
  readonly user: AdapterUser | (User & { id: string })
}

/** What a plugin receives in `onEvent`. */
export type PluginHostEvent = RaisedEvent & {
  /**
   * Returns the session as the response leaves it: that of a sign-in is the new one. It reads no user. Null if no user is signed in, and after a
   * sign-out.
   */
  getSession(): Promise<EventSession | null>
  /** Returns the `key` of the session that the event is about, also of the one that a sign-out ended. Null if there is none. */
  getSessionKey(): Promise<string | null>
}

/** The result of a server function: its data, and the cookies to set. */
export interface ApiResult<Data> {
  readonly data: Data
  readonly cookies: readonly SetCookie[]
}

type CamelCase<Text extends string> = Text extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Text

/** A function of a plugin as server code calls it. */
type BoundFunction<Source> = Source extends (ctx: PluginContext, ...params: infer Params) => infer Result
  ? (head: RequestHead, ...params: Params) => Promise<ApiResult<Awaited<Result>>>
  : never

type BoundApi<Api> = { readonly [Name in keyof Api]: BoundFunction<Api[Name]> }

/** The server functions of the plugins of a configuration, by the id of the plugin in camel case. */
export type InferApi<Config> = Config extends { plugins: readonly (infer Used)[] }
  ? {
      readonly [P in Extract<Used, Plugin> as CamelCase<P['id']>]: P extends Plugin<string, infer Api>
        ? BoundApi<Api>
        : never
    }
  : object
