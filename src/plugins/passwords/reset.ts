import {
  AuthError,
  createFailure,
  createOneTimeToken,
  createOptionalText,
  createRequiredText,
  defineOperation,
  fillText,
  generateToken,
  isRecord,
  type OneTimeToken,
  type OperationFailure,
  type PluginContext,
  type PluginPage,
  readOneTimeToken,
  throttleEmail,
} from '../../plugins.js'
import { parseEmail } from './email-address.js'
import { notifyChange, sendPasswordsEmail } from './emails.js'
import { clearLinkCookie, findLinkToken, moveTokenToCookie } from './link-token.js'
import type { PasswordsTexts } from './locales/texts.js'
import { checkNewPassword } from './new-password.js'
import {
  buildPageUrl,
  renderEmailField,
  renderExpiredPage,
  renderFormPage,
  renderHiddenEmail,
  renderNewPasswordField,
} from './pages.js'
import { endOldSessions, hasVerifiedEmail, readPassword, writePassword } from './password-record.js'
import type { NewPasswordFault, PasswordsFailure, PasswordsSettings, PasswordUser } from './types.js'

/** What the tokens of reset links are for. */
export const resetPurpose = 'reset-password'

/** Creates the operations by which a user who forgot the password sets a new one. */
export function createResetOperations(settings: PasswordsSettings) {
  return {
    showForgot: defineOperation({
      method: 'GET',
      path: 'forgot',
      description: 'Returns how long a link works, in seconds. The page asks for the email address.',
      run: () => ({ maxAge: settings.resetMaxAge }),
      page: ctx => renderForgotPage(ctx, { email: '', failure: null }),
    }),

    requestReset: defineOperation({
      method: 'POST',
      path: 'forgot',
      description: 'Sends an email to the address, whether it has an account or not. The answer is the same.',
      input: { email: createRequiredText() },
      run: (ctx, { email }) => requestReset(ctx, settings, email),
      page: async (ctx, { failure }, { email }) =>
        failure && (await renderForgotPage(ctx, { email, failure })),
    }),

    showReset: defineOperation({
      method: 'GET',
      path: 'reset',
      description: 'Returns whose password the link of an email resets. It changes nothing.',
      input: { token: createOptionalText() },
      async run(ctx, { token }) {
        const link = await readResetLink(ctx, await findLinkToken(ctx, 'reset', token))
        return link ? { email: link.user.email ?? null } : createFailure('expired-link')
      },
      async page(ctx, { data }, input) {
        if (!data) return await renderExpiredPage(ctx, 'forgot')
        if (input.token !== undefined) return await moveTokenToCookie(ctx, 'reset', input.token)
        const token = await findLinkToken(ctx, 'reset', undefined)
        return await renderResetPage(ctx, settings, { ...data, token, failure: null })
      },
    }),

    reset: defineOperation({
      method: 'POST',
      path: 'reset',
      description: 'Sets a new password, and ends all sessions of the user. It does not sign in.',
      input: { token: createRequiredText(), password: createRequiredText({ isSecret: true }) },
      run: (ctx, input) => resetPassword(ctx, settings, input),
      page: async (ctx, { failure }, { token }) => {
        if (!failure) return null
        const link = failure.error === 'expired-link' ? null : await readResetLink(ctx, token)
        if (!link) return await renderExpiredPage(ctx, 'forgot')
        return await renderResetPage(ctx, settings, { email: link.user.email, token, failure })
      },
    }),
  }
}

/** An address without an account gets an email too. So neither the answer, the statements nor the time tell which addresses have one. */
async function requestReset(
  ctx: PluginContext,
  { resetMaxAge, canSignUp }: PasswordsSettings,
  email: string,
): Promise<{ readonly url: string } | OperationFailure<'invalid-email' | 'too-many-attempts'>> {
  const address = parseEmail(email)
  if (address === null) return createFailure('invalid-email')
  const refused = await throttleEmail(ctx, address)
  if (refused) return refused
  const user = await ctx.findUserByEmail(address)
  const { hash, version } = await readPassword(ctx, user?.id ?? null)
  const isEmailOnly = await hasEmailOnly(ctx, user?.id ?? null)
  const isFirst = hash === null
  const url = await createResetLink(ctx, {
    userId: user?.id,
    email: address,
    version,
    isFirst,
    maxAge: resetMaxAge,
  })
  const links = {
    reset: url,
    noPassword: buildSignInUrl(ctx),
    noAccount: canSignUp ? buildPageUrl(ctx, 'sign-up') : buildSignInUrl(ctx),
  }
  const type = user ? (isFirst && !isEmailOnly ? 'noPassword' : 'reset') : 'noAccount'
  await sendPasswordsEmail(ctx, { to: address, type, url: links[type], maxAge: resetMaxAge })
  return { url: buildPageUrl(ctx, 'sent') }
}

/**
 * Returns whether the mailbox is all that a user can sign in with: a link sent to it then sets the first password. A user who has an account at a
 * provider or a passkey sets it while signed in. With an adapter that cannot list accounts, that is unknown.
 *
 * @param userId null for an account that does not exist, which costs the same statement
 */
async function hasEmailOnly({ adapter }: PluginContext, userId: string | null): Promise<boolean> {
  const accounts = await adapter?.listAccountsByUserId?.(userId ?? generateToken())
  return accounts?.length === 0
}

interface NewResetLink {
  readonly userId: string | undefined
  readonly email: string
  readonly version: number
  /** Whether the user has no password. */
  readonly isFirst: boolean
  /** In seconds. */
  readonly maxAge: number
}

