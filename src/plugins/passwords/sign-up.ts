import {
  createChoice,
  createFailure,
  createOptionalText,
  createRequiredText,
  defineOperation,
  type Html,
  isFailure,
  type OperationFailure,
  type PluginContext,
  type PluginPage,
  renderField,
  throttleEmail,
  toError,
  toWellFormed,
} from '../../plugins.js'
import { sendConfirmation } from './confirm-email.js'
import { parseEmail } from './email-address.js'
import { sendPasswordsEmail } from './emails.js'
import type { PasswordsTexts } from './locales/texts.js'
import { checkBreaches, checkRules } from './new-password.js'
import {
  buildPageUrl,
  renderEmailField,
  renderFormPage,
  renderMessagePage,
  renderNewPasswordField,
  renderNewUsernameField,
} from './pages.js'
import { isUnprovenPassword, readPassword, storeFirstPassword } from './password-record.js'
import { type NewSignUp, saveSignUp, signUpMaxAge } from './sign-up-record.js'
import type { NewPasswordFault, PasswordsFailure, PasswordsSettings } from './types.js'
import { parseUsername, reserveUsername, setUsername } from './usernames.js'

/** Creates the operations by which a visitor creates an account. */
export function createSignUpOperations(settings: PasswordsSettings) {
  return {
    showSignUp: defineOperation({
      method: 'GET',
      path: 'sign-up',
      description: 'Returns the number of characters that a password needs. The page has the form.',
      run: () =>
        settings.canSignUp
          ? { minLength: settings.minLength }
          : createFailure('sign-up-disabled', { status: 404 }),
      page: async (ctx, { data }) => data && (await renderSignUpPage(ctx, settings, emptyPage)),
    }),

    signUp: defineOperation({
      method: 'POST',
      path: 'sign-up',
      description:
        'Starts a sign-up, and sends an email. The answer is the same for an address that has an account.',
      input: {
        email: createRequiredText(),
        password: createRequiredText({ isSecret: true }),
        name: createOptionalText(),
        username: createOptionalText(),
      },
      run: (ctx, entered) => startSignUp(ctx, settings, entered),
      page: async (ctx, { failure }, { email, name = '', username = '' }) =>
        failure && (await renderSignUpPage(ctx, settings, { email, name, username, failure })),
    }),

    showSent: defineOperation({
      method: 'GET',
      path: 'sent',
      description: 'The page says that an email was sent.',
      input: { notice: createChoice(['must-change'], undefined) },
      run: () => ({}),
      page: async (ctx, _, { notice }) => {
        const { sent, emails } = await ctx.getTexts<PasswordsTexts>()
        const title = notice === 'must-change' ? emails.mustChange.heading : sent.title
        return renderMessagePage(ctx, { title, message: [sent.message, sent.hint] })
      },
    }),
  }
}

interface EnteredSignUp {
  readonly email: string
  readonly password: string
  readonly name: string | undefined
  readonly username: string | undefined
}

type SignUpFailure = OperationFailure<
  | 'sign-up-disabled'
  | 'invalid-email'
  | 'invalid-username'
  | 'username-taken'
  | 'too-many-attempts'
  | NewPasswordFault
>

/** An address that has an account gets another email. All else is the same: the answer, the statements and the hash. */
async function startSignUp(
  ctx: PluginContext,
  settings: PasswordsSettings,
  { email, password, ...entered }: EnteredSignUp,
): Promise<{ readonly url: string } | SignUpFailure> {
  if (!settings.canSignUp) return createFailure('sign-up-disabled', { status: 404 })
  const address = parseEmail(email)
  if (address === null) return createFailure('invalid-email')
  const name = normalizeName(entered.name ?? '')
  const username = resolveNewUsername(settings, entered.username)
  if (isFailure(username)) return username
  const refused =
    (await checkRules(ctx, settings, { password, names: [address, name, username] })) ??
    (await throttleEmail(ctx, address)) ??
    (await checkBreaches(ctx, settings, password)) ??
    (await reserveNewUsername(ctx, username, address))
  if (refused) return refused
  const signUp = { email: address, name, username, hash: await settings.hasher.hash(password) }
  const url = settings.verification === 'after' ? await createUnverifiedUser(ctx, signUp) : null
  return url === null ? await sendSignUpLink(ctx, signUp) : { url }
}

/** Null if users have no user names. */
export function resolveNewUsername(
  { usernames }: PasswordsSettings,
  entered: string | undefined,
): string | null | OperationFailure<'invalid-username' | 'username-taken'> {
  if (!usernames) return null
  const username = parseUsername(entered ?? '')
  if (username === null) return createFailure('invalid-username')
  return usernames.reserved.has(username) ? createFailure('username-taken') : username
}

