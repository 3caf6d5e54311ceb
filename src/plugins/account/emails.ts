/**
 * The email addresses of a user: several verified ones, of which one is primary. A new address is confirmed by a link that works only for its user, and a
 * change can be undone from the old address for 7 days.
 *
 * @module
 */
import {
  appendQuery,
  consumeOneTimeToken,
  createFailure,
  createOneTimeToken,
  createOptionalText,
  createRequiredText,
  defineOperation,
  isRecord,
  normalizeEmail,
  type PluginContext,
  readOneTimeToken,
  throttleEmail,
} from '../../plugins.js'
import { authorizeChange, type FreshSignInRequired } from './authorize-change.js'
import { makePrimary, removeEmail } from './email-changes.js'
import {
  addPendingEmail,
  addVerifiedEmail,
  confirmationMaxAge,
  confirmationPurpose,
  deletePendingEmail,
  deleteVerifiedEmail,
  findUserEmail,
  getEmailId,
  hasVerifiedPrimary,
  listUserEmails,
  setPrimaryEmail,
} from './email-records.js'
import type { AccountTexts } from './locales/texts.js'
import { notifyAccountChange, sendAccountEmail } from './notices.js'
import { buildReturnUrl, createFailurePage, renderExpiredPage, renderTokenPage } from './pages.js'
import type { AccountSettings, AccountSubject, AccountUser, FailureOf } from './types.js'

const change = { method: 'POST', path: 'emails', subject: 'session' } as const

/** Creates the operations by which a user changes the email addresses. */
export function createEmailOperations(settings: AccountSettings) {
  const page = createFailurePage(settings)
  return {
    addEmail: defineOperation({
      ...change,
      when: { change: 'add' },
      description:
        'Sends a link to a new email address. The result is the same for an address of another user.',
      input: { email: createRequiredText() },
      run: (ctx, { subject, email }) => addEmail(ctx, settings, { subject, email }),
      page,
    }),

    resendEmail: defineOperation({
      ...change,
      when: { change: 'resend' },
      description: 'Sends the link to an address that waits for its confirmation again.',
      input: { id: createRequiredText() },
      run: (ctx, { subject, id }) => sendNewConfirmation(ctx, subject, id),
      page,
    }),

    makeEmailPrimary: defineOperation({
      ...change,
      when: { change: 'make-primary' },
      description: 'Makes a verified address the primary one. The other sessions of the user end.',
      input: { id: createRequiredText() },
      run: (ctx, { subject, id }) => makePrimary(ctx, subject, id),
      page,
    }),

    removeEmail: defineOperation({
      ...change,
      when: { change: 'remove' },
      description: 'Removes an address that is not the primary one.',
      input: { id: createRequiredText() },
      run: (ctx, { subject, id }) => removeEmail(ctx, subject, id),
      page,
    }),
  }
}

/** Creates the operations of the link that confirms an address. */
export function createConfirmationOperations() {
  return {
    showEmailConfirmation: defineOperation({
      method: 'GET',
      path: 'confirm-email',
      description: 'Returns which address the link of an email confirms. It changes nothing.',
      subject: 'session',
      input: { token: createOptionalText() },
      run: async (ctx, { subject, token = '' }) => {
        const email = await readConfirmation(ctx, subject.user, token)
        return email === null ? createFailure('expired-link') : { email }
      },
      page: async (ctx, { data }, { token = '' }) => {
        if (!data) return await renderExpiredPage(ctx)
        const { confirmEmail } = await ctx.getTexts<AccountTexts>()
        return await renderTokenPage(ctx, { ...confirmEmail, path: 'confirm-email', token, values: data })
      },
    }),

    confirmEmail: defineOperation({
      method: 'POST',
      path: 'confirm-email',
      description: 'Confirms an address of the signed-in user with the token of the email.',
      subject: 'session',
      input: { token: createRequiredText() },
      run: (ctx, { subject, token }) => confirmEmail(ctx, subject, token),
      page: async (ctx, { failure }) => failure && (await renderExpiredPage(ctx)),
    }),
  }
}

interface Addition {
  readonly subject: AccountSubject
  readonly email: string
}

type AdditionFailure =
  | FreshSignInRequired
  | FailureOf<
      | 'invalid-email'
      | 'unverified-email'
      | 'not-supported'
      | 'already-added'
      | 'too-many-emails'
      | 'too-many-attempts'
    >

async function addEmail(
  ctx: PluginContext,
  { maxEmails }: AccountSettings,
  { subject: { user }, email: typed }: Addition,
): Promise<{ readonly url: string } | AdditionFailure> {
  const email = parseEmail(typed)
  if (email === null) return createFailure('invalid-email')
  const refused = await authorizeChange(ctx, { type: 'email-address' })
  if (refused) return refused
  if (user.email && !hasVerifiedPrimary(user) && email !== user.email)
    return createFailure('unverified-email', { status: 409 })
  // Databases may find an address by another one that is not ASCII, so such a user has one address.
  if (user.email && !isAscii(user.email)) return createFailure('not-supported', { status: 409 })
  const emails = await listUserEmails(ctx, user)
  const id = await getEmailId(email)
  if (emails.some(own => own.id === id && own.isVerified)) return createFailure('already-added')
  if (emails.length >= maxEmails && !emails.some(own => own.id === id))
    return createFailure('too-many-emails')
  return await sendConfirmation(ctx, user, email)
}

