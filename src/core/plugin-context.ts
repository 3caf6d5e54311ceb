import { hashSha256Hex } from '#crypto'
import { finiteRule, idRule, type OptionRules, userIdRule } from '../base/option-fault.js'
import { parseUrl } from '../base/parse.js'
import { toError } from '../base/to-error.js'
import { assertOptions, requireUserId } from '../config/assert-options.js'
import { encodeToken, openSealedClaims } from '../crypto/jwt.js'
import { getRecordSealContext, type SealContext, sealValue, unsealValue } from '../crypto/sealed-value.js'
import { normalizeEmail } from '../email/address.js'
import { AuthError, EmailSignInError, InvalidConfig, OAuthAccountNotLinked } from '../errors.js'
import { runAfterResponse } from '../http/after-response.js'
import { findClientAddress } from '../http/client-address.js'
import { appendQuery, getAppName, isCallbackUrl } from '../http/url.js'
import { assertRequirement } from '../sessions/assurance-requirement.js'
import { createEvidence, isSufficient, mergeEvidence } from '../sessions/evidence.js'
import { listSessionCookieCandidates } from '../sessions/session-cookie.js'
import { newMethodGuard } from '../sign-in/authorize-new-method.js'
import { completeSignIn } from '../sign-in/complete-sign-in.js'
import { readPendingSignIn, resumePendingSignIn } from '../sign-in/pending-sign-in.js'
import { endPendingSignIns } from '../sign-in/pending-sign-in-store.js'
import { throttle, throttleEmailRequest } from '../throttling/throttle.js'
import type { AdapterUser } from '../types/adapter.js'
import type { Context, Settings } from '../types/context.js'
import type { Identity } from '../types/identity.js'
import type {
  EventSession,
  NewMethod,
  NewPluginMethod,
  NewUserProfile,
  Plugin,
  PluginAttempt,
  PluginContext,
  PluginCookies,
  PluginSession,
  RecordSecret,
} from '../types/plugin.js'
import type { AccountName, AttemptGroup } from '../types/throttling.js'
import type { User } from '../types/user.js'
import { findUserByEmail } from '../users/account-linking.js'
import { markEmailVerified } from '../users/resolve-user.js'
import { findUnverifiedEmailEvidence } from '../users/unverified-email.js'
import { emitPluginEvent } from './emit-plugin-event.js'
import { composeEmail, notifyUser, sendPluginEmail } from './plugin-email.js'
import { findPasskeyMethod, verifyPasskey } from './plugin-passkey.js'
import { createStaffFunctions } from './plugin-staff.js'
import { resolvePluginTexts } from './plugin-texts.js'
import { createUserFunctions } from './plugin-users.js'

const attemptRules: OptionRules<PluginAttempt> = {
  method: idRule,
  userId: {
    expected: 'the id of a user, or an object with `kind` and `value`',
    isRequired: true,
    isValid: value => userIdRule.isValid(value) || isAccountName(value),
  },
  group: {
    expected: 'an object with an `id`, a whole `limit` and a `window` in seconds',
    isValid: value => value === undefined || isAttemptGroup(value),
  },
}
function isAccountName(value: unknown): value is AccountName {
  const { kind, value: name } = Object(value) as Partial<Record<keyof AccountName, unknown>>
  return typeof kind === 'string' && typeof name === 'string'
}

function toAttemptAccount({ userId }: PluginAttempt): AccountName | string {
  return isAccountName(userId) ? userId : requireUserId(userId, 'throttle')
}

/** A limit that is not a number would not limit anything. */
function isAttemptGroup(value: unknown): boolean {
  const { id, limit, window } = Object(value) as Partial<Record<keyof AttemptGroup, unknown>>
  const isPositive = Number.isInteger(limit) && Number(limit) > 0
  return typeof id === 'string' && id !== '' && isPositive && Number.isFinite(window) && Number(window) > 0
}

/** Without `maxAge`, the text would be valid for 30 days. */
const sealRules: OptionRules<{ maxAge: number }> = { maxAge: { ...finiteRule, isRequired: true } }