/** The name is that of the sign-up while its link works. */
async function reserveNewUsername(
  ctx: PluginContext,
  username: string | null,
  email: string,
): Promise<OperationFailure<'username-taken'> | null> {
  if (username === null || (await reserveUsername(ctx, { username, email }, signUpMaxAge))) return null
  return createFailure('username-taken')
}

/**
 * Creates the user before the email address is proven, and signs them in. The password is unproven: the first proof of the address deletes it, unless
 * the person who has it opens the link of this email.
 *
 * @returns where the user continues, or null if a user has the address
 */
async function createUnverifiedUser(
  ctx: PluginContext,
  { email, name, username, hash }: NewSignUp,
): Promise<string | null> {
  let createdId: string | null = null
  const url = await ctx.signUpUser(name ? { email, name } : { email }, {
    methods: ['pwd'],
    async storeMethod(userId) {
      if (username !== null) await setUsername(ctx, { username, email }, userId)
      await storeFirstPassword(ctx, userId, { hash, isProven: false, event: 'sign-up' })
      createdId = userId
    },
  })
  if (createdId === null) return url
  try {
    await sendConfirmation(ctx, { userId: createdId, email })
  } catch (error) {
    // The user exists, and can request another link.
    ctx.logger.error(toError(error))
  }
  return url
}

/** A user who did not prove the address is not its owner, so the link works. Opening it deletes the password of that user. */
async function sendSignUpLink(ctx: PluginContext, signUp: NewSignUp): Promise<{ readonly url: string }> {
  const user = await ctx.findUserByEmail(signUp.email)
  const password = await readPassword(ctx, user?.id ?? null)
  const isTaken = user !== null && !isUnprovenPassword(user, password)
  const token = await saveSignUp(ctx, signUp, { isTaken })
  await sendPasswordsEmail(ctx, {
    to: signUp.email,
    type: isTaken ? 'accountExists' : 'verify',
    url: isTaken ? buildPageUrl(ctx, 'sign-in') : buildPageUrl(ctx, 'verify', { token }),
    maxAge: signUpMaxAge,
  })
  return { url: buildPageUrl(ctx, 'sent') }
}

/** In code points. */
const maxNameLength = 200

/** A longer name is cut: it becomes part of each session. */
function normalizeName(name: string): string {
  return [
    ...toWellFormed(name)
      .replace(/\p{Cc}/gu, ' ')
      .trim(),
  ]
    .slice(0, maxNameLength)
    .join('')
}

interface SignUpPage extends Readonly<Record<'email' | 'name' | 'username', string>> {
  readonly failure: PasswordsFailure | null
}

const emptyPage: SignUpPage = { email: '', name: '', username: '', failure: null }

async function renderSignUpPage(
  ctx: PluginContext,
  settings: PasswordsSettings,
  page: SignUpPage,
): Promise<PluginPage> {
  const texts = await ctx.getTexts<PasswordsTexts>()
  const { title, button, haveAccount } = texts.signUp
  return await renderFormPage(ctx, {
    title,
    message: [],
    failure: page.failure,
    path: 'sign-up',
    fields: renderSignUpFields(texts, settings, page),
    button,
    links: [[buildPageUrl(ctx, 'sign-in'), haveAccount]],
  })
}

function renderSignUpFields(
  texts: PasswordsTexts,
  settings: PasswordsSettings,
  { email, name, username, failure }: SignUpPage,
): readonly (Html | null)[] {
  const isUsernameWrong = failure?.error === 'invalid-username' || failure?.error === 'username-taken'
  const isEmailWrong = failure?.error === 'invalid-email'
  const isNameWrong = isUsernameWrong || isEmailWrong
  const isPasswordWrong = failure !== null && !isNameWrong && failure.error !== 'too-many-attempts'
  return [
    renderField({
      name: 'name',
      label: texts.nameLabel,
      value: name,
      autocomplete: 'name',
      attributes: { required: false },
    }),
    renderEmailField({
      label: texts.emailLabel,
      value: email,
      isInvalid: isEmailWrong,
      hasFocus: !isPasswordWrong && !isUsernameWrong,
      ...(settings.usernames && { autocomplete: 'email' }),
    }),
    settings.usernames &&
      renderNewUsernameField(texts, {
        label: texts.usernameLabel,
        value: username,
        isInvalid: isUsernameWrong,
        hasFocus: isUsernameWrong,
      }),
    renderNewPasswordField(texts, settings, {
      label: texts.passwordLabel,
      isInvalid: isPasswordWrong,
      hasFocus: isPasswordWrong,
    }),
  ]
}
