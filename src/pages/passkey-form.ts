import type { WebAuthnConfig } from '../types/provider.js'
import { onward } from './document.js'
import { defaultsFor, explained, field, hiddenFields, type SignIn } from './field.js'
import { attributes, type Html, html, type Piece } from './html.js'
import { icon } from './icon.js'
import { fill } from './texts.js'

/**
 * Asks for a passkey, and offers to make one. The script of the page shows it where passkeys work. Who is signed in
 * mostly comes to add one, and needs no fields: it is known whose it is.
 */
export function passkeyForm(page: SignIn, provider: WebAuthnConfig): Html {
  const { id } = provider
  const { isMember = false } = page
  const formFields = isMember ? {} : (provider.formFields ?? {})
  const [primary, secondary] = ['button primary', 'button']
  const words = page.words.passkey
  const form = {
    id: `${id}-form`,
    action: onward(page, `/callback/${id}`),
    method: 'POST',
    'data-passkey': `${page.base}/webauthn-options/${id}`,
    'data-autofill': !isMember && provider.enableConditionalUI !== false,
    hidden: true,
  }
  return html`<form${attributes(form)}>
${hiddenFields(page)}
<div class="error notice" role="alert" data-failed hidden>${icon('alert')}<p>${words.failed}</p></div>
${Object.entries(formFields).map(([key, input]) => passkeyField(page, provider, [key, input]))}
<button id="submitButton-${id}" type="submit" class="${isMember ? secondary : primary}"><span>${labelOf(page, provider, words.button)}</span></button>
<button type="button" class="${isMember ? primary : secondary}" data-register><span>${words.create}</span></button>
</form>
<p class="unsupported">${words.unsupported}</p>`
}

type Field = readonly [key: string, input: NonNullable<WebAuthnConfig['formFields']>[string]]

function passkeyField(page: SignIn, { id }: WebAuthnConfig, [key, { label, ...input }]: Field): Html {
  const own = {
    type: key === 'email' ? 'email' : 'text',
    'data-form-field': true,
    value: key === 'email' ? page.email : null,
    ...defaultsFor(key, input),
    ...explained(page, 'AccountNotLinked'),
    ...input,
  }
  return field({ key, providerId: id, label: emailLabel(page, key, label), attributes: own })
}

/** The label of the factory is English; the page may speak another language. */
function emailLabel({ words }: SignIn, key: string, label: string | undefined): string {
  return key === 'email' && (label === undefined || label === 'Email') ? words.emailLabel : (label ?? key)
}

/** Left at its default, the name is that of the thing itself. */
function labelOf({ words }: SignIn, { name }: WebAuthnConfig, usual: string): Piece {
  return name === 'Passkey' || name === 'WebAuthn' ? usual : fill(words.button, { name })
}
