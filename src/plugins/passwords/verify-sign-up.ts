import {
  createFailure,
  createOptionalText,
  createRequiredText,
  defineOperation,
  type OperationFailure,
  type PluginContext,
  throttleAccount,
} from '../../plugins.js'
import { notifyChange } from './emails.js'
import { clearLinkCookie, findLinkToken, moveTokenToCookie } from './link-token.js'
import { buildPageUrl, renderExpiredPage, renderLinkPage } from './pages.js'
import { isUnprovenPassword, readCurrentPassword, storeFirstPassword } from './password-record.js'
import { attemptLimit, logFault } from './sign-in.js'
import {
  confirmSignUp,
  deleteSignUp,
  deleteUnconfirmedSignUp,
  readSignUp,
  type WaitingSignUp,
} from './sign-up-record.js'
import type { PasswordsSettings, PasswordUser } from './types.js'
import { setUsername } from './usernames.js'

/** Creates the operations of the link in the email. */
export function createVerificationOperations(settings: PasswordsSettings) {
  return {
    showVerification: defineOperation({
      method: 'GET',
      path: 'verify',
      description: 'Returns what the link of an email is for. It changes nothing.',
      input: { token: createOptionalText() },
      async run(ctx, { token }) {
        const signUp = await readSignUp(ctx, await findLinkToken(ctx, 'verify', token))
        return signUp
          ? { email: signUp.email, needsPassword: !signUp.isSameBrowser }
          : createFailure('expired-link')
      },
      async page(ctx, { data }, input) {
        if (!data) return await renderExpiredPage(ctx, 'sign-up')
        if (input.token !== undefined) return await moveTokenToCookie(ctx, 'verify', input.token)
        const token = await findLinkToken(ctx, 'verify', undefined)
        return await renderLinkPage(ctx, { path: 'verify', ...data, token, failure: null })
      },
    }),

    verify: defineOperation({
      method: 'POST',
      path: 'verify',
      description:
        'Creates the account, and signs the user in. Another browser than that of the sign-up sends the password.',
      input: { token: createRequiredText(), password: createOptionalText({ isSecret: true }) },
      run: (ctx, input) => completeSignUp(ctx, settings, input),
      page: async (ctx, { failure }, { token }) => {
        if (!failure) return null
        const signUp = failure.error === 'expired-link' ? null : await readSignUp(ctx, token)
        if (!signUp) return await renderExpiredPage(ctx, 'sign-up')
        const { email, isSameBrowser } = signUp
        return await renderLinkPage(ctx, {
          path: 'verify',
          email,
          needsPassword: !isSameBrowser,
          token,
          failure,
        })
      },
    }),
  }
}

type VerificationFailure = OperationFailure<
  'expired-link' | 'account-exists' | 'wrong-password' | 'too-many-attempts'
>

interface Verification {
  readonly token: string
  readonly password: string | undefined
}

/**
 * Creates the user of a sign-up. The link alone proves the address, but not who entered the password: in another browser, it must be entered again.
 * Else the owner of the address would confirm the password of another person.
 */
async function completeSignUp(
  ctx: PluginContext,
  settings: PasswordsSettings,
  { token, password = '' }: Verification,
): Promise<{ readonly url: string } | VerificationFailure> {
  const signUp = await readSignUp(ctx, token)
  if (!signUp) return createFailure('expired-link')
  const refused = signUp.isSameBrowser
    ? null
    : await verifySignUpPassword(ctx, settings, { signUp, password })
  if (refused) return refused
  const existing = await ctx.findUserByEmail(signUp.email)
  if (existing && !signUp.isConfirmed && !(await hasUnprovenPassword(ctx, existing))) {
    // If it changed, a concurrent request with this link has created the user.
    if (!(await deleteUnconfirmedSignUp(ctx, signUp)))
      return await completeSignUp(ctx, settings, { token, password })
    return createFailure('account-exists', { url: buildPageUrl(ctx, 'sign-in') })
  }
  // Of several concurrent requests, one marks it. The others go on with what it creates.
  if (!signUp.isConfirmed) await confirmSignUp(ctx, signUp, token)
  const { email, name, username, hash } = signUp
  const url = await ctx.signInByEmail(email, ['email'], name ? { name } : {})
  const user = await ctx.findUserByEmail(email)
  if (user && username !== null) await setUsername(ctx, { username, email }, user.id)
  const event = existing ? 'password-set' : 'sign-up'
  const isStored = user && (await storeFirstPassword(ctx, user.id, { hash, isProven: true, event }))
  // The user existed before: another method created them, or another person did.
  if (existing && isStored) await notifyChange(ctx, existing)
  await deleteSignUp(ctx, signUp)
  clearLinkCookie(ctx, 'verify')
  return { url }
}

/** The link proves the address, which deletes such a password. */
async function hasUnprovenPassword(ctx: PluginContext, user: PasswordUser): Promise<boolean> {
  return isUnprovenPassword(user, await readCurrentPassword(ctx, user.id))
}

interface EnteredPassword {
  readonly signUp: WaitingSignUp
  readonly password: string
}

async function verifySignUpPassword(
  ctx: PluginContext,
  { hasher }: PasswordsSettings,
  { signUp, password }: EnteredPassword,
): Promise<OperationFailure<'wrong-password' | 'too-many-attempts'> | null> {
  const { email, record } = signUp
  const attempt = {
    method: 'verify',
    userId: { kind: 'email', value: email },
    group: { id: record.id, ...attemptLimit },
  }
  return await throttleAccount(ctx, attempt, async () =>
    (await hasher.verify(password, signUp.hash, logFault(ctx))) ? null : createFailure('wrong-password'),
  )
}