/** Builds what a plugin sees of a request. */
export function buildPluginContext(ctx: Context, plugin: Plugin): PluginContext {
  const { settings, request, origin, authUrl } = ctx
  const { id } = plugin
  return {
    request: toPluginRequest(ctx),
    origin,
    appName: getAppName(settings.theme, origin),
    authUrl,
    pluginUrl: `${authUrl}/${id}`,
    callbackUrl: ctx.callbackUrl,
    csrfToken: ctx.csrf?.token ?? null,
    adapter: settings.adapter,
    records: settings.records,
    logger: settings.logger,
    findClientAddress: () => findClientAddress(ctx),
    runAfterResponse: task => runAfterResponse(settings, task),
    cookies: createPluginCookies(ctx, id),
    getTexts: () => resolvePluginTexts(ctx.services, request, plugin),
    getSession: () => getPluginSession(ctx),
    getPendingSignIn: async (pendingId: unknown = request.body.pending ?? request.query.pending, kind) => {
      return typeof pendingId === 'string' ? await readPendingSignIn(ctx, pendingId, kind) : null
    },
    endPendingSignIns: (userId, except) => endPendingSignIns(settings, userId, except ?? null),
    raiseSession: methods => raiseSession(ctx, id, methods),
    ...createUserFunctions(ctx, id),
    ...createStaffFunctions(ctx, plugin),
    ...createSignInFunctions(ctx, id),
    findUserByEmail: email => findEmailOwner(settings, email),
    verifyEmail: userId => verifyEmail(ctx, userId),
    throttleEmail: async (email, maxAge) => throttleEmailRequest(ctx, { email, maxAge }),
    composeEmail: content => composeEmail(ctx, content),
    sendEmail: message => sendPluginEmail(ctx, plugin, message),
    notifyUser: (user, message) => notifyUser(ctx, user, message),
    emitEvent: (type, data) => emitPluginEvent(ctx, plugin, { type, data }),
    async throttle(attempt, verify) {
      assertOptions(attempt, attemptRules, 'throttle')
      const { group } = attempt
      const account = toAttemptAccount(attempt)
      const method = `${id}.${attempt.method}`
      return await throttle(ctx, { method, group, getAccounts: () => [account] }, verify)
    },
    findPasskeyMethod: async user =>
      findPasskeyMethod(ctx, { id: requireUserId(user.id, 'findPasskeyMethod'), email: user.email }),
    verifyPasskey: async (userId, credential) =>
      verifyPasskey(ctx, requireUserId(userId, 'verifyPasskey'), credential),
    sealSecret: (place, text) => sealValue(text, settings.encryptionKeys, toSealContext(settings, place)),
    unsealSecret: (place, sealed) =>
      unsealValue(sealed, settings.encryptionKeys, toSealContext(settings, place)),
    async seal(purpose, claims, maxAge) {
      assertOptions({ maxAge }, sealRules, 'seal')
      return await encodeToken({
        token: claims,
        secret: settings.secrets,
        salt: getSealSalt(id, purpose),
        maxAge,
      })
    },
    unseal: async (purpose, text) => await openSealedClaims(text, settings.secrets, getSealSalt(id, purpose)),
  }
}

type SignInFunctions = Pick<
  PluginContext,
  'resumeSignIn' | 'authorizeNewMethod' | 'signInUser' | 'signInByEmail' | 'signUpUser' | 'resolveRedirect'
>

