import {
  createFailure,
  createOptionalText,
  createRequiredText,
  defineOperation,
  fillText,
  type OperationFailure,
  type PluginContext,
  type PluginPage,
  renderField,
  throttleAccount,
  throttleEmail,
  toWellFormed,
} from '../../plugins.js'
import { parseEmail } from './email-address.js'
import { sendPasswordsEmail } from './emails.js'
import type { PasswordsTexts } from './locales/texts.js'
import { checkBreaches, checkRules } from './new-password.js'
import {
  buildPageUrl,
  renderEmailField,
  renderExpiredPage,
  renderFormPage,
  renderHiddenEmail,
  renderMessagePage,
  renderNewPasswordField,
  renderPasswordField,
} from './pages.js'
import { storeFirstPassword } from './password-record.js'
import { attemptLimit, logFault } from './sign-in.js'
import {
  confirmSignUp,
  deleteSignUp,
  deleteUnconfirmedSignUp,
  readSignUp,
  saveSignUp,
  signUpMaxAge,
  type WaitingSignUp,
} from './sign-up-record.js'
import type { NewPasswordFault, PasswordsFailure, PasswordsSettings } from './types.js'

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
      page: async (ctx, { data }) =>
        data && (await renderSignUpPage(ctx, settings, { email: '', name: '', failure: null })),
    }),

    signUp: defineOperation({
      method: 'POST',
      path: 'sign-up',
      description:
        'Starts a sign-up, and sends an email. The answer is the same for an address that has an account.',
      input: { email: createRequiredText(), password: createRequiredText(), name: createOptionalText() },
      run: (ctx, entered) => startSignUp(ctx, settings, entered),
      page: async (ctx, { failure }, { email, name }) =>
        failure && (await renderSignUpPage(ctx, settings, { email, name: name ?? '', failure })),
    }),

    showSent: defineOperation({
      method: 'GET',
      path: 'sent',
      description: 'The page says that an email was sent.',
      run: () => ({}),
      page: async ctx => {
        const { sent } = await ctx.getTexts<PasswordsTexts>()
        return renderMessagePage(ctx, { title: sent.title, message: [sent.message, sent.hint] })
      },
    }),
  }
}

/** Creates the operations of the link in the email. */
export function createVerificationOperations(settings: PasswordsSettings) {
  return {
    showVerification: defineOperation({
      method: 'GET',
      path: 'verify',
      description: 'Returns what the link of an email is for. It changes nothing.',
      input: { token: createRequiredText() },
      async run(ctx, { token }) {
        const signUp = await readSignUp(ctx, token)
        return signUp
          ? { email: signUp.email, needsPassword: !signUp.isSameBrowser }
          : createFailure('expired-link')
      },
      page: async (ctx, { data }, { token }) =>
        data
          ? await renderVerifyPage(ctx, { ...data, token, failure: null })
          : await renderExpiredPage(ctx, 'sign-up'),
    }),

    verify: defineOperation({
      method: 'POST',
      path: 'verify',
      description:
        'Creates the account, and signs the user in. Another browser than that of the sign-up sends the password.',
      input: { token: createRequiredText(), password: createOptionalText() },
      run: (ctx, input) => completeSignUp(ctx, settings, input),
      page: async (ctx, { failure }, { token }) => {
        if (!failure) return null
        const signUp = failure.error === 'expired-link' ? null : await readSignUp(ctx, token)
        if (!signUp) return await renderExpiredPage(ctx, 'sign-up')
        const { email, isSameBrowser } = signUp
        return await renderVerifyPage(ctx, { email, needsPassword: !isSameBrowser, token, failure })
      },
    }),
  }
}

interface EnteredSignUp {
  readonly email: string
  readonly password: string
  readonly name: string | undefined
}

type SignUpFailure = OperationFailure<
  'sign-up-disabled' | 'invalid-email' | 'too-many-attempts' | NewPasswordFault
>
type VerificationFailure = OperationFailure<
  'expired-link' | 'account-exists' | 'wrong-password' | 'too-many-attempts'
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
  const refused =
    (await checkRules(ctx, settings, { password, names: [address, name] })) ??
    (await throttleEmail(ctx, address)) ??
    (await checkBreaches(ctx, settings, password))
  if (refused) return refused
  const hash = await settings.hasher.hash(password)
  const isTaken = (await ctx.findUserByEmail(address)) !== null
  const token = await saveSignUp(ctx, { email: address, name, hash }, { isTaken })
  await sendPasswordsEmail(ctx, {
    to: address,
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
  if (existing && !signUp.isConfirmed) {
    // If it changed, a concurrent request with this link has created the user.
    if (!(await deleteUnconfirmedSignUp(ctx, signUp)))
      return await completeSignUp(ctx, settings, { token, password })
    return createFailure('account-exists', { url: buildPageUrl(ctx, 'sign-in') })
  }
  // Of several concurrent requests, one marks it. The others go on with what it creates.
  if (!signUp.isConfirmed) await confirmSignUp(ctx, signUp, token)
  const { name } = signUp
  const url = await ctx.signInByEmail(signUp.email, ['email'], name ? { name } : {})
  const user = await ctx.findUserByEmail(signUp.email)
  if (user) await storeFirstPassword(ctx, user.id, signUp.hash)
  await deleteSignUp(ctx, signUp)
  return { url }
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

interface SignUpPage {
  readonly email: string
  readonly name: string
  readonly failure: PasswordsFailure | null
}

async function renderSignUpPage(
  ctx: PluginContext,
  settings: PasswordsSettings,
  { email, name, failure }: SignUpPage,
): Promise<PluginPage> {
  const texts = await ctx.getTexts<PasswordsTexts>()
  const { title, button, haveAccount } = texts.signUp
  const isEmailWrong = failure?.error === 'invalid-email'
  const isPasswordWrong = failure !== null && !isEmailWrong && failure.error !== 'too-many-attempts'
  return await renderFormPage(ctx, {
    title,
    message: [],
    failure,
    path: 'sign-up',
    fields: [
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
        hasFocus: !isPasswordWrong,
      }),
      renderNewPasswordField(texts, settings, {
        label: texts.passwordLabel,
        isInvalid: isPasswordWrong,
        hasFocus: isPasswordWrong,
      }),
    ],
    button,
    links: [[buildPageUrl(ctx, 'sign-in'), haveAccount]],
  })
}

interface VerifyPage {
  readonly email: string
  readonly needsPassword: boolean
  readonly token: string
  readonly failure: PasswordsFailure | null
}

async function renderVerifyPage(ctx: PluginContext, page: VerifyPage): Promise<PluginPage> {
  const { email, needsPassword, token, failure } = page
  const texts = await ctx.getTexts<PasswordsTexts>()
  const { title, message, passwordMessage, button } = texts.verify
  const field = { label: texts.passwordLabel, isInvalid: failure !== null, hasFocus: true }
  return await renderFormPage(ctx, {
    title,
    message: [fillText(message, { email }), needsPassword && passwordMessage],
    failure,
    path: 'verify',
    hidden: { token },
    fields: needsPassword ? [renderHiddenEmail(email), renderPasswordField(texts, field)] : [],
    button,
  })
}
