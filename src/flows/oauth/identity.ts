/**
 * Maps the profile of a user to an identity.
 *
 * @module
 */

import { hashSha256Hex } from '#crypto'
import { describeInvalidId, toIdText } from '../../base/parse.js'
import { toError } from '../../base/to-error.js'
import { isSingleEmail, toLowerCaseEmail } from '../../email/address.js'
import { OAuthProfileParseError } from '../../errors.js'
import { createEvidence } from '../../sessions/evidence.js'
import type { Account, TokenSet } from '../../types/account.js'
import type { Settings } from '../../types/context.js'
import type { Identity } from '../../types/identity.js'
import type { ResolvedOAuthProvider } from '../../types/resolved-provider.js'
import type { Profile, User } from '../../types/user.js'

/** What the provider returned for a code. */
export interface TokensAndProfile {
  readonly tokens: TokenSet
  readonly profile: Profile
  /** The claims of the verified ID token. Null for OAuth. */
  readonly claims: Profile | null
}

/** Maps a profile to an identity. See docs/reference/contract.md#profile. */
export async function createOAuthIdentity(
  settings: Settings,
  provider: ResolvedOAuthProvider,
  { profile, tokens, claims }: TokensAndProfile,
): Promise<Omit<Identity, 'callbackUrl'>> {
  const user = await mapProfile(provider, profile, tokens)
  const providerAccountId = requireStableId(provider, user)
  return {
    user: {
      ...user,
      id: await resolveUserId(settings, provider.id, providerAccountId),
      email: normalizeProfileEmail(provider, user.email),
    },
    account: { ...tokens, provider: provider.id, type: provider.type, providerAccountId },
    profile,
    ...createFederatedEvidence(provider, claims ?? {}),
    emailVerified: parseBooleanClaim(
      provider.isEmailVerified ? provider.isEmailVerified(profile) : profile.email_verified,
    ),
    allowEmailLinking: provider.allowDangerousEmailAccountLinking,
    getAccountTokens: () => (provider.account ? provider.account(tokens) : pickStoredTokens(tokens)),
  }
}

const trueClaims: ReadonlySet<unknown> = new Set([true, 'true', 1, '1'])

/** Parses a boolean claim. Some providers send text or a number. Any other value counts as false. */
function parseBooleanClaim(claim: unknown): boolean | undefined {
  return claim === undefined || claim === null ? undefined : trueClaims.has(claim)
}

const storedTokenFields = [
  'access_token',
  'id_token',
  'refresh_token',
  'expires_at',
  'scope',
  'token_type',
  'session_state',
] as const

function pickStoredTokens(tokens: TokenSet): Partial<Account> {
  return Object.fromEntries(
    storedTokenFields.filter(key => tokens[key] !== undefined).map(key => [key, tokens[key]]),
  )
}

/**
 * Returns the email in lower case. A user with this email may exist, so an email that lower case turns into that of another person is
 * rejected. So is one that programs read in two ways: as the address before or after a second `@` or a separator. Some providers send
 * `false` or an empty text for no email.
 */
function normalizeProfileEmail(
  { id: provider }: ResolvedOAuthProvider,
  email: unknown,
): string | null | undefined {
  if (!email) return email === undefined ? undefined : null
  const lowerCased = toLowerCaseProfileEmail(email)
  if (typeof lowerCased === 'string') return lowerCased
  throw new OAuthProfileParseError(
    `\`profile()\` of provider "${provider}" returned an \`email\` that is not valid: ${lowerCased.reason}.`,
  )
}

function toLowerCaseProfileEmail(email: unknown): ReturnType<typeof toLowerCaseEmail> {
  if (typeof email !== 'string') return { reason: 'it is not a string' }
  if (!isSingleEmail(email)) return { reason: 'it has a second "@", a separator or a control character' }
  return toLowerCaseEmail(email)
}

async function mapProfile(
  provider: ResolvedOAuthProvider,
  profile: Profile,
  tokens: TokenSet,
): Promise<User> {
  try {
    return provider.profile ? await provider.profile(profile, tokens) : mapDefaultProfile(profile)
  } catch (error) {
    throw new OAuthProfileParseError(toError(error), {
      provider: provider.id,
    })
  }
}