/** A plugin may redirect to the URLs that these functions return. */
function createSignInFunctions(ctx: Context, id: string): SignInFunctions {
  const approvedUrls = new Set([ctx.callbackUrl])
  const approve = async <Url extends string | null>(result: Promise<Url>): Promise<Url> => {
    const url = await result
    if (url !== null) approvedUrls.add(url)
    return url
  }
  const signIn = <Url extends string | null>(result: Promise<Url>): Promise<Url> =>
    approve(reportSignInFailure(ctx, id, result))
  return {
    resumeSignIn: (pending, methods) =>
      signIn(resumePendingSignIn(ctx, pending, createEvidence(id, methods))),
    authorizeNewMethod: (type, returnUrl = ctx.callbackUrl) =>
      approve(findConfirmationUrl({ ...ctx, callbackUrl: returnUrl }, { provider: id, type })),
    signInUser: (user, methods) => signIn(signInUser(ctx, id, { user, methods })),
    signInByEmail: (email, methods = ['email'], profile = {}) =>
      signIn(signInByEmail(ctx, id, { email, methods, profile })),
    signUpUser: (profile, method) => signIn(signUpUser(ctx, id, { profile, method })),
    resolveRedirect: async url => (approvedUrls.has(url) ? url : await resolvePluginRedirect(ctx, url)),
  }
}

/** A sign-in by a plugin that is denied or fails raises the same event as one by a provider. */
async function reportSignInFailure<Result>(
  ctx: Context,
  id: string,
  result: Promise<Result>,
): Promise<Result> {
  try {
    return await result
  } catch (failure) {
    const error = failure instanceof AuthError ? failure : new AuthError(toError(failure))
    await ctx.settings.emit('signInFailure', { error, provider: id }, ctx)
    throw failure
  }
}

/** Pages below the base path are those of Latchkey and its plugins. For all others, the rule of callback URLs applies. */
async function resolvePluginRedirect(ctx: Context, url: string): Promise<string> {
  const { settings, origin, authUrl, callbackUrl } = ctx
  if (parseUrl(url)?.href.startsWith(`${authUrl}/`)) return url
  if (isCallbackUrl(url, origin)) return await settings.callbacks.redirect({ url, baseUrl: origin })
  settings.logger.debug('redirect of a plugin ignored', { action: ctx.request.action })
  return callbackUrl
}

function toSealContext({ tenant }: Settings, place: RecordSecret): SealContext {
  return { ...getRecordSealContext(place, place.field), tenant }
}

/** No session and no cookie of Latchkey has such a salt. */
function getSealSalt(id: string, purpose: string): string {
  return `latchkey.plugin.${id}.${purpose}`
}

function toPluginRequest({ request }: Context): PluginContext['request'] {
  const { method, url, query, body, head } = request
  return { method, url, query, body, head }
}

/** The prefix and the attributes are those of the cookies of Latchkey, so that an app configures them once. */
function createPluginCookies({ jar, cookieOptions }: Context, id: string): PluginCookies {
  const { options } = cookieOptions.lastProvider
  const prefix = options.secure ? '__Secure-' : ''
  const getName = (name: string) => `${prefix}authjs.${id}.${name}`
  return {
    get: name => jar.get(getName(name)),
    set: (name, value, attributes) => jar.set(getName(name), value, { ...options, ...attributes }),
    clear: name => jar.clear(getName(name), options),
  }
}

async function getPluginSession(ctx: Context): Promise<PluginSession | null> {
  const { adapter } = ctx.settings
  const session = await getEventSession(ctx)
  if (!session) return null
  const { userId } = session
  const user = adapter ? await adapter.getUser(userId) : { id: userId }
  return user && { ...session, user }
}

/** Returns the session without its user. With the JWT strategy, the user can be one that the adapter does not know. */
export async function getEventSession(ctx: Context): Promise<EventSession | null> {
  const current = await ctx.services.sessionStrategy.getCurrentSession(ctx)
  if (!current) return null
  return {
    ...current,
    key: current.id ?? (await hashSessionCookie(ctx)),
    meets(requirement) {
      assertRequirement(requirement, 'meets')
      return isSufficient(current.methods, requirement)
    },
  }
}

/** Returns where the user confirms who they are before they add a method, or null. */
async function findConfirmationUrl(ctx: Context, method: NewMethod): Promise<string | null> {
  const session = await getPluginSession(ctx)
  if (!session) return appendQuery(`${ctx.authUrl}/signin`, { callbackUrl: ctx.callbackUrl })
  return (await newMethodGuard.authorizeNewMethod(ctx, { user: session.user }, method))?.url ?? null
}

