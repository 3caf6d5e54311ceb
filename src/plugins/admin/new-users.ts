import {
  appendQuery,
  consumeOneTimeToken,
  createFailure,
  createFlag,
  createOneTimeToken,
  createOptionalText,
  createRequiredText,
  defineOperation,
  endOneTimeTokens,
  fillText,
  isFailure,
  isRecord,
  normalizeEmail,
  type OneTimeToken,
  type OperationUser,
  type PluginContext,
  readOneTimeToken,
  type SessionSubject,
  throttleEmail,
} from '../../plugins.js'
import { authorizeRead, authorizeWrite, buildUserUrl, emitAdminEvent, emitDenial } from './access.js'
import { applyChange, renderChangePage } from './changes.js'
import { renderExpiredPage, renderInvitationPage } from './link-pages.js'
import type { AdminTexts } from './locales/texts.js'
import { renderNewUserPage } from './new-user-page.js'
import type { AdminFailure, AdminSettings } from './types.js'
import { changeOfUser } from './user-changes.js'

/** What the tokens of invitations are for. */
export const invitationPurpose = 'invitation'

/** Creates the operations by which an administrator creates and invites users, and a user accepts an invitation. */
export function createNewUserOperations(settings: AdminSettings) {
  return { ...createFormOperations(settings), ...createInvitationOperations(settings) }
}

function createFormOperations(settings: AdminSettings) {
  return {
    showNewUser: defineOperation({
      method: 'GET',
      path: 'new',
      description: 'The page with the form for a new user.',
      subject: 'session',
      run: async (ctx, { subject }) =>
        (await authorizeRead(ctx, settings, { subject, action: 'create-user', userId: null })) ?? {},
      page: async (ctx, { data }) =>
        data && (await renderNewUserPage(ctx, { name: '', email: '', failure: null })),
    }),

    createUser: defineOperation({
      method: 'POST',
      path: 'new',
      description:
        'Creates a user, whose email address is not verified. With `invite`, the user gets an invitation by email.',
      subject: 'session',
      input: { email: createRequiredText(), name: createOptionalText(), invite: createFlag() },
      run: (ctx, input) => createUser(ctx, settings, input),
      async page(ctx, { failure }, { email, name = '' }) {
        const isRefused = !failure || failure.status === 404 || failure.error === 'not-allowed'
        return isRefused
          ? null
          : await renderNewUserPage(ctx, { name, email, failure: failure as AdminFailure })
      },
    }),
  }
}

function createInvitationOperations(settings: AdminSettings) {
  return {
    invite: defineOperation({
      ...changeOfUser,
      when: { change: 'invite' },
      description: 'Sends a user an email with a link that signs in once. Earlier links end.',
      input: { userId: createRequiredText() },
      run: (ctx, change) =>
        applyChange(ctx, settings, {
          ...change,
          action: 'invite-user',
          event: 'user-invited',
          apply: async (_, user) => (await sendInvitation(ctx, settings, user)) ?? {},
        }),
      page: (ctx, outcome, change) => renderChangePage(ctx, settings, { outcome, ...change }),
    }),

    showInvitation: defineOperation({
      method: 'GET',
      path: 'invitation',
      description: 'Returns the email address that an invitation is for. It changes nothing.',
      input: { token: createOptionalText() },
      async run(ctx, { token = '' }) {
        const invited = await findInvitedUser(ctx, await readOneTimeToken(ctx, invitationPurpose, token))
        return invited ? { email: invited.email } : createFailure('expired-link')
      },
      page: async (ctx, { data }, { token = '' }) =>
        data ? await renderInvitationPage(ctx, { email: data.email, token }) : await renderExpiredPage(ctx),
    }),

    acceptInvitation: defineOperation({
      method: 'POST',
      path: 'invitation',
      description: 'Signs the invited user in. The email address is then verified.',
      input: { token: createRequiredText({ isSecret: true }) },
      run: (ctx, { token }) => acceptInvitation(ctx, token),
      page: async (ctx, { data }) => (data ? null : await renderExpiredPage(ctx)),
    }),
  }
}

