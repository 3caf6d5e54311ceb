/**
 * The proof of the email address of a user who exists: with `verification: 'after'`, or after an import. The person who opens the link has the
 * session or knows the password, so the password becomes proven. Every other proof of the mailbox deletes it.
 *
 * @module
 */
import {
  createFailure,
  createOneTimeToken,
  createOptionalText,
  createRequiredText,
  defineOperation,
  endOneTimeTokens,
  isRecord,
  type OperationFailure,
  type PluginContext,
  type PluginPage,
  readOneTimeToken,
  throttleAccount,
  throttleEmail,
} from '../../plugins.js'
import { parseEmail } from './email-address.js'
import { sendPasswordsEmail } from './emails.js'
import { emitChange } from './events.js'
import { clearLinkCookie, findLinkToken, moveTokenToCookie } from './link-token.js'
import type { PasswordsTexts } from './locales/texts.js'
import { buildPageUrl, renderExpiredPage, renderFormPage, renderLinkPage } from './pages.js'
import { hasVerifiedEmail, markPasswordProven, readPassword } from './password-record.js'
import { attemptLimit, logFault } from './sign-in.js'
import type { PasswordsFailure, PasswordsSettings, PasswordUser } from './types.js'

/** What the tokens of the links are for. */
export const confirmationPurpose = 'confirm-email'
/** How long a link works: a day, in seconds. */
const confirmationMaxAge = 86_400

/** Creates the operations by which a user confirms the email address. */
export function createConfirmationOperations(settings: PasswordsSettings) {
  return {
    showConfirmationRequest: defineOperation({
      method: 'GET',
      path: 'send-confirmation',
      description:
        'Returns whether the email address of the signed-in user is verified. The page sends a link.',
      subject: 'session',
      run: (_, { subject }) => ({ isVerified: hasVerifiedEmail(subject.user) }),
      page: ctx => renderRequestPage(ctx, null),
    }),

    requestEmailConfirmation: defineOperation({
      method: 'POST',
      path: 'send-confirmation',
      description: 'Sends a link to confirm the email address, unless it is verified.',
      subject: 'session',
      run: (ctx, { subject }) => requestConfirmation(ctx, subject.user),
      page: async (ctx, { failure }) => failure && (await renderRequestPage(ctx, failure)),
    }),

    showEmailConfirmation: defineOperation({
      method: 'GET',
      path: 'confirm-email',
      description: 'Returns which address the link of an email confirms. It changes nothing.',
      input: { token: createOptionalText() },
      async run(ctx, { token }) {
        const link = await readConfirmation(ctx, await findLinkToken(ctx, 'confirm-email', token))
        return link ? { email: link.email, needsPassword: !link.isOwn } : createFailure('expired-link')
      },
      async page(ctx, { data }, input) {
        if (!data) return await renderExpiredPage(ctx, 'send-confirmation')
        if (input.token !== undefined) return await moveTokenToCookie(ctx, 'confirm-email', input.token)
        const token = await findLinkToken(ctx, 'confirm-email', undefined)
        return await renderLinkPage(ctx, { path: 'confirm-email', ...data, token, failure: null })
      },
    }),

    confirmEmail: defineOperation({
      method: 'POST',
      path: 'confirm-email',
      description:
        'Confirms the email address of a user. A browser in which the user is not signed in sends the password, and is then signed in.',
      input: { token: createRequiredText(), password: createOptionalText({ isSecret: true }) },
      run: (ctx, input) => confirmEmail(ctx, settings, input),
      page: async (ctx, { failure }, { token }) => {
        if (!failure) return null
        const link = failure.error === 'expired-link' ? null : await readConfirmation(ctx, token)
        if (!link) return await renderExpiredPage(ctx, 'send-confirmation')
        const shown = { email: link.email, needsPassword: !link.isOwn, token, failure }
        return await renderLinkPage(ctx, { path: 'confirm-email', ...shown })
      },
    }),
  }
}

async function requestConfirmation(
  ctx: PluginContext,
  user: PasswordUser,
): Promise<{ readonly url: string } | OperationFailure<'unverified-email' | 'too-many-attempts'>> {
  const email = parseEmail(user.email ?? '')
  if (email === null) return createFailure('unverified-email')
  if (hasVerifiedEmail(user)) return { url: ctx.callbackUrl }
  const refused = await throttleEmail(ctx, email)
  if (refused) return refused
  await sendConfirmation(ctx, { userId: user.id, email })
  return { url: buildPageUrl(ctx, 'sent') }
}

