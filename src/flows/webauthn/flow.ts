import { type Ceremony, ownerDigest, takeCeremony, useChallenge } from '../../checks/ceremony.js'
import { takeLegacyCeremony } from '../../checks/legacy-ceremony.js'
import { isSameSite } from '../../checks/same-site.js'
import { AuthError, InvalidCheck, MissingCSRF, WebAuthnVerificationError } from '../../errors.js'
import { redirect } from '../../http/result.js'
import type { AdapterAuthenticator } from '../../types/adapter.js'
import type { Context, Flow } from '../../types/context.js'
import type { Identity } from '../../types/identity.js'
import type { PasskeyProvider } from '../../types/resolved-provider.js'
import type { User } from '../../types/user.js'
import type { CeremonyResponse } from '../../types/webauthn.js'
import { readAnswer, userHandleIn, verified } from './answer.js'
import { credentialOf, storable, toBase64 } from './credential.js'
import { hookArguments, passkeyStore } from './hook.js'
import { ceremonyOptions } from './options.js'

/** A key of the visitor's device. Spec: behaviour section 12. */
export const webauthnFlow: Flow<PasskeyProvider> = {
  returnsBy: ['POST'],
  // What protects it is the cookie of the ceremony, which no other site can make.
  returnsByOwnForm: false,
  needs: [
    'createUser',
    'getUser',
    'getUserByAccount',
    'getUserByEmail',
    'linkAccount',
    'getAccount',
    'getAuthenticator',
    'createAuthenticator',
    'listAuthenticatorsByUserId',
    'updateAuthenticatorCounter',
  ],

  /** There is no way to send anybody: the form is on the sign-in page. */
  start: async ({ base }) => redirect(`${base}/signin`),

  options: ceremonyOptions,

  async finish(ctx, provider) {
    if (!isSameSite(ctx)) throw new MissingCSRF('The form was sent from another site. See `trustedOrigins`.')
    const { action, response, challenge } = readAnswer(ctx.call)
    const ceremony = await begun(ctx, provider.id, challenge)
    if (ceremony.action !== action)
      throw new AuthError(`The ceremony was begun to ${ceremony.action}, not to ${action}.`)
    const finished = { provider, ceremony, response }
    return action === 'register' ? registered(ctx, finished) : authenticated(ctx, finished)
  },
}

/** The ceremony that the answer is for, begun in this browser: here, or under the reference before the app moved in. */
async function begun(ctx: Context, provider: string, challenge: string): Promise<Ceremony> {
  const ceremony =
    (await takeCeremony(ctx, provider, challenge)) ?? (await takeLegacyCeremony(ctx, provider, challenge))
  if (ceremony) return ceremony
  throw new InvalidCheck(
    'The cookie of the passkey ceremony is missing, over 15 minutes old, or not its own.',
  )
}

interface Finished {
  readonly provider: PasskeyProvider
  readonly ceremony: Ceremony
  readonly response: CeremonyResponse
}

async function authenticated(ctx: Context, finished: Finished): Promise<Identity> {
  const { provider, ceremony, response } = finished
  const store = passkeyStore(ctx)
  const stored = await store.getAuthenticator(toBase64(response.id))
  if (!stored) throw new AuthError('Nobody here has this passkey.')
  await assertAskedFor(stored, finished)

  const expected = await expectation(ctx, finished)
  const { authenticationInfo } = await verified(() =>
    provider.simpleWebAuthn.verifyAuthenticationResponse({
      ...provider.verifyAuthenticationOptions,
      ...expected,
      credential: credentialOf(stored),
    }),
  )
  await useChallenge(store, ceremony)
  await store.updateAuthenticatorCounter(stored.credentialID, authenticationInfo.newCounter)

  const account = await store.getAccount(stored.providerAccountId, provider.id)
  const user = account && (await store.getUser(account.userId))
  if (!user) throw new AuthError('The passkey belongs to no account, or to nobody.')
  return identity(provider, user, stored.providerAccountId)
}

/**
 * WebAuthn level 3, section 7.2, steps 5 and 6: when passkeys were named, it is one of them; and it is whose it says.
 * Which handle it has for its owner is known only where an adapter keeps it.
 */
async function assertAskedFor(stored: AdapterAuthenticator, { ceremony, response }: Finished): Promise<void> {
  if (ceremony.owner !== null && ceremony.owner !== (await ownerDigest(stored.userId)))
    throw new WebAuthnVerificationError('The passkey is not one of those that were asked for.')
  const known: unknown = Reflect.get(stored, 'userHandle')
  const told = userHandleIn(response)
  if (typeof known === 'string' && told !== null && known !== told)
    throw new WebAuthnVerificationError('The passkey says that it is of another user.')
}

async function registered(ctx: Context, finished: Finished): Promise<Identity> {
  const { provider, ceremony } = finished
  const store = passkeyStore(ctx)
  const visitor = await ctx.settings.sessions.read(ctx)
  if ((visitor?.user.id ?? null) !== ceremony.visitor)
    throw new AuthError('Somebody else is signed in than when the registration was begun.')
  const user = visitor?.user ?? ceremony.newcomer
  if (!user) throw new AuthError('The ceremony does not say who registers.')

  const expected = await expectation(ctx, finished)
  const { registrationInfo } = await verified(() =>
    provider.simpleWebAuthn.verifyRegistrationResponse({
      ...provider.verifyRegistrationOptions,
      ...expected,
    }),
  )
  if (!registrationInfo) throw new WebAuthnVerificationError('The passkey was not verified.')
  const passkey = storable(registrationInfo)
  if (await store.getAuthenticator(passkey.credentialID))
    throw new WebAuthnVerificationError('This passkey is registered already.')
  await useChallenge(store, ceremony)
  return { ...identity(provider, user, passkey.providerAccountId), passkey }
}

async function expectation(ctx: Context, { provider, ceremony, response }: Finished) {
  const party = await provider.getRelayingParty(...hookArguments(ctx, provider))
  return {
    expectedChallenge: ceremony.challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    response,
  }
}

function identity({ id }: PasskeyProvider, user: User, providerAccountId: string): Identity {
  return {
    user: { ...user, id: user.id ?? crypto.randomUUID() },
    account: { provider: id, type: 'webauthn', providerAccountId },
    addressUnproven: false,
    mayJoinByAddress: false,
    keptTokens: () => ({}),
    callbackUrl: null,
  }
}
