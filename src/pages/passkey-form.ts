import type { WebAuthnConfig } from '../types/provider.js'
import { buildPageUrl } from './document.js'
import {
  getCredentialLabel,
  getEmailLabel,
  getErrorAttributes,
  getInputDefaults,
  getProviderName,
  renderField,
  renderHiddenFields,
  type SignInFormProps,
} from './form-fields.js'
import { type Html, type HtmlValue, html, renderAttributes } from './html.js'
import { renderIcon } from './icon.js'
import { interpolateHtml } from './interpolate.js'
import type { FormPosition } from './sign-in-forms.js'

/**
 * Renders the form that authenticates with a passkey or registers one. The page script shows it if the browser supports
 * passkeys. For a signed-in user, registration is the primary button and there are no fields.
 */
export function renderPasskeyForm(
  page: SignInFormProps,
  provider: WebAuthnConfig,
  { isPrimary }: Pick<FormPosition, 'isPrimary'>,
): Html {
  const { id } = provider
  const { isSignedIn = false, isSetup = false, isFirstStep = false, identifier = null, stepUp } = page
  const registersFirst = isSignedIn && !stepUp
  const isInSteps = isFirstStep || identifier !== null
  const formFields = isSignedIn || isFirstStep ? {} : (provider.formFields ?? {})
  const [primary, secondary] = [isPrimary ? 'button primary' : 'button', 'button']
  const translations = page.signInTranslations.passkey
  const form = {
    id: `${id}-form`,
    action: buildPageUrl(page, `/callback/${id}`),
    method: 'POST',
    'data-passkey': `${page.authUrl}/webauthn-options/${id}`,
    'data-signals': provider.enableSignals !== false,
    'data-autofill': !isSignedIn && identifier === null && provider.enableConditionalUI !== false,
    hidden: true,
  }
  return html`<form${renderAttributes(form)}>
${renderHiddenFields(page)}
<div class="error notice" role="alert" data-failed hidden>${renderIcon('alert')}<p>${translations.failed}</p></div>
${Object.entries(formFields).map(([key, input]) => renderPasskeyField(page, provider, [key, input]))}
${!isSetup && html`<button id="submitButton-${id}" type="submit" class="${registersFirst ? secondary : primary}">${isInSteps && renderIcon('key')}<span>${getButtonLabel(page, provider, translations.button)}</span></button>`}
${!stepUp && !isFirstStep && html`<button type="button" class="${registersFirst ? primary : secondary}" data-register><span>${translations.createButton}</span></button>`}
</form>
${!isInSteps && html`<p class="unsupported">${translations.unsupported}</p>`}`
}

type FormField = readonly [key: string, input: NonNullable<WebAuthnConfig['formFields']>[string]]

function renderPasskeyField(
  page: SignInFormProps,
  provider: WebAuthnConfig,
  [key, { label, ...input }]: FormField,
): Html {
  const { identifier = null } = page
  const typed = key === 'email' && identifier !== null && { ...input, type: 'hidden', value: identifier }
  const inputAttributes = {
    type: key === 'email' ? 'email' : 'text',
    'data-form-field': true,
    value: key === 'email' ? page.email : null,
    ...getInputDefaults(key, input),
    ...getErrorAttributes(page, 'AccountNotLinked'),
    ...input,
    ...typed,
  }
  return renderField({
    key,
    providerId: provider.id,
    label: isDefaultEmailLabel(key, label)
      ? getEmailLabel(page, provider, { isOnlyEmailField: !page.hasSeveralEmailFields })
      : getCredentialLabel(page, provider, [key, { ...(label !== undefined && { label }) }]),
    attributes: inputAttributes,
  })
}

/** The default label of the provider is English, and the translation replaces it. */
function isDefaultEmailLabel(key: string, label: string | undefined): boolean {
  return key === 'email' && (label === undefined || label === 'Email')
}

/** Returns the translated label if the provider has its default name. */
function getButtonLabel(page: SignInFormProps, provider: WebAuthnConfig, defaultLabel: string): HtmlValue {
  const name = getProviderName(page, provider)
  return name === 'Passkey' || name === 'WebAuthn'
    ? defaultLabel
    : interpolateHtml(page.signInTranslations.button, { name })
}
