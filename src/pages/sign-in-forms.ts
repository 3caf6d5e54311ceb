import type { CredentialsConfig, EmailConfig } from '../types/provider.js'
import { buildPageUrl } from './document.js'
import {
  getEmailLabel,
  getErrorAttributes,
  getInputDefaults,
  renderField,
  renderHiddenFields,
  type SignInFormProps,
} from './form-fields.js'
import { type Html, type HtmlValue, html, renderAttributes } from './html.js'
import { interpolateHtml } from './interpolate.js'

/** The position of a form among the forms of the page. */
export interface FormPosition {
  /** The id of the submit button. */
  readonly buttonId: string
  /** Whether no other form of the page has the same provider type. */
  readonly isOnlyOfType: boolean
}

/** Renders the form that requests a magic link or a one-time code. */
export function renderEmailForm(
  page: SignInFormProps,
  provider: EmailConfig,
  { buttonId, isOnlyOfType }: FormPosition,
): Html {
  const { id, name } = provider
  const input = renderField({
    key: 'email',
    providerId: id,
    label: getEmailLabel(page, provider, { isOnlyEmailField: isOnlyOfType }),
    attributes: {
      type: page.stepUp ? 'hidden' : 'email',
      value: page.email,
      placeholder: page.signInTranslations.emailPlaceholder,
      autocomplete: 'email',
      required: true,
      autofocus: page.isOnlyMethod,
      ...getErrorAttributes(page, 'EmailSignin'),
    },
  })
  const localesInput = { type: 'hidden', name: 'ui_locales', value: page.hints?.ui_locales }
  const fields = html`${page.hints?.ui_locales && html`<input${renderAttributes(localesInput)}>`}${input}`
  const label = isOnlyOfType
    ? page.signInTranslations.emailButton
    : interpolateHtml(page.signInTranslations.button, { name })
  return renderForm(page, { action: `${page.authUrl}/signin/${id}`, fields, buttonId, label })
}

/** Renders the form with the fields of the app's `credentials`. */
export function renderCredentialsForm(
  page: SignInFormProps,
  provider: CredentialsConfig,
  { buttonId }: FormPosition,
): Html {
  const { id, name, credentials } = provider
  const fields = Object.entries(credentials).map(([key, { label, ...input }], index) =>
    renderField({
      key,
      providerId: id,
      label: label ?? key,
      attributes: {
        type: 'text',
        autofocus: page.isOnlyMethod && index === 0,
        ...getInputDefaults(key, input),
        ...getErrorAttributes(page, 'CredentialsSignin'),
        ...input,
      },
    }),
  )
  const action = buildPageUrl(page, `/callback/${id}`)
  return renderForm(page, { action, fields, buttonId, label: getCredentialsLabel(page, name) })
}

/** A way to sign in that a plugin brings. */
export interface PluginMethodProps {
  /** The id of the plugin and the path of its operation. */
  readonly id: string
  readonly url: string
  readonly label: string
  readonly field: { readonly name: string; readonly type: 'email' | 'text'; readonly label: string } | null
}

/** Renders the button or the form of a way to sign in that a plugin brings. */
export function renderPluginMethod(
  page: SignInFormProps,
  { id, url, label, field }: PluginMethodProps,
  buttonId: string,
): Html {
  if (!field) return html`<a class="button" href="${url}">${label}</a>`
  const input = renderField({
    key: field.name,
    providerId: id.replaceAll('/', '-'),
    label: field.label,
    attributes: {
      type: field.type,
      value: field.type === 'email' ? page.email : null,
      autocomplete: field.type === 'email' ? 'email' : 'username',
      required: true,
      autofocus: page.isOnlyMethod,
    },
  })
  return renderForm(page, { action: url, fields: html`${input}`, buttonId, label })
}

/** Returns a generic label if the provider has its default name. */
function getCredentialsLabel({ signInTranslations }: SignInFormProps, name: string): HtmlValue {
  return name === 'Credentials'
    ? signInTranslations.submitButton
    : interpolateHtml(signInTranslations.button, { name })
}

interface FormProps {
  readonly action: string
  readonly fields: HtmlValue
  readonly buttonId: string
  readonly label: HtmlValue
}

function renderForm(page: SignInFormProps, { action, fields, buttonId, label }: FormProps): Html {
  return html`<form action="${action}" method="POST">
${renderHiddenFields(page)}
${fields}
<button id="${buttonId}" type="submit" class="button primary"><span>${label}</span></button>
</form>`
}