interface NewUser {
  readonly subject: SessionSubject
  readonly email: string
  readonly name: string | undefined
  readonly invite: boolean
}

async function createUser(
  ctx: PluginContext,
  settings: AdminSettings,
  { subject, email, name, invite }: NewUser,
): Promise<AdminFailure | { readonly userId: string; readonly url: string }> {
  const attempt = { subject, action: 'create-user', userId: null } as const
  const refused = await authorizeWrite(ctx, settings, attempt)
  if (refused) return refused
  const user = await storeUser(ctx, email, name)
  if (isFailure(user)) {
    await emitDenial(ctx, attempt, user.error)
    return user
  }
  const actorId = subject.user.id
  await emitAdminEvent(ctx, 'user-created', { userId: user.id, actorId })
  if (invite) {
    const failure = await sendInvitation(ctx, settings, user)
    if (failure) return failure
    await emitAdminEvent(ctx, 'user-invited', { userId: user.id, actorId })
  }
  return { userId: user.id, url: buildUserUrl(ctx, user.id) }
}

async function storeUser(
  ctx: PluginContext,
  typed: string,
  name: string | undefined,
): Promise<AdminFailure | (OperationUser & { readonly email: string })> {
  const email = normalizeEmail(typed)
  if (typeof email !== 'string') return createFailure('invalid-email')
  const { adapter } = ctx
  if (!adapter || (await adapter.getUserByEmail(email))) return createFailure('email-taken', { status: 409 })
  try {
    return await adapter.createUser({
      id: crypto.randomUUID(),
      email,
      name: name ?? null,
      emailVerified: null,
    })
  } catch (error) {
    if (await adapter.getUserByEmail(email)) return createFailure('email-taken', { status: 409 })
    throw error
  }
}

/** @returns why the user gets no email, or null */
async function sendInvitation(
  ctx: PluginContext,
  { invitationMaxAge: maxAge }: AdminSettings,
  user: OperationUser,
): Promise<AdminFailure | null> {
  const { id: userId, email } = user
  if (!email) return createFailure('no-email')
  const refused = await throttleEmail(ctx, email)
  if (refused) return refused
  await endOneTimeTokens(ctx, invitationPurpose, userId)
  const token = await createOneTimeToken(ctx, { purpose: invitationPurpose, userId, data: { email }, maxAge })
  const { invitation } = (await ctx.getTexts<AdminTexts>()).email
  const host = ctx.appName
  const message = await ctx.composeEmail({
    subject: fillText(invitation.subject, { host }),
    heading: fillText(invitation.subject, { host }),
    paragraphs: [invitation.message],
    button: { label: invitation.button, url: appendQuery(`${ctx.pluginUrl}/invitation`, { token }) },
    notes: [invitation.note],
  })
  await ctx.sendEmail({ to: email, ...message })
  return null
}

/** An invitation ends with the address that it was sent to. */
async function findInvitedUser(
  ctx: PluginContext,
  link: OneTimeToken | null,
): Promise<{ readonly email: string } | null> {
  const user = link?.userId ? await ctx.adapter?.getUser(link.userId) : null
  const { email } = isRecord(link?.data) ? link.data : {}
  return user && user.email === email ? { email: user.email } : null
}

/** The link proves the mailbox, as a magic link does. Policies apply: a ban, or a second factor. */
async function acceptInvitation(
  ctx: PluginContext,
  token: string,
): Promise<AdminFailure | { readonly url: string }> {
  const link = await consumeOneTimeToken(ctx, invitationPurpose, token)
  const invited = await findInvitedUser(ctx, link)
  if (!invited) return createFailure('expired-link')
  const url = await ctx.signInByEmail(invited.email)
  const userId = link?.userId ?? null
  await emitAdminEvent(ctx, 'invitation-accepted', { userId, actorId: userId })
  return { url }
}