/** Without `revocation`, a session has no id beside its cookie. */
export async function hashSessionCookie({ jar, cookieOptions }: Context): Promise<string> {
  return hashSha256Hex(listSessionCookieCandidates(jar, cookieOptions.sessionToken.name).join(' '))
}

async function raiseSession(ctx: Context, id: string, methods: readonly string[]): Promise<boolean> {
  const { sessionStrategy } = ctx.services
  const current = await sessionStrategy.getCurrentSession(ctx)
  if (!current) return false
  const merged = mergeEvidence(current.methods, createEvidence(id, methods))
  return await sessionStrategy.raise(ctx, { methods: merged, signedInAt: current.signedInAt })
}

/** A user who only claimed the address is not its owner: a password of theirs must open no account of the owner, and no reset of the owner theirs. */
async function findEmailOwner(settings: Settings, email: string): Promise<AdapterUser | null> {
  const user = settings.adapter ? await findUserByEmail(settings.adapter, email) : null
  // The same statements for every address, so that the time does not tell which ones have an account.
  const claim = { ...(user ?? { id: crypto.randomUUID(), email }), emailVerified: null }
  const evidence = await findUnverifiedEmailEvidence(settings, claim)
  return user && (user.emailVerified || evidence === 'none') ? user : null
}

async function verifyEmail(ctx: Context, userId: string): Promise<void> {
  const { adapter } = ctx.settings
  const user = await adapter?.getUser(requireUserId(userId, 'verifyEmail'))
  if (adapter && user) await markEmailVerified(ctx, adapter, user)
}

/** Signs in as a credentials provider does, whose `authorize` verified the user. */
function signInUser(
  ctx: Context,
  id: string,
  { user, methods }: { readonly user: User & { id: string }; readonly methods: readonly string[] },
): Promise<string> {
  const userId = requireUserId(user.id, 'signInUser')
  const identity: Identity = {
    user: user.id === userId ? user : { ...user, id: userId },
    account: { provider: id, type: 'credentials', providerAccountId: userId },
    evidence: createEvidence(id, methods),
    emailVerified: undefined,
    allowEmailLinking: false,
    getAccountTokens: () => ({}),
    callbackUrl: null,
  }
  return completeSignIn(ctx, identity)
}

interface NewPluginUser {
  readonly profile: NewUserProfile
  readonly method: NewPluginMethod
}

/** Signs in as a credentials provider does, and creates the user before. */
async function signUpUser(
  ctx: Context,
  id: string,
  { profile, method: { methods, storeMethod } }: NewPluginUser,
): Promise<string | null> {
  const userId = crypto.randomUUID()
  try {
    return await completeSignIn(ctx, {
      user: { ...profile, id: userId },
      account: { provider: id, type: 'credentials', providerAccountId: userId },
      signUp: { storeMethod },
      evidence: createEvidence(id, methods),
      emailVerified: undefined,
      allowEmailLinking: false,
      getAccountTokens: () => ({}),
      callbackUrl: null,
    })
  } catch (error) {
    if (error instanceof OAuthAccountNotLinked) return null
    throw error
  }
}

interface VerifiedEmail {
  readonly email: string
  readonly methods: readonly string[]
  readonly profile: Readonly<Record<string, unknown>>
}

/** Signs in as the flow of magic links does, so that the same rules link or create the user. */
async function signInByEmail(
  ctx: Context,
  id: string,
  { email, methods, profile }: VerifiedEmail,
): Promise<string> {
  if (!ctx.settings.adapter)
    throw new InvalidConfig(`The plugin "${id}" signs users in by email, which needs an \`adapter\`.`)
  const identifier = normalizeEmail(email)
  if (typeof identifier !== 'string')
    throw new EmailSignInError(`The email address is not valid: ${identifier.reason}.`)
  return await completeSignIn(ctx, {
    user: { ...profile, id: crypto.randomUUID(), email: identifier },
    account: { provider: id, type: 'email', providerAccountId: identifier },
    evidence: createEvidence(id, methods),
    emailVerified: true,
    allowEmailLinking: false,
    getAccountTokens: () => ({}),
    callbackUrl: null,
  })
}
