import { findIdentifierField } from '../config/identifier-field.js'
import type { CredentialsConfig, EmailConfig } from '../types/provider.js'
import { buildPageUrl } from './document.js'
import {
  getCredentialLabel,
  getEmailLabel,
  getErrorAttributes,
  getInputDefaults,
  getProviderName,
  renderField,
  renderHiddenFields,
  renderTypedIdentifier,
  type SignInFormProps,
} from './form-fields.js'
import { type Html, type HtmlValue, html, renderAttributes } from './html.js'
import { type IconName, renderIcon } from './icon.js'
import { interpolateHtml } from './interpolate.js'

/** The position of a form among the forms of the page. */
export interface FormPosition {
  /** The id of the submit button. */
  readonly buttonId: string
  /** Whether no other form of the page is of the same kind. */
  readonly isOnlyOfKind: boolean
  /** Whether the button stands out. On a page with one choice after another, only the first one does. */
  readonly isPrimary: boolean
  /** Whether it is the first of the page. */
  readonly isFirst: boolean
}

/** Renders the form that requests a magic link or a one-time code. */
export function renderEmailForm(page: SignInFormProps, provider: EmailConfig, position: FormPosition): Html {
  const { id } = provider
  const name = getProviderName(page, provider)
  const { identifier = null, signInTranslations: texts } = page
  const { isOnlyOfKind } = position
  const input = renderField({
    key: 'email',
    providerId: id,
    label: getEmailLabel(page, provider, { isOnlyEmailField: isOnlyOfKind }),
    attributes: {
      type: page.stepUp || identifier !== null ? 'hidden' : 'email',
      value: identifier ?? page.email,
      placeholder: texts.emailPlaceholder,
      autocomplete: 'email',
      required: true,
      autofocus: page.isOnlyMethod && page.error === null,
      ...getErrorAttributes(page, 'EmailSignin'),
    },
  })
  const localesInput = { type: 'hidden', name: 'ui_locales', value: page.hints?.ui_locales }
  const fields = html`${page.hints?.ui_locales && html`<input${renderAttributes(localesInput)}>`}${input}`
  const form = { action: `${page.authUrl}/signin/${id}`, fields, ...position }
  if (identifier !== null) {
    const label = provider.oneTimeCode ? texts.emailCodeButton : texts.emailLinkButton
    return renderForm(page, { ...form, icon: 'envelope', label: isOnlyOfKind ? label : `${label} (${name})` })
  }
  const label = isOnlyOfKind ? texts.emailButton : interpolateHtml(texts.button, { name })
  return renderForm(page, { ...form, label })
}

/** Renders the form with the fields of the app's `credentials`. */
export function renderCredentialsForm(
  page: SignInFormProps,
  provider: CredentialsConfig,
  position: FormPosition,
): Html {
  const { id, credentials } = provider
  const { identifier = null } = page
  const identifierKey = findIdentifierField(credentials)?.key
  const hasFocus = (page.isOnlyMethod || (identifier !== null && position.isFirst)) && page.error === null
  const shown = Object.entries(credentials).filter(([key]) => identifier === null || key !== identifierKey)
  const fields = shown.map(([key, { label, ...input }], index) =>
    renderField({
      key,
      providerId: id,
      label: getCredentialLabel(page, provider, [key, { ...(label !== undefined && { label }) }]),
      attributes: {
        type: 'text',
        value: key === identifierKey ? page.email : null,
        autofocus: hasFocus && index === 0,
        ...(input.type === 'password' && { 'data-show': page.signInTranslations.showPassword }),
        ...getInputDefaults(key, input),
        ...getErrorAttributes(page, 'CredentialsSignin'),
        ...input,
      },
    }),
  )
  return renderForm(page, {
    ...position,
    action: buildPageUrl(page, `/callback/${id}`),
    fields: [
      identifierKey && identifier !== null && renderTypedIdentifier(identifierKey, identifier),
      fields,
    ],
    label: getCredentialsLabel(page, getProviderName(page, provider)),
  })
}

/** A link of a plugin below the forms. */
export interface PluginLinkProps {
  readonly purpose: 'sign-up' | 'recovery'
  readonly url: string
  readonly label: string
}

/** A way to sign in that a plugin brings. */
export interface PluginMethodProps {
  /** The id of the plugin and the path of its operation. */
  readonly id: string
  /** The page of the method, or with a field what its form is sent to. */
  readonly url: string
  /** The page of the method, which asks for all that it needs. */
  readonly pageUrl: string
  readonly label: string
  readonly field: { readonly name: string; readonly type: 'email' | 'text'; readonly label: string } | null
  /** The password that the form asks for beside the field. */
  readonly secret: { readonly name: string; readonly label: string } | null
  readonly links: readonly PluginLinkProps[]
}

/** Renders the button or the form of a way to sign in that a plugin brings. */
export function renderPluginMethod(
  page: SignInFormProps,
  method: PluginMethodProps,
  position: FormPosition,
): Html {
  const { id, url, label, field, secret } = method
  if (!field) return html`<a class="button" href="${url}">${label}</a>`
  const { identifier = null, signInTranslations: texts } = page
  const hasFocus = page.isOnlyMethod && page.error === null
  const providerId = id.replaceAll('/', '-')
  const input = renderField({
    key: field.name,
    providerId,
    label: field.label,
    attributes: {
      type: field.type,
      value: field.type === 'email' ? page.email : null,
      autocomplete: field.type === 'email' && !secret ? 'email' : 'username',
      required: true,
      autofocus: hasFocus,
    },
  })
  return renderForm(page, {
    ...position,
    action: url,
    fields: [
      identifier === null ? input : renderTypedIdentifier(field.name, identifier),
      secret &&
        renderSecretField(page, method, {
          hasFocus: identifier !== null && position.isFirst && page.error === null,
        }),
    ],
    label: secret ? texts.submitButton : label,
  })
}

function renderSecretField(
  { signInTranslations }: SignInFormProps,
  { id, secret, links }: PluginMethodProps,
  { hasFocus }: { readonly hasFocus: boolean },
): HtmlValue {
  if (!secret) return null
  const field = renderField({
    key: secret.name,
    providerId: id.replaceAll('/', '-'),
    label: secret.label,
    attributes: {
      type: 'password',
      autocomplete: 'current-password',
      'data-show': signInTranslations.showPassword,
      required: true,
      autofocus: hasFocus,
    },
  })
  return [field, links.filter(({ purpose }) => purpose === 'recovery').map(renderLink)]
}

/** Renders a link of a plugin. */
export function renderLink({ url, label }: Pick<PluginLinkProps, 'url' | 'label'>): Html {
  return html`<p class="aside"><a class="secondary-link" href="${url}">${label}</a></p>`
}

/** Returns a generic label if the provider has its default name. */
function getCredentialsLabel({ signInTranslations }: SignInFormProps, name: string): HtmlValue {
  return name === 'Credentials'
    ? signInTranslations.submitButton
    : interpolateHtml(signInTranslations.button, { name })
}

interface FormProps extends Pick<FormPosition, 'buttonId' | 'isPrimary'> {
  readonly action: string
  readonly fields: HtmlValue
  readonly label: HtmlValue
  readonly icon?: IconName
}

function renderForm(page: SignInFormProps, form: FormProps): Html {
  const { action, fields, buttonId, label, icon, isPrimary } = form
  return html`<form action="${action}" method="POST">
${renderHiddenFields(page)}
${fields}
<button id="${buttonId}" type="submit" class="button${isPrimary && ' primary'}">${icon && renderIcon(icon)}<span>${label}</span></button>
</form>`
}
