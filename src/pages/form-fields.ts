import type { CredentialInput } from '../types/provider.js'
import type { Translations } from '../types/translations.js'
import type { PageProps } from './document.js'
import { type Attributes, type Html, html, renderAttributes } from './html.js'

/** The authorization parameters about the visitor, OpenID Connect Core section 3.1.2.1. */
export interface AuthorizationHints {
  readonly login_hint?: string
  readonly ui_locales?: string
}

/** The content that the forms of the sign-in page share. */
export interface SignInFormProps extends PageProps {
  readonly signInTranslations: Translations['signIn']
  readonly csrfToken: string | null
  readonly callbackUrl: string
  readonly error: string | null
  readonly email: string | null
  readonly hints?: AuthorizationHints | undefined
  readonly isSignedIn?: boolean
  /** The sealed step-up that the forms are for. The forms then ask for no email address and register no passkey. */
  readonly stepUp?: string | undefined
  /** Whether a signed-in user adds the methods to their account. @default false */
  readonly isSetup?: boolean | undefined
  readonly developerHint?: string | undefined
  /** The icons of the buttons by provider id, as SVG markup from `latchkey/providers` or from the app. */
  readonly icons: ReadonlyMap<string, string>
  /** Whether the page has a single sign-in method. */
  readonly isOnlyMethod: boolean
  /** Whether several forms ask for an email address. */
  readonly hasSeveralEmailFields: boolean
}

/** One labeled input. */
export interface FieldProps {
  readonly key: string
  readonly providerId: string
  readonly label: string
  readonly attributes: Attributes
}

/** Renders the hidden fields of every form. */
export function renderHiddenFields(page: {
  readonly csrfToken: string | null
  readonly callbackUrl: string
  readonly stepUp?: string | undefined
}): Html {
  const { csrfToken, callbackUrl, stepUp } = page
  return html`<input${renderAttributes({ type: 'hidden', name: 'csrfToken', value: csrfToken })}>
${callbackUrl && html`<input type="hidden" name="callbackUrl" value="${callbackUrl}">`}${
  stepUp &&
  html`
<input type="hidden" name="stepUp" value="${stepUp}">`
}`
}

/** Renders a label and its input. A hidden input has no label. */
export function renderField({ key, providerId, label, ...rest }: FieldProps): Html {
  const id = `input-${key}-for-${providerId}-provider`
  const input = html`<input${renderAttributes({ ...rest.attributes, id, name: key })}>`
  if (rest.attributes.type === 'hidden') return input
  const caption = html`<label class="section-header" for="${id}">${label}</label>`
  return isChoiceInput(rest.attributes.type)
    ? html`<div class="field choice">${input}${caption}</div>`
    : html`<div class="field">${caption}${input}</div>`
}

/** Returns the label of an email field. It names the provider if the page has another such field. */
export function getEmailLabel(
  { signInTranslations: { emailLabel } }: SignInFormProps,
  { name }: { readonly name: string },
  { isOnlyEmailField }: { readonly isOnlyEmailField: boolean },
): string {
  return isOnlyEmailField ? emailLabel : `${emailLabel} (${name})`
}

/** Returns default attributes for password managers and on-screen keyboards. */
export function getInputDefaults(key: string, { type }: CredentialInput): Attributes {
  if (type === 'password') return { autocomplete: 'current-password' }
  if (type === 'email' || /^(?:e-?mail|user-?name|login)$/i.test(key)) {
    return { autocomplete: 'username', autocapitalize: 'none', spellcheck: 'false' }
  }
  return {}
}

/** Returns the attributes that associate a field with the error above it. */
export function getErrorAttributes(page: SignInFormProps, fieldError: string): Attributes {
  if (page.error === null) return {}
  return { 'aria-describedby': 'error', 'aria-invalid': page.error === fieldError && 'true' }
}

function isChoiceInput(type: unknown): boolean {
  return type === 'checkbox' || type === 'radio'
}
