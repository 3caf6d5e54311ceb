import { consumeAuthjsCeremony } from '../../checks/authjs-challenge-cookie.js'
import {
  type Ceremony,
  consumeCeremony,
  consumeChallenge,
  digestUserId,
} from '../../checks/webauthn-ceremony.js'
import { AuthError, InvalidCheck, WebAuthnVerificationError } from '../../errors.js'
import { createEvidence } from '../../sessions/evidence.js'
import { throttle } from '../../throttling/throttle.js'
import type { AdapterAuthenticator } from '../../types/adapter.js'
import type { Context } from '../../types/context.js'
import type { Evidence } from '../../types/evidence.js'
import type { Identity } from '../../types/identity.js'
import type { ResolvedWebAuthnProvider } from '../../types/resolved-provider.js'
import type { ThrottledAttempt } from '../../types/throttling.js'
import type { User } from '../../types/user.js'
import type { CeremonyResponse } from '../../types/webauthn.js'
import { getUserHandle, parseSubmission, runVerification } from './ceremony-response.js'
import { convertBase64urlToBase64, toAuthenticator, toVerifierCredential } from './credential.js'
import { buildHookArguments, requirePasskeyAdapter } from './hook-arguments.js'
import { assertFromRelyingParty, listOrigins } from './relying-party-page.js'
import { createUnknownAuthenticator, createUnknownCredentialError } from './unknown-credential.js'
import { assertSameDeviceType, updateAuthenticatorState } from './update-authenticator-state.js'
import { deriveUserHandle, resolveUserHandle, saveUserHandle } from './user-handle.js'

/** Verifies the response of a ceremony under the limits of its client, and returns the identity of the passkey. */
export async function verifyCallback(ctx: Context, provider: ResolvedWebAuthnProvider): Promise<Identity> {
  return await throttle(ctx, attempt, () => verifyCeremony(ctx, provider))
}

/** The request for the options named the account and was counted, not the passkey. */
const attempt: ThrottledAttempt<Identity> = {
  method: 'passkey',
  getAccounts: () => [],
  // The name of a user is free text, which can be that of another account.
  listCountedAccounts: ({ user }) => (user.email ? [{ kind: 'email', value: user.email }] : []),
  hasReserve: true,
}

/** Verifies the response of an authenticator: of a registration or of an authentication. */
async function verifyCeremony(ctx: Context, provider: ResolvedWebAuthnProvider): Promise<Identity> {
  await assertFromRelyingParty(ctx, provider)
  const { action, response, challenge } = parseSubmission(ctx.request)
  const ceremony = await consumeOwnCeremony(ctx, provider.id, challenge)
  if (ceremony.action !== action)
    throw new AuthError(
      `Provider "${provider.id}": the ceremony was started to ${ceremony.action}, not to ${action}.`,
    )
  const unverifiedCeremony = { provider, ceremony, response }
  return action === 'register'
    ? await verifyRegistration(ctx, unverifiedCeremony)
    : await verifyAuthentication(ctx, unverifiedCeremony)
}

/** Returns the ceremony that this browser started, with Latchkey or with Auth.js before the migration. */
async function consumeOwnCeremony(ctx: Context, provider: string, challenge: string): Promise<Ceremony> {
  const ceremony =
    (await consumeCeremony(ctx, provider, challenge)) ??
    (await consumeAuthjsCeremony(ctx, provider, challenge))
  if (ceremony) return ceremony
  throw new InvalidCheck(
    `Provider "${provider}": the cookie of the passkey ceremony is missing, expired (15 minutes), or of another ceremony.`,
  )
}

interface UnverifiedCeremony {
  readonly provider: ResolvedWebAuthnProvider
  readonly ceremony: Ceremony
  readonly response: CeremonyResponse
}

async function verifyAuthentication(ctx: Context, unverifiedCeremony: UnverifiedCeremony): Promise<Identity> {
  const { provider, ceremony, response } = unverifiedCeremony
  const adapter = requirePasskeyAdapter(ctx)
  const authenticator = await adapter.getAuthenticator(convertBase64urlToBase64(response.id))
  if (!authenticator) return await rejectUnknownCredential(ctx, unverifiedCeremony)
  await assertAllowedCredential(authenticator, unverifiedCeremony)

  const authenticationInfo = await verifySignature(ctx, unverifiedCeremony, authenticator)
  assertSameDeviceType(authenticator, authenticationInfo)
  await consumeChallenge(adapter, ceremony)
  await updateAuthenticatorState(ctx, authenticator, authenticationInfo)

  const account = await adapter.getAccount(authenticator.providerAccountId, provider.id)
  const user = account && (await adapter.getUser(account.userId))
  if (!user)
    throw new AuthError(`Provider "${provider.id}": the passkey has no account, or the account has no user.`)
  const isBackedUp = authenticationInfo.credentialBackedUp ?? authenticator.credentialBackedUp
  return {
    ...createPasskeyIdentity(provider, user, authenticator.providerAccountId),
    evidence: createPasskeyEvidence(provider, { ...authenticationInfo, credentialBackedUp: isBackedUp }),
  }
}

async function verifySignature(
  ctx: Context,
  unverifiedCeremony: UnverifiedCeremony,
  authenticator: AdapterAuthenticator,
) {
  const { provider } = unverifiedCeremony
  const expected = await buildVerificationOptions(ctx, unverifiedCeremony)
  const { authenticationInfo } = await runVerification(() =>
    provider.simpleWebAuthn.verifyAuthenticationResponse({
      ...provider.verifyAuthenticationOptions,
      ...expected,
      credential: toVerifierCredential(authenticator),
    }),
  )
  return authenticationInfo
}

