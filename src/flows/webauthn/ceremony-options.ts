import { describeInvalidId, toIdText } from '../../base/parse.js'
import { digestUserId, saveCeremony } from '../../checks/webauthn-ceremony.js'
import { getRuntimeEnvironment, isDevelopment } from '../../config/environment.js'
import { normalizeEmail } from '../../email/address.js'
import { InvalidConfig } from '../../errors.js'
import { createJsonResult } from '../../http/messages.js'
import type { Context } from '../../types/context.js'
import type { CurrentUser } from '../../types/identity.js'
import type { ActionResult } from '../../types/request.js'
import type { ResolvedWebAuthnProvider } from '../../types/resolved-provider.js'
import type { User } from '../../types/user.js'
import type { RelayingParty, WebAuthnUserInfo } from '../../types/webauthn.js'
import { toCredentialReference } from './credential.js'
import { fillWithDecoys } from './decoy-credentials.js'
import { buildHookArguments, requirePasskeyAdapter } from './hook-arguments.js'
import { assertDomain, warnOfHost } from './page-host.js'
import { warnOfRelatedOrigins } from './related-origins.js'
import { isFromRelyingParty } from './relying-party-page.js'
import { createSignalOptions } from './signal-options.js'
import { deriveUserHandle, resolveUserHandle, toUserHandleBytes } from './user-handle.js'
import { createUserNames } from './user-names.js'

/** Creates the options of a ceremony. See docs/reference/contract.md#ceremony-options. A registration starts only on request. */
export async function createCeremonyOptions(
  ctx: Context,
  provider: ResolvedWebAuthnProvider,
): Promise<ActionResult> {
  const { action } = ctx.request.query
  if (!isOptionsAction(action)) return createJsonResult({ error: 'Invalid action' }, 400)
  if (!(await isFromRelyingParty(ctx, provider)))
    return rejectRequest(ctx, 'The origin of the page is not one of `relayingParty.origin`.')
  if (action === 'signal') return await createSignalOptions(ctx, provider)
  const hookArgs = buildHookArguments(ctx, provider)
  const currentUser = await ctx.services.sessionStrategy.getCurrentUser(ctx)
  if (currentUser && action === undefined)
    return rejectRequest(ctx, 'A user is signed in, and the request has no `action`.')
  const isConditional = isConditionalRequest(ctx)
  if (isConditional && !canCreateConditionally(ctx, provider, currentUser))
    return rejectRequest(
      ctx,
      'A passkey without a gesture needs `enableConditionalCreate` and a signed-in user.',
    )
  const guard = currentUser && action === 'register' ? await ctx.services.loadNewMethodGuard?.() : null
  const refusal = currentUser && (await guard?.respondBeforeNewPasskey(ctx, currentUser, provider))
  if (refusal) return refusal
  const relyingParty = await provider.getRelayingParty(...hookArgs)
  assertDomain(provider, relyingParty)
  warnOfRelatedOrigins(ctx, provider, relyingParty)
  if (isDevelopment(getRuntimeEnvironment())) warnOfHost(ctx, provider, relyingParty)
  const userInfo = currentUser ? null : withTextId(await provider.getUserInfo(...hookArgs))
  const optionsRequest = { provider, relyingParty, currentUser, userInfo, isConditional }
  return action === 'register'
    ? await createRegistrationOptions(ctx, optionsRequest)
    : await createAuthenticationOptions(ctx, optionsRequest)
}

/** The mediation of Credential Management level 1 section 2.3.2, as scripts pass it to `navigator.credentials.create`. */
function isConditionalRequest({ request }: Context): boolean {
  return request.query.mediation === 'conditional'
}

/** Only a signed-in user gets a passkey without a gesture: it is never an authentication. */
function canCreateConditionally(
  { request }: Context,
  { enableConditionalCreate }: ResolvedWebAuthnProvider,
  currentUser: CurrentUser | null,
): boolean {
  return enableConditionalCreate === true && currentUser !== null && request.query.action === 'register'
}

function isOptionsAction(action: string | undefined): boolean {
  return action === undefined || action === 'authenticate' || action === 'register' || action === 'signal'
}

/** An app's own `getUserInfo` may return the id as its database has it. */
function withTextId(userInfo: WebAuthnUserInfo | null): WebAuthnUserInfo | null {
  if (!userInfo?.exists) return userInfo
  const { user } = userInfo
  const id = toIdText(user.id)
  if (id === user.id) return userInfo
  if (id !== null) return { exists: true, user: { ...user, id } }
  throw new InvalidConfig(
    `\`getUserInfo\` returned a user whose \`id\` is not an id: ${describeInvalidId(user.id)}.`,
  )
}

/** Browsers get no reason: it could tell who has an account. */
function rejectRequest({ request, settings }: Context, reason: string): ActionResult {
  settings.logger.debug('passkey options rejected', { action: request.query.action, reason })
  return createJsonResult({ error: 'Invalid request' }, 400)
}

/** The request for options. */
interface OptionsRequest {
  readonly provider: ResolvedWebAuthnProvider
  readonly relyingParty: RelayingParty
  readonly currentUser: CurrentUser | null
  /** The user that a signed-out visitor names. */
  readonly userInfo: WebAuthnUserInfo | null
  readonly isConditional: boolean
}

