import {
  appendQuery,
  fillText,
  type Html,
  html,
  type OperationFailure,
  type PluginContext,
  type PluginPage,
  renderCardPage,
  renderFailureNotice,
  renderField,
  renderForm,
  renderSubmitButton,
} from '../../plugins.js'
import type { PasswordsTexts } from './locales/texts.js'
import type { PasswordsSettings } from './types.js'

const pageStyle =
  '.form{margin-block-start:1.5rem}.links{display:grid;gap:.25rem;margin-block-start:1.25rem;text-align:center;text-wrap:balance}.hint{margin:-.25rem 0 1.25rem}'

/** Builds the URL of a page of the plugin, which continues where this request does. */
export function buildPageUrl(
  { pluginUrl, callbackUrl }: PluginContext,
  path: string,
  params: Readonly<Record<string, string>> = {},
): string {
  return appendQuery(`${pluginUrl}/${path}`, { callbackUrl, ...params })
}

/** A page with one form of the plugin. */
export interface FormPage {
  readonly title: string
  readonly message: readonly (string | false)[]
  readonly failure: OperationFailure | null
  /** Replaces the text of the failure. */
  readonly failureText?: string
  /** The path of the operation that receives the form. */
  readonly path: string
  readonly hidden?: Readonly<Record<string, string | null>>
  readonly fields: readonly (Html | null)[]
  readonly button: string
  /** The links below the form, as URL and label. */
  readonly links?: readonly (readonly [url: string, label: string])[]
}

/** Renders a page with one form. */
export async function renderFormPage(ctx: PluginContext, page: FormPage): Promise<PluginPage> {
  const { title, message, failure, failureText, path, hidden, fields, button, links = [] } = page
  const texts = await ctx.getTexts<PasswordsTexts>()
  const form = renderForm(ctx, {
    path,
    ...(hidden && { hidden }),
    content: html`${fields}
${renderSubmitButton(button)}`,
  })
  return renderCardPage({
    title,
    message: message.map(text => text && fillHost(ctx, text)),
    content: html`${failureText === undefined ? renderFailure(texts, failure) : renderFailureNotice(failureText)}
${form}
${renderLinks(links)}`,
    style: pageStyle,
  })
}

/** The page of a link that proves an email address. */
export interface LinkPage {
  readonly path: 'verify' | 'confirm-email'
  readonly email: string
  /** Whether the browser must show that its user knows the password. */
  readonly needsPassword: boolean
  readonly token: string
  readonly failure: OperationFailure | null
}

/** Renders the page of a link that proves an email address. */
export async function renderLinkPage(ctx: PluginContext, page: LinkPage): Promise<PluginPage> {
  const { path, email, needsPassword, token, failure } = page
  const texts = await ctx.getTexts<PasswordsTexts>()
  const { title, message, button } = path === 'verify' ? texts.verify : texts.confirmEmail
  const field = { label: texts.passwordLabel, isInvalid: failure !== null, hasFocus: true }
  return await renderFormPage(ctx, {
    title,
    message: [fillText(message, { email }), needsPassword && texts.verify.passwordMessage],
    failure,
    path,
    hidden: { token },
    fields: needsPassword ? [renderHiddenEmail(email), renderPasswordField(texts, field)] : [],
    button,
  })
}

/** Renders a page without a form. */
export function renderMessagePage(
  ctx: PluginContext,
  { title, message, links = [] }: Pick<FormPage, 'title' | 'message' | 'links'>,
): PluginPage {
  return renderCardPage({
    title: fillHost(ctx, title),
    message: message.map(text => text && fillHost(ctx, text)),
    content: html`${renderLinks(links)}`,
    style: pageStyle,
  })
}

/** The page of a link that does not work any more. */
export async function renderExpiredPage(
  ctx: PluginContext,
  path: 'sign-up' | 'forgot' | 'send-confirmation',
): Promise<PluginPage> {
  const { expired, errors } = await ctx.getTexts<PasswordsTexts>()
  const links = [[buildPageUrl(ctx, path), expired.button]] as const
  return renderMessagePage(ctx, { title: expired.title, message: [errors['expired-link']], links })
}

function fillHost(ctx: PluginContext, text: string): string {
  return fillText(text, { host: ctx.appName })
}

function renderFailure({ errors }: PasswordsTexts, failure: OperationFailure | null): Html | null {
  const texts: Readonly<Record<string, string>> = errors
  return renderFailureNotice(failure && texts[failure.error])
}

function renderLinks(links: NonNullable<FormPage['links']>): Html | null {
  if (links.length === 0) return null
  const items = links.map(([url, label]) => html`<a class="secondary-link" href="${url}">${label}</a>`)
  return html`<p class="links">${items}</p>`
}

/** A field of a form: what it is called, its value, and whether the failure is about it. */
interface FieldState {
  readonly label: string
  readonly value?: string | undefined
  readonly isInvalid?: boolean
  readonly hasFocus?: boolean
  readonly autocomplete?: string
}

/** Renders the field for the email address: password managers read it as the user name, unless there is another one. */
export function renderEmailField({ autocomplete = 'username', ...field }: FieldState): Html {
  return renderField({ ...field, autocomplete, name: 'email', type: 'email', attributes: { dir: 'ltr' } })
}

const usernameAttributes = { dir: 'ltr', autocapitalize: 'none', spellcheck: 'false' }

/** Renders the field that takes the user name, or also the email address. */
export function renderLoginField(field: FieldState): Html {
  return renderField({ ...field, name: 'email', autocomplete: 'username', attributes: usernameAttributes })
}

/** Renders the field for a new user name. */
export function renderNewUsernameField({ usernameHint }: PasswordsTexts, field: FieldState): Html {
  const attributes = { ...usernameAttributes, minlength: '3', maxlength: '30' }
  return html`${renderField({ ...field, name: 'username', autocomplete: 'username', attributes })}
<p class="hint">${usernameHint}</p>`
}

/** Renders the email address for password managers. The person does not see it. */
export function renderHiddenEmail(email: string | null | undefined): Html | null {
  if (!email) return null
  return html`<input type="email" name="username" value="${email}" autocomplete="username" hidden readonly tabindex="-1">`
}

/** Renders the field for the password that a person has. */
export function renderPasswordField(texts: PasswordsTexts, field: FieldState, name = 'password'): Html {
  const attributes = { 'data-show': texts.showPassword }
  return renderField({ ...field, name, type: 'password', autocomplete: 'current-password', attributes })
}

/** Renders the field for a new password, with the rules in the form that password managers read. */
export function renderNewPasswordField(
  texts: PasswordsTexts,
  { minLength }: PasswordsSettings,
  field: FieldState,
): Html {
  const attributes = {
    'data-show': texts.showPassword,
    minlength: String(minLength),
    passwordrules: `minlength: ${minLength}; allowed: unicode;`,
  }
  const input = renderField({
    ...field,
    name: 'password',
    type: 'password',
    autocomplete: 'new-password',
    attributes,
  })
  return html`${input}
<p class="hint">${fillText(texts.passwordHint, { count: minLength })}</p>`
}