/** @throws WebAuthnVerificationError always, after the time of a verification */
async function rejectUnknownCredential(ctx: Context, unverifiedCeremony: UnverifiedCeremony): Promise<never> {
  const { provider, response } = unverifiedCeremony
  const unknown = createUnknownAuthenticator(response)
  const error = await createUnknownCredentialError(ctx, provider, response)
  await verifySignature(ctx, unverifiedCeremony, unknown).catch(() => {})
  throw error
}

/**
 * Asserts that the passkey is one of those that the options listed, and that its user handle matches. WebAuthn level 3 section 7.2, steps 5
 * and 6. The user handle is known only if the adapter stores it.
 */
async function assertAllowedCredential(
  authenticator: AdapterAuthenticator,
  { provider, ceremony, response }: UnverifiedCeremony,
): Promise<void> {
  if (
    ceremony.expectedUserDigest !== null &&
    ceremony.expectedUserDigest !== (await digestUserId(authenticator.userId))
  )
    throw new WebAuthnVerificationError(
      `Provider "${provider.id}": the passkey is not one of those that the options listed.`,
    )
  const storedHandle: unknown = Reflect.get(authenticator, 'userHandle')
  const responseHandle = getUserHandle(response)
  if (typeof storedHandle === 'string' && responseHandle !== null && storedHandle !== responseHandle)
    throw new WebAuthnVerificationError(
      `Provider "${provider.id}": the user handle of the passkey belongs to another user.`,
    )
}

async function verifyRegistration(ctx: Context, unverifiedCeremony: UnverifiedCeremony): Promise<Identity> {
  const { provider, ceremony } = unverifiedCeremony
  const adapter = requirePasskeyAdapter(ctx)
  const currentUser = await ctx.services.sessionStrategy.getCurrentUser(ctx)
  if ((currentUser?.user.id ?? null) !== ceremony.initialUserId)
    throw new AuthError(
      `Provider "${provider.id}": another user is signed in than when the registration started.`,
    )
  const user = currentUser?.user ?? ceremony.newUser
  if (!user) throw new AuthError(`Provider "${provider.id}": the ceremony has no user to register.`)

  const expected = await buildVerificationOptions(ctx, unverifiedCeremony)
  const { registrationInfo } = await runVerification(() =>
    provider.simpleWebAuthn.verifyRegistrationResponse({
      ...provider.verifyRegistrationOptions,
      ...(ceremony.isConditional && conditionalRequirements),
      ...expected,
    }),
  )
  if (!registrationInfo)
    throw new WebAuthnVerificationError(`Provider "${provider.id}": the passkey was not verified.`)
  const passkey = toAuthenticator(registrationInfo)
  if (await adapter.getAuthenticator(passkey.credentialID))
    throw new WebAuthnVerificationError(`Provider "${provider.id}": this passkey is already registered.`)
  await consumeChallenge(adapter, ceremony)
  const identity = createPasskeyIdentity(provider, user, passkey.providerAccountId)
  const userHandle = await (currentUser
    ? resolveUserHandle(ctx, identity.user.id)
    : deriveUserHandle(identity.user.id, ctx.settings.secrets))
  // A visitor can type any address. A signed-in user keeps the stored one.
  const emailVerified = currentUser || provider.dangerouslyTrustTypedEmail ? undefined : false
  const evidence = ceremony.isConditional ? [] : createPasskeyEvidence(provider, registrationInfo)
  return {
    ...identity,
    evidence,
    emailVerified,
    newPasskey: passkey,
    saveUserHandle: userId => saveUserHandle(ctx.settings, userId, userHandle),
  }
}

/** The browser creates the passkey without a gesture of the user: Web Authentication level 3 section 7.1, step 14. */
const conditionalRequirements = { requireUserPresence: false, requireUserVerification: false }

/** A passkey with user verification is two factors: RFC 8176 section 2, NIST SP 800-63B section 3.1.7. */
function createPasskeyEvidence(
  { id }: ResolvedWebAuthnProvider,
  { userVerified, credentialBackedUp }: { userVerified?: boolean | undefined; credentialBackedUp: boolean },
): readonly Evidence[] {
  const methods = [credentialBackedUp ? 'swk' : 'hwk', ...(userVerified ? ['user', 'mfa'] : [])]
  return createEvidence(id, methods)
}

async function buildVerificationOptions(ctx: Context, { provider, ceremony, response }: UnverifiedCeremony) {
  const relyingParty = await provider.getRelayingParty(...buildHookArguments(ctx, provider))
  return {
    expectedChallenge: ceremony.challenge,
    expectedOrigin: typeof relyingParty.origin === 'string' ? relyingParty.origin : listOrigins(relyingParty),
    expectedRPID: relyingParty.id,
    response,
  }
}

function createPasskeyIdentity(
  { id }: ResolvedWebAuthnProvider,
  user: User,
  providerAccountId: string,
): Omit<Identity, 'evidence'> {
  return {
    user: { ...user, id: user.id ?? crypto.randomUUID() },
    account: { provider: id, type: 'webauthn', providerAccountId },
    emailVerified: undefined,
    allowEmailLinking: false,
    getAccountTokens: () => ({}),
    callbackUrl: null,
  }
}
