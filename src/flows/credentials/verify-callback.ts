import { createLoader } from '../../base/cache.js'
import { describeInvalidId, toIdText } from '../../base/parse.js'
import { CallbackRouteError, CredentialsSignin } from '../../errors.js'
import { rebuildRequest } from '../../http/rebuild-request.js'
import { createEvidence } from '../../sessions/evidence.js'
import { showThrownMessage } from '../../sign-in/thrown-message.js'
import { throttle } from '../../throttling/throttle.js'
import type { Context } from '../../types/context.js'
import type { Identity } from '../../types/identity.js'
import type { CredentialsConfig } from '../../types/provider.js'
import type { ThrottledAttempt } from '../../types/throttling.js'
import type { User } from '../../types/user.js'

/** Verifies the submitted credentials with `authorize`. */
export async function verifyCallback(ctx: Context, provider: CredentialsConfig): Promise<Identity> {
  const { stepUp: _, ...credentials } = ctx.request.body
  const attempt = createAttempt(ctx, provider, credentials)
  const user = await throttle(ctx, attempt, () => runAuthorize(ctx, provider, credentials))
  const id = readUserId(user)
  return {
    user: { ...user, id },
    account: { provider: provider.id, type: 'credentials', providerAccountId: id },
    credentials,
    evidence: createEvidence(provider.id, provider.amr ?? []),
    emailVerified: undefined,
    allowEmailLinking: false,
    getAccountTokens: () => ({}),
    callbackUrl: null,
  }
}

async function runAuthorize(
  ctx: Context,
  provider: CredentialsConfig,
  credentials: Record<string, unknown>,
): Promise<User> {
  const user = await showThrownMessage(ctx, { format: 'message', status: 401 }, async () =>
    provider.authorize(credentials, rebuildRequest(ctx.request)),
  )
  if (!user) throw createRejectedError(user)
  if (typeof user !== 'object') throw createResultError(user)
  return user
}

/** A user without an id gets a random one. Any other value must be an id, because a random one would be another user each time. */
function readUserId({ id }: User): string {
  const value: unknown = id
  if (value === undefined || value === null) return crypto.randomUUID()
  const text = toIdText(value)
  if (text !== null) return text
  throw new CallbackRouteError(
    `\`authorize\` returned a user whose \`id\` is not an id: ${describeInvalidId(value)}.`,
  )
}

/** The account is what the submitted fields call it, whether or not it exists. */
function createAttempt(
  ctx: Context,
  provider: CredentialsConfig,
  credentials: Record<string, unknown>,
): ThrottledAttempt<User> {
  return {
    method: 'signin',
    getAccounts: async () => (await loadNames()).identifyAccount(ctx, credentials, provider),
    listVerifiedNames: async (names, user) => (await loadNames()).listNamesOfUser(names, user),
    rejectsLateProof: true,
    hasReserve: true,
  }
}

const loadNames = createLoader(() => import('../../throttling/index.js'))

/** The types allow only an object, but JavaScript functions can return an id or `true`. */
function createResultError(result: unknown): CallbackRouteError {
  return new CallbackRouteError(
    `\`authorize\` returned a ${typeof result}. Return the user as an object, or \`null\` if the credentials are wrong.`,
  )
}

/** JavaScript functions can return any value: `undefined` most often because a `return` is missing. */
function createRejectedError(result: unknown): CredentialsSignin {
  if (result !== undefined) {
    const value = result === '' ? "''" : String(result)
    return new CredentialsSignin(`\`authorize\` returned ${value}: the credentials are wrong.`)
  }
  return new CredentialsSignin(
    '`authorize` returned undefined. Return the user, or `null` if the credentials are wrong.',
  )
}