/** Maps the standard claims to a user. See docs/reference/contract.md#profile. */
function mapDefaultProfile({ sub, id, name, nickname, preferred_username, email, picture }: Profile): User {
  const accountId = sub ?? id
  return {
    id: accountId ?? undefined,
    name: name ?? nickname ?? preferred_username,
    email,
    image: typeof picture === 'string' ? picture : undefined,
  }
}

/** The results of `String(…)` for a missing id. An account with such an id would be shared by all users. */
const invalidIds: ReadonlySet<string> = new Set(['undefined', 'null', 'NaN', '[object Object]'])

/** The maximum length of an account id in characters, OpenID Connect Core section 2. */
const maxIdLength = 255

/**
 * Requires a stable id. Without it, each sign-in would create another user. Ids are compared exactly (OpenID Connect Core section 2), so
 * one that databases could change or confuse with another is rejected.
 */
function requireStableId({ id: provider }: ResolvedOAuthProvider, { id }: User): string {
  const value: unknown = id ?? ''
  const accountId = toIdText(value) ?? ''
  if (accountId === '' && value !== '')
    throw new OAuthProfileParseError(
      `\`profile()\` of provider "${provider}" returned an \`id\` that is not an id: ${describeInvalidId(value)}.`,
    )
  if (accountId.trim() === '' || invalidIds.has(accountId))
    throw new OAuthProfileParseError(
      `\`profile()\` of provider "${provider}" returned no \`id\`. Map the stable id of the user.`,
    )
  if (accountId.length <= maxIdLength && !hasUnsafeCharacters(accountId)) return accountId
  throw new OAuthProfileParseError(
    `\`profile()\` of provider "${provider}" returned an \`id\` with blanks at its edges, with control characters, or of more than ` +
      `${maxIdLength} characters: ${JSON.stringify(accountId.slice(0, 100))}.`,
  )
}

/** Checks for blanks at the edges, and for control characters, line separators and unpaired surrogates anywhere. */
function hasUnsafeCharacters(accountId: string): boolean {
  return accountId.trim() !== accountId || /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u.test(accountId)
}

/** Returns the id of the user in the profile. With an adapter, the stored user has another id. */
export async function resolveUserId(
  settings: Settings,
  provider: string,
  providerAccountId: string,
): Promise<string> {
  return settings.userId === 'account' && !settings.adapter
    ? providerAccountId
    : await deriveUserId(settings, provider, providerAccountId)
}

/** Derives a user id, so that a user has the same id at each sign-in without an adapter. Formatted as a UUID (RFC 9562 section 5.8). */
async function deriveUserId(
  { tenant }: Settings,
  provider: string,
  providerAccountId: string,
): Promise<string> {
  const parts = [provider, providerAccountId, ...(tenant === undefined ? [] : [tenant])]
  const hex = await hashSha256Hex(JSON.stringify(parts))
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-8$4-$5')
}

/**
 * Creates the evidence of a sign-in at another identity provider: one factor, and what the trusted claims of the ID token say. OpenID
 * Connect Core section 2.
 *
 * @param claims the claims of the verified ID token; empty for OAuth
 */
function createFederatedEvidence(
  { id, trustedAssurance }: ResolvedOAuthProvider,
  { acr, amr, auth_time: authTime }: Profile,
): Pick<Identity, 'evidence' | 'isPossiblySilent'> {
  const now = Math.floor(Date.now() / 1000)
  const isMultiFactor = typeof acr === 'string' && trustedAssurance.acr?.includes(acr)
  const methods: unknown[] = Array.isArray(amr) ? amr : []
  const trustedMethods = trustedAssurance.amr?.filter(method => methods.includes(method)) ?? []
  const names = new Set(['fed', ...(isMultiFactor ? ['mfa'] : []), ...trustedMethods])
  const isTimed = typeof authTime === 'number'
  return {
    evidence: createEvidence(id, [...names], isTimed ? Math.min(authTime, now) : now),
    ...(!isTimed && { isPossiblySilent: true }),
  }
}