/** Sends the link that confirms the address of a user. Earlier links stay valid. */
export async function sendConfirmation(
  ctx: PluginContext,
  { userId, email }: { readonly userId: string; readonly email: string },
): Promise<void> {
  const token = await createOneTimeToken(ctx, {
    purpose: confirmationPurpose,
    userId,
    data: { email },
    maxAge: confirmationMaxAge,
  })
  const url = buildPageUrl(ctx, 'confirm-email', { token })
  await sendPasswordsEmail(ctx, { to: email, type: 'confirm', url, maxAge: confirmationMaxAge })
}

interface Confirmation {
  readonly user: PasswordUser
  readonly email: string
  /** Whether the user is signed in in this browser. */
  readonly isOwn: boolean
}

/** A link is valid for the address that it was sent to. */
async function readConfirmation(ctx: PluginContext, token: string): Promise<Confirmation | null> {
  const link = await readOneTimeToken(ctx, confirmationPurpose, token)
  const user = link?.userId ? await ctx.adapter?.getUser(link.userId) : null
  const { email } = isRecord(link?.data) ? link.data : {}
  if (!user || typeof email !== 'string' || email !== parseEmail(user.email ?? '')) return null
  return { user, email, isOwn: (await ctx.getSession())?.user.id === user.id }
}

interface ConfirmationInput {
  readonly token: string
  readonly password: string | undefined
}

type ConfirmationFailure = OperationFailure<
  'expired-link' | 'other-browser' | 'wrong-password' | 'too-many-attempts'
>

/** The token stays until the address is verified, so that no failure uses it up. */
async function confirmEmail(
  ctx: PluginContext,
  settings: PasswordsSettings,
  { token, password = '' }: ConfirmationInput,
): Promise<{ readonly url: string } | ConfirmationFailure> {
  const link = await readConfirmation(ctx, token)
  if (!link) return createFailure('expired-link')
  const { user, isOwn } = link
  const { version, hash, mustChange } = await readPassword(ctx, user.id)
  const refused = isOwn ? null : await verifyOwner(ctx, settings, { user, hash, password })
  if (refused) return refused
  if (!hasVerifiedEmail(user)) {
    // Another proof of the mailbox may have deleted the password meanwhile.
    if (!(await markPasswordProven(ctx, user.id, version))) return createFailure('expired-link')
    await ctx.verifyEmail(user.id)
    await emitChange(ctx, user.id, 'email-confirmed')
  }
  const url = isOwn
    ? ctx.callbackUrl
    : mustChange
      ? buildPageUrl(ctx, 'sign-in')
      : await ctx.signInUser(user, ['pwd'])
  await endOneTimeTokens(ctx, confirmationPurpose, user.id)
  clearLinkCookie(ctx, 'confirm-email')
  return { url }
}

interface EnteredPassword {
  readonly user: PasswordUser
  readonly hash: string | null
  readonly password: string
}

/** The link proves the mailbox, but not who set the password. */
async function verifyOwner(
  ctx: PluginContext,
  { hasher }: PasswordsSettings,
  { user, hash, password }: EnteredPassword,
): Promise<OperationFailure<'other-browser' | 'wrong-password' | 'too-many-attempts'> | null> {
  if (hash === null) return createFailure('other-browser')
  const attempt = { method: 'confirm-email', userId: user.id, group: { id: user.id, ...attemptLimit } }
  return await throttleAccount(ctx, attempt, async () =>
    (await hasher.verify(password, hash, logFault(ctx))) ? null : createFailure('wrong-password'),
  )
}

/** Renders the page with the button that sends the link. */
async function renderRequestPage(ctx: PluginContext, failure: PasswordsFailure | null): Promise<PluginPage> {
  const { confirmEmail, account } = await ctx.getTexts<PasswordsTexts>()
  return await renderFormPage(ctx, {
    title: confirmEmail.title,
    message: [account.isUnverified],
    failure,
    path: 'send-confirmation',
    fields: [],
    button: account.sendLink,
  })
}