async function createResetLink(
  ctx: PluginContext,
  { userId, maxAge, ...data }: NewResetLink,
): Promise<string> {
  const token = await createOneTimeToken(ctx, { purpose: resetPurpose, userId, data, maxAge })
  return buildPageUrl(ctx, 'reset', { token })
}

/** Sends a reset link to a user with the right password, which the app does not accept any more. Another person may know it, so the link goes to the mailbox. */
export async function sendRequiredReset(
  ctx: PluginContext,
  { resetMaxAge }: PasswordsSettings,
  { user, version }: ResetLink,
): Promise<OperationFailure<'password-change-required' | 'too-many-attempts'>> {
  const email = parseEmail(user.email ?? '')
  if (email === null)
    ctx.logger.error(
      new AuthError('A user without an email address must choose a new password, and gets no link.'),
    )
  else {
    const refused = await throttleEmail(ctx, email)
    if (refused) return refused
    const link = { userId: user.id, email, version, isFirst: false, maxAge: resetMaxAge }
    const url = await createResetLink(ctx, link)
    await sendPasswordsEmail(ctx, { to: email, type: 'mustChange', url, maxAge: resetMaxAge })
  }
  const url = buildPageUrl(ctx, 'sent', { notice: 'must-change' })
  return createFailure('password-change-required', { status: 403, url })
}

function buildSignInUrl({ authUrl }: PluginContext): string {
  return `${authUrl}/signin`
}

interface ResetLink {
  readonly user: PasswordUser
  readonly version: number
}

async function readResetLink(ctx: PluginContext, token: string): Promise<ResetLink | null> {
  return await findResetUser(ctx, await readOneTimeToken(ctx, resetPurpose, token))
}

/** A link is valid for the password and the address that it was requested for: each change ends it. */
async function findResetUser(ctx: PluginContext, link: OneTimeToken | null): Promise<ResetLink | null> {
  const user = link?.userId ? await ctx.adapter?.getUser(link.userId) : null
  if (!link || !user) return null
  const { hash, version } = await readPassword(ctx, user.id)
  const data = isRecord(link.data) ? link.data : {}
  const isSameAddress =
    typeof data.email === 'string' &&
    (data.email === parseEmail(user.email ?? '') || (await ctx.findUserByEmail(data.email))?.id === user.id)
  const isFirst = hash === null
  const isCurrent = isSameAddress && data.version === version && data.isFirst === isFirst
  if (!isCurrent || (isFirst && !(await hasEmailOnly(ctx, user.id)))) return null
  return { user, version }
}

/**
 * The token stays until the password is written, so that no failure uses it up. Two requests with one token compare the version of the
 * password, so that one of them writes it.
 */
async function resetPassword(
  ctx: PluginContext,
  settings: PasswordsSettings,
  { token, password }: { readonly token: string; readonly password: string },
): Promise<{ readonly url: string } | OperationFailure<'expired-link' | NewPasswordFault>> {
  const opened = await readOneTimeToken(ctx, resetPurpose, token)
  // A process that ended after the write left the sessions of the old password.
  if (opened?.userId) await endOldSessions(ctx, opened.userId, await readPassword(ctx, opened.userId))
  const link = await findResetUser(ctx, opened)
  if (!link) return createFailure('expired-link')
  const { user, version } = link
  const refused = await checkNewPassword(ctx, settings, { password, names: [user.email, user.name] })
  if (refused) return refused
  const hash = await settings.hasher.hash(password)
  const write = {
    userId: user.id,
    hash,
    version,
    isCurrentKept: false,
    isProven: true,
    purpose: 'reset' as const,
  }
  if (!(await writePassword(ctx, write))) return createFailure('expired-link')
  if (!hasVerifiedEmail(user)) await ctx.verifyEmail(user.id)
  await notifyChange(ctx, user)
  clearLinkCookie(ctx, 'reset')
  return { url: buildPageUrl(ctx, 'sign-in', { notice: 'changed' }) }
}

interface ForgotPage {
  readonly email: string
  readonly failure: PasswordsFailure | null
}

async function renderForgotPage(ctx: PluginContext, { email, failure }: ForgotPage): Promise<PluginPage> {
  const texts = await ctx.getTexts<PasswordsTexts>()
  const { title, message, button } = texts.forgot
  const isInvalid = failure?.error === 'invalid-email'
  return await renderFormPage(ctx, {
    title,
    message: [message],
    failure,
    path: 'forgot',
    fields: [renderEmailField({ label: texts.emailLabel, value: email, isInvalid, hasFocus: true })],
    button,
    links: [[buildPageUrl(ctx, 'sign-in'), texts.signUp.haveAccount]],
  })
}

interface ResetPage {
  readonly email: string | null | undefined
  readonly token: string
  readonly failure: PasswordsFailure | null
}

async function renderResetPage(
  ctx: PluginContext,
  settings: PasswordsSettings,
  { email, token, failure }: ResetPage,
): Promise<PluginPage> {
  const texts = await ctx.getTexts<PasswordsTexts>()
  const { title, message, button } = texts.reset
  const field = { label: texts.newPasswordLabel, isInvalid: failure !== null, hasFocus: true }
  return await renderFormPage(ctx, {
    title,
    message: [fillText(message, { email: email ?? '' })],
    failure,
    path: 'reset',
    hidden: { token },
    fields: [renderHiddenEmail(email), renderNewPasswordField(texts, settings, field)],
    button,
  })
}
