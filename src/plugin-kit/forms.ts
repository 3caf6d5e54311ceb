import { interpolate } from '../base/template.js'
import { type Html, html, renderAttributes } from '../pages/html.js'
import type { PluginContext, PluginPage } from '../types/plugin.js'
import { buildOperationUrl, type OperationFailure, type Subject } from './operation.js'

/** A page with one card. */
export interface CardProps extends Omit<PluginPage, 'card'> {
  /** The paragraphs below the title. What is not text is left out. */
  readonly message: readonly (string | null | undefined | false)[]
  /** What follows, such as a form. */
  readonly content: Html
}

/** Renders a page with a title, a message and a form. */
export function renderCardPage({ message, content, ...page }: CardProps): PluginPage {
  const card = html`<div class="card">
<h1>${page.title}</h1>
<div class="message">${message.map(text => text && html`<p>${text}</p>`)}</div>
${content}
</div>`
  return { ...page, card }
}

/** A form that sends a POST to an action of the plugin. */
export interface FormProps {
  /** The path below the id of the plugin. */
  readonly path: string
  /** Fields that the user does not see. Null leaves one out. The CSRF token and `callbackUrl` are added. */
  readonly hidden?: Readonly<Record<string, string | null>> | undefined
  /** The subject of the page. The form names its pending sign-in. */
  readonly subject?: Subject | undefined
  /** The fields. */
  readonly content?: Html | null | undefined
  /** The text of the button that submits the form. */
  readonly button?: string | undefined
  /** The `optionsUrl` of a passkey: the script of Latchkey then shows the form and submits the credential. */
  readonly passkeyOptionsUrl?: string | undefined
  /** Whether the script signals the passkeys of the signed-in user to the browser when the page opens. @default false */
  readonly signalsPasskeys?: boolean | undefined
  /** The class of a form in the card. @default 'form' */
  readonly className?: string | undefined
}

/** Renders a form. */
export function renderForm(ctx: PluginContext, form: FormProps): Html {
  const {
    path,
    hidden,
    subject,
    content,
    button,
    passkeyOptionsUrl,
    signalsPasskeys,
    className = 'form',
  } = form
  const attributes = renderAttributes({
    class: className || null,
    'data-passkey': passkeyOptionsUrl,
    'data-signals': signalsPasskeys ? 'now' : undefined,
    hidden: passkeyOptionsUrl !== undefined,
  })
  return html`<form${attributes} action="${buildOperationUrl(ctx, path)}" method="POST">
${renderHiddenFields(ctx, { ...hidden, pending: subject?.pending?.id ?? null })}
${content}
${button !== undefined && renderSubmitButton(button)}
</form>`
}

/** A form that uses a passkey, on a page with `usesPasskey`. */
export interface PasskeyFormProps extends FormProps {
  readonly passkeyOptionsUrl: string
  /** Shown if the browser returns no credential. */
  readonly failedMessage: string
  /** Shown without JavaScript, or in a browser without passkeys. */
  readonly unsupportedMessage: string
}

/** Renders a form whose button uses a passkey. The script of Latchkey shows the form and hides the text below it. */
export function renderPasskeyForm(
  ctx: PluginContext,
  { content, failedMessage, unsupportedMessage, ...form }: PasskeyFormProps,
): Html {
  const failed = html`<div class="error notice" role="alert" data-failed hidden><p>${failedMessage}</p></div>`
  return html`${renderForm(ctx, { ...form, content: html`${failed}\n${content}` })}
<p class="unsupported">${unsupportedMessage}</p>`
}

function renderHiddenFields(
  { csrfToken, callbackUrl }: PluginContext,
  fields: NonNullable<FormProps['hidden']>,
): Html {
  const all = { csrfToken, callbackUrl, ...fields }
  const inputs = Object.entries(all).map(
    ([name, value]) => value !== null && html`<input type="hidden" name="${name}" value="${value}">`,
  )
  return html`${inputs}`
}

/** A field with its label. */
export interface FieldProps {
  readonly name: string
  readonly label: string
  /** @default 'text' */
  readonly type?: 'text' | 'email' | 'password' | undefined
  /** @default the name */
  readonly id?: string | undefined
  readonly value?: string | undefined
  /** The `autocomplete` of HTML, such as `one-time-code`. */
  readonly autocomplete?: string | undefined
  /** More attributes, such as `inputmode`. */
  readonly attributes?: Readonly<Record<string, string | boolean | undefined>> | undefined
  /** Whether the failure above the form is about this field. */
  readonly isInvalid?: boolean | undefined
  /** Whether the field has the focus when the page opens. */
  readonly hasFocus?: boolean | undefined
}

/** Renders a required field. */
export function renderField(field: FieldProps): Html {
  const {
    name,
    label,
    type = 'text',
    id = name,
    value,
    autocomplete,
    attributes,
    isInvalid,
    hasFocus,
  } = field
  const all = renderAttributes({
    type,
    id,
    name,
    value,
    required: true,
    autofocus: hasFocus,
    ...attributes,
    autocomplete,
    'aria-invalid': isInvalid ? 'true' : undefined,
    'aria-describedby': isInvalid ? 'error' : undefined,
  })
  return html`<div class="field"><label for="${id}">${label}</label><input${all}></div>`
}

/** Renders a field for a one-time code, which a phone fills in. */
export function renderCodeField(field: Pick<FieldProps, 'label' | 'isInvalid'>): Html {
  return renderField({
    ...field,
    name: 'code',
    autocomplete: 'one-time-code',
    attributes: { inputmode: 'numeric', dir: 'ltr' },
    hasFocus: true,
  })
}

/** Renders a checkbox, which sends `true`. */
export function renderCheckbox({ name, label, id = name }: Pick<FieldProps, 'name' | 'label' | 'id'>): Html {
  return html`<div class="field choice"><input type="checkbox" id="${id}" name="${name}" value="true"><label for="${id}">${label}</label></div>`
}

/** How a button looks: the usual next step, another one, or one that deletes something. */
export type ButtonKind = 'primary' | 'secondary' | 'destructive'

/** Renders the button that submits a form. */
export function renderSubmitButton(
  label: string,
  { kind = 'primary' }: { readonly kind?: ButtonKind | undefined } = {},
): Html {
  return html`<button type="submit" class="button${kind !== 'secondary' && ` ${kind}`}"><span>${label}</span></button>`
}

/** Renders the text of a failure above a form. `errors` has the texts by the name of the failure. */
export function renderFailure(
  failure: OperationFailure | null,
  errors: Readonly<Record<string, string>>,
): Html | null {
  return renderFailureNotice(failure && errors[failure.error])
}

/** Renders the message of a failure above a form. Fields name it as their description. */
export function renderFailureNotice(message: string | null | undefined): Html | null {
  return message ? html`<div class="error notice" id="error" role="alert"><p>${message}</p></div>` : null
}

/** Replaces `{name}` in a text. A name without a value stays. */
export function fillText(text: string, values: Readonly<Record<string, string | number>>): string {
  return interpolate(text, name => (Object.hasOwn(values, name) ? String(values[name]) : undefined))
}