async function createAuthenticationOptions(
  ctx: Context,
  { provider, relyingParty, currentUser, userInfo }: OptionsRequest,
): Promise<ActionResult> {
  const allowedCredentials = currentUser
    ? await listPasskeysByUserId(ctx, currentUser.user.id)
    : await listPasskeysAmongDecoys(ctx, userInfo)
  const options = await provider.simpleWebAuthn.generateAuthenticationOptions({
    ...provider.authenticationOptions,
    rpID: relyingParty.id,
    ...(allowedCredentials && { allowCredentials: allowedCredentials }),
  })
  await saveCeremony(ctx, {
    provider: provider.id,
    action: 'authenticate',
    challenge: options.challenge,
    initialUserId: currentUser?.user.id ?? null,
    expectedUserDigest: userInfo ? await digestUserId(userInfo.exists ? userInfo.user.id : '') : null,
    newUser: null,
  })
  return createJsonResult({ action: 'authenticate', options })
}

/** Returns the passkeys of the named user among decoys. Any other user seems to have as many. */
async function listPasskeysAmongDecoys(ctx: Context, userInfo: WebAuthnUserInfo | null) {
  if (!userInfo) return null
  const email = resolveEmail(ctx, userInfo) ?? ''
  return await fillWithDecoys(await listRealPasskeys(ctx, userInfo, email), email, ctx.settings.secrets)
}

async function listRealPasskeys(ctx: Context, userInfo: WebAuthnUserInfo, email: string) {
  if (userInfo.exists) return await listPasskeysByUserId(ctx, userInfo.user.id)
  // Takes the same time as for a known email.
  await requirePasskeyAdapter(ctx).getUserByEmail(email)
  return []
}

async function listPasskeysByUserId(ctx: Context, userId: string) {
  const passkeys = await requirePasskeyAdapter(ctx).listAuthenticatorsByUserId(userId)
  return passkeys.map(toCredentialReference)
}

/** The maximum size of a new user's data in characters: it is stored in a cookie. */
const maxNewUserLength = 1000

async function createRegistrationOptions(
  ctx: Context,
  { provider, relyingParty, currentUser, userInfo, isConditional }: OptionsRequest,
): Promise<ActionResult> {
  const newUser = userInfo && createNewUserDraft(ctx, userInfo)
  const user = currentUser?.user ?? newUser?.shownDraft
  if (!user)
    return rejectRequest(
      ctx,
      'No user is signed in, and `getUserInfo` returned no new user, such as without an `email`.',
    )
  if (JSON.stringify(newUser).length > maxNewUserLength)
    return rejectRequest(ctx, `The new user has more than ${maxNewUserLength} characters of JSON.`)
  // A new user has this id from the start, so that the user handle can depend on it.
  const userId = currentUser?.user.id ?? crypto.randomUUID()
  const userHandle = await (currentUser
    ? resolveUserHandle(ctx, userId)
    : deriveUserHandle(userId, ctx.settings.secrets))
  const names = createUserNames(user, relyingParty)
  const options = await provider.simpleWebAuthn.generateRegistrationOptions({
    ...provider.registrationOptions,
    ...(isConditional && { authenticatorSelection: conditionalSelection }),
    rpID: relyingParty.id,
    rpName: relyingParty.name,
    userID: toUserHandleBytes(userHandle),
    userName: names.name,
    userDisplayName: names.displayName,
    excludeCredentials: currentUser ? await listPasskeysByUserId(ctx, currentUser.user.id) : [],
  })
  await saveCeremony(ctx, {
    provider: provider.id,
    action: 'register',
    ...(isConditional && { isConditional }),
    challenge: options.challenge,
    initialUserId: currentUser?.user.id ?? null,
    expectedUserDigest: null,
    newUser: newUser ? { ...newUser.storedDraft, id: userId } : null,
  })
  return createJsonResult({ action: 'register', ...(isConditional && { mediation: 'conditional' }), options })
}

/** Without a gesture, the authenticator cannot verify the user. */
const conditionalSelection = { residentKey: 'required', userVerification: 'preferred' } as const

interface NewUserDraft {
  /** Nothing may reveal that a user exists: the response is the same as for a new user. */
  readonly shownDraft: User
  /** An existing user keeps the stored data, so that the registration is rejected at the end. */
  readonly storedDraft: User
}

function createNewUserDraft(ctx: Context, userInfo: WebAuthnUserInfo): NewUserDraft | null {
  const email = resolveEmail(ctx, userInfo)
  if (email === null) return null
  if (userInfo.exists) return { shownDraft: { email }, storedDraft: { email: userInfo.user.email || email } }
  const draft = { ...userInfo.user, email }
  return { shownDraft: draft, storedDraft: draft }
}

/** Normalizes the email address. An app may use other identifiers, which stay as they are. */
function resolveEmail({ request }: Context, { user, exists }: WebAuthnUserInfo): string | null {
  const email: unknown = exists ? (request.query.email ?? user.email) : user.email
  if (typeof email !== 'string' || email === '') return null
  const normalized = normalizeEmail(email)
  return typeof normalized === 'string' ? normalized : email
}
