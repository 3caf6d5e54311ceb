import { toError } from '../../base/to-error.js'
import { hashSha256Hex } from '../../crypto/hex.js'
import { OAuthProfileParseError } from '../../errors.js'
import type { TokenSet } from '../../types/account.js'
import type { Identity } from '../../types/identity.js'
import type { OAuthProvider } from '../../types/resolved-provider.js'
import type { Profile, User } from '../../types/user.js'

/** What the provider gave, as an identity. Spec: behaviour section 8.6, design decisions 5, 12 and 15. */
export async function createOAuthIdentity(
  provider: OAuthProvider,
  profile: Profile,
  tokens: TokenSet,
): Promise<Omit<Identity, 'callbackUrl'>> {
  const user = await mapProfile(provider, profile, tokens)
  const providerAccountId = requireStableId(provider, user)
  return {
    user: {
      ...user,
      id: await deriveUserId(provider.id, providerAccountId),
      email: user.email?.toLowerCase() ?? user.email,
    },
    account: { ...tokens, provider: provider.id, type: provider.type, providerAccountId },
    profile,
    emailUnverified: provider.emailVerified(profile) === false,
    allowEmailLinking: provider.allowDangerousEmailAccountLinking,
    getAccountTokens: () => provider.account(tokens),
  }
}

async function mapProfile(provider: OAuthProvider, profile: Profile, tokens: TokenSet): Promise<User> {
  try {
    return await provider.profile(profile, tokens)
  } catch (error) {
    throw new OAuthProfileParseError(toError(error), {
      provider: provider.id,
    })
  }
}

/** What `String(…)` makes of an id that is not there: an account that every stranger would share. */
const invalidIds: ReadonlySet<string> = new Set(['undefined', 'null', 'NaN', '[object Object]'])

/** Without an id of the provider's own, each sign-in would be another person. */
function requireStableId({ id: provider }: OAuthProvider, { id }: User): string {
  const accountId = String(id ?? '').trim()
  if (accountId && !invalidIds.has(accountId)) return accountId
  throw new OAuthProfileParseError(
    `\`profile()\` of provider "${provider}" gave no \`id\`: map the person's stable id.`,
  )
}

/** The same person keeps the same id, also where nothing is stored; shaped as a UUID (RFC 9562 section 5.8). */
export async function deriveUserId(provider: string, providerAccountId: string): Promise<string> {
  const hex = await hashSha256Hex(JSON.stringify([provider, providerAccountId]))
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-8$4-$5')
}
