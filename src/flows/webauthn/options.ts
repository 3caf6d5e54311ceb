import * as seam from '#crypto'
import { ownerDigest, rememberCeremony } from '../../checks/ceremony.js'
import { isSameSite } from '../../checks/same-site.js'
import { json } from '../../http/result.js'
import { normalAddress } from '../../mail/address.js'
import type { Context } from '../../types/context.js'
import type { Visitor } from '../../types/identity.js'
import type { PasskeyProvider } from '../../types/resolved-provider.js'
import type { User } from '../../types/user.js'
import type { RelayingParty, WebAuthnUserInfo } from '../../types/webauthn.js'
import type { Result } from '../../types/wire.js'
import { described } from './credential.js'
import { amongDecoys } from './decoy.js'
import { hookArguments, passkeyStore } from './hook.js'

/** Begins a ceremony. Spec: behaviour section 12.2; a registration is only begun by who asks for one. */
export async function ceremonyOptions(ctx: Context, provider: PasskeyProvider): Promise<Result> {
  const { action } = ctx.call.query
  if (action !== undefined && action !== 'authenticate' && action !== 'register')
    return json({ error: 'Invalid action' }, 400)
  if (!isSameSite(ctx)) return invalid()
  const hook = hookArguments(ctx, provider)
  const visitor = await ctx.settings.sessions.read(ctx)
  if (visitor && action === undefined) return invalid()
  const party = await provider.getRelayingParty(...hook)
  const info = visitor ? null : await provider.getUserInfo(...hook)
  const asked = { provider, party, visitor, info }
  return action === 'register' ? register(ctx, asked) : authenticate(ctx, asked)
}

function invalid(): Result {
  return json({ error: 'Invalid request' }, 400)
}

/** Who asks for options. */
interface Asked {
  readonly provider: PasskeyProvider
  readonly party: RelayingParty
  readonly visitor: Visitor | null
  /** Whom a visitor who is not signed in names. */
  readonly info: WebAuthnUserInfo | null
}

async function authenticate(ctx: Context, { provider, party, visitor, info }: Asked): Promise<Result> {
  const allowed = visitor ? await passkeysOf(ctx, visitor.user.id) : await namedPasskeys(ctx, info)
  const options = await provider.simpleWebAuthn.generateAuthenticationOptions({
    ...provider.authenticationOptions,
    rpID: party.id,
    ...(allowed && { allowCredentials: allowed }),
  })
  await rememberCeremony(ctx, {
    provider: provider.id,
    action: 'authenticate',
    challenge: options.challenge,
    visitor: visitor?.user.id ?? null,
    owner: info ? await ownerDigest(info.exists ? info.user.id : '') : null,
    newcomer: null,
  })
  return json({ action: 'authenticate', options })
}

/** The passkeys of somebody who was named, among such as could be theirs. */
async function namedPasskeys(ctx: Context, info: WebAuthnUserInfo | null) {
  if (!info) return null
  const address = nameOf(ctx, info) ?? ''
  return amongDecoys(await ownPasskeys(ctx, info, address), address, ctx.settings.secrets)
}

async function ownPasskeys(ctx: Context, info: WebAuthnUserInfo, address: string) {
  if (info.exists) return passkeysOf(ctx, info.user.id)
  // Takes the time that the list takes for a known address.
  await passkeyStore(ctx).getUserByEmail(address)
  return []
}

async function passkeysOf(ctx: Context, userId: string) {
  const passkeys = await passkeyStore(ctx).listAuthenticatorsByUserId(userId)
  return passkeys.map(described)
}

/** Characters of what is known about a newcomer; it travels in a cookie. */
const longestNewcomer = 1000

async function register(ctx: Context, { provider, party, visitor, info }: Asked): Promise<Result> {
  const newcomer = info && newcomerOf(ctx, info)
  const user = visitor?.user ?? newcomer?.shown
  if (!user || JSON.stringify(newcomer).length > longestNewcomer) return invalid()
  const userName = user.email || user.name || party.name
  const options = await provider.simpleWebAuthn.generateRegistrationOptions({
    ...provider.registrationOptions,
    rpID: party.id,
    rpName: party.name,
    userID: new Uint8Array(seam.randomBytes(32)),
    userName,
    userDisplayName: user.name || userName,
    excludeCredentials: visitor ? await passkeysOf(ctx, visitor.user.id) : [],
  })
  await rememberCeremony(ctx, {
    provider: provider.id,
    action: 'register',
    challenge: options.challenge,
    visitor: visitor?.user.id ?? null,
    owner: null,
    newcomer: newcomer?.kept ?? null,
  })
  return json({ action: 'register', options })
}

interface Newcomer {
  /** Of a user who exists nothing may show: the answer is the one that a newcomer gets. */
  readonly shown: User
  /** Who exists is called as they are stored: so it is noticed, at the end, that they exist. */
  readonly kept: User
}

function newcomerOf(ctx: Context, info: WebAuthnUserInfo): Newcomer | null {
  const email = nameOf(ctx, info)
  if (email === null) return null
  if (info.exists) return { shown: { email }, kept: { email: info.user.email || email } }
  const draft = { ...info.user, email }
  return { shown: draft, kept: draft }
}

/** The address in its one form; an app may call people by what is no address. */
function nameOf({ call }: Context, { user, exists }: WebAuthnUserInfo): string | null {
  const email: unknown = exists ? (call.query.email ?? user.email) : user.email
  if (typeof email !== 'string' || email === '') return null
  const normal = normalAddress(email)
  return typeof normal === 'string' ? normal : email
}