/** Many databases treat letters with accents as those without, so only an ASCII address can be found safely beside the one of the adapter. */
function parseEmail(text: string): string | null {
  const email = normalizeEmail(text)
  return typeof email === 'string' && isAscii(email) ? email : null
}

function isAscii(text: string): boolean {
  return /^[\x21-\x7e]+$/.test(text)
}

/** The address of another user gets an email that says so. The answer is the same. */
async function sendConfirmation(
  ctx: PluginContext,
  user: AccountUser,
  email: string,
): Promise<{ readonly url: string } | FailureOf<'too-many-attempts'>> {
  const refused = await throttleEmail(ctx, email)
  if (refused) return refused
  await addPendingEmail(ctx, { userId: user.id, email })
  // Created in both cases, so that the time does not show the difference.
  const url = await createConfirmationUrl(ctx, { userId: user.id, email })
  const owner = (await ctx.adapter?.getUserByEmail(email)) ?? null
  const { emailsOfLinks } = await ctx.getTexts<AccountTexts>()
  if (owner && owner.id !== user.id) {
    const { message, ...taken } = emailsOfLinks.taken
    await sendAccountEmail(ctx, email, { ...taken, paragraphs: [message] })
  } else {
    const { message, button, note, ...confirm } = emailsOfLinks.confirm
    await sendAccountEmail(ctx, email, {
      ...confirm,
      paragraphs: [message],
      button: { label: button, url },
      notes: [note],
    })
  }
  return { url: buildReturnUrl(ctx, 'sent') }
}

async function createConfirmationUrl(
  ctx: PluginContext,
  { userId, email }: { readonly userId: string; readonly email: string },
): Promise<string> {
  const data = { email }
  const token = await createOneTimeToken(ctx, {
    purpose: confirmationPurpose,
    userId,
    data,
    maxAge: confirmationMaxAge,
  })
  return appendQuery(`${ctx.pluginUrl}/confirm-email`, { token })
}

async function sendNewConfirmation(
  ctx: PluginContext,
  { user }: AccountSubject,
  id: string,
): Promise<{ readonly url: string } | FreshSignInRequired | FailureOf<'not-found' | 'too-many-attempts'>> {
  const refused = await authorizeChange(ctx, { type: 'email-address' })
  if (refused) return refused
  const email = await findUserEmail(ctx, user, id)
  if (!email || email.isVerified) return createFailure('not-found', { status: 404 })
  return await sendConfirmation(ctx, user, email.email)
}

/** A link works only for its user: the owner of a mailbox must not add the address to the account of another person. */
async function readConfirmation(
  ctx: PluginContext,
  user: AccountUser,
  token: string,
): Promise<string | null> {
  const link = await readOneTimeToken(ctx, confirmationPurpose, token)
  const { email } = isRecord(link?.data) ? link.data : {}
  return link?.userId === user.id && typeof email === 'string' ? email : null
}

/** The address is stored before the token ends, so that no failure uses the token up. */
async function confirmEmail(
  ctx: PluginContext,
  { user }: AccountSubject,
  token: string,
): Promise<{ readonly url: string } | FailureOf<'expired-link' | 'email-taken'>> {
  const email = await readConfirmation(ctx, user, token)
  if (email === null) return createFailure('expired-link')
  const owner = (await ctx.adapter?.getUserByEmail(email)) ?? null
  if (owner && owner.id !== user.id) return createFailure('email-taken', { status: 409 })
  const added = { userId: user.id, email }
  // The first proof of the primary address ends what another person may have set before.
  if (email === user.email) await ctx.verifyEmail(user.id)
  else if (!(await addVerifiedEmail(ctx, added))) return createFailure('email-taken', { status: 409 })
  if (!(await ctx.adapter?.getUser(user.id))) {
    await deleteVerifiedEmail(ctx, added)
    return createFailure('expired-link')
  }
  await consumeOneTimeToken(ctx, confirmationPurpose, token)
  await deletePendingEmail(ctx, added)
  if (!user.email) await setFirstEmail(ctx, user, email)
  await ctx.emitEvent('email-added', { userId: user.id })
  await notifyAccountChange(
    ctx,
    { ...user, email: user.email ?? email },
    { type: 'email-added', values: { email } },
  )
  return { url: buildReturnUrl(ctx, 'saved') }
}

/** A user without an address gets the first one as primary. */
async function setFirstEmail(ctx: PluginContext, user: AccountUser, email: string): Promise<void> {
  await setPrimaryEmail(ctx, user, { email, verifiedAt: Date.now() })
  await ctx.updateSessionUser({ ...user, email })
}
