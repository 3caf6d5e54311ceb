import { isIdentifierField } from '../config/identifier-field.js'
import type { CredentialInput } from '../types/provider.js'
import type { ResolvedProvider } from '../types/resolved-provider.js'
import type { Translations } from '../types/translations.js'
import { getPageTranslations, type PageProps } from './document.js'
import { type Attributes, type Html, html, renderAttributes } from './html.js'
import { getOwnEntry } from './interpolate.js'

/** The authorization parameters about the visitor, OpenID Connect Core section 3.1.2.1. */
export interface AuthorizationHints {
  readonly login_hint?: string
  readonly ui_locales?: string
}

/** The hidden fields of every form. */
export interface HiddenFields {
  /** Null if the CSRF check is disabled. */
  readonly csrfToken: string | null
  readonly callbackUrl: string
}

/** The content that the pages with the forms of sign-in methods share. */
export interface FormPageProps extends PageProps, HiddenFields {
  /** The query parameter `error`. */
  readonly error: string | null
  /** The initial value of the email field, or the email address of the signed-in user. Null if it is unknown. */
  readonly email: string | null
  /** The hints for providers that support them. */
  readonly hints?: AuthorizationHints | undefined
  /** Whether the request has a session. @default false */
  readonly isSignedIn?: boolean
  /** The cause of the `error`, and the option to set. Never set in production. */
  readonly developerHint?: string | undefined
  /** The steps of the request that failed. Never set in production. */
  readonly trail?: string | undefined
  /** Names the failure in the log. */
  readonly reference?: string | undefined
}

/** The content that the forms of sign-in methods share. */
export interface SignInFormProps extends FormPageProps {
  readonly signInTranslations: Translations['signIn']
  /** The sealed step-up that the forms are for. The forms then ask for no email address and register no passkey. */
  readonly stepUp?: string | undefined
  /** Whether a signed-in user adds the methods to their account. @default false */
  readonly isSetup?: boolean | undefined
  /** The icons of the buttons by provider id, as SVG markup from `latchkey/providers` or from the app. */
  readonly icons: ReadonlyMap<string, string>
  /** Whether the page has a single sign-in method. */
  readonly isOnlyMethod: boolean
  /** Whether several forms ask for an email address. */
  readonly hasSeveralEmailFields: boolean
  /** What the visitor typed on the page before. The forms then do not ask for it. @default null */
  readonly identifier?: string | null | undefined
  /** Whether the next page asks for the rest. A passkey form is then only its button. @default false */
  readonly isFirstStep?: boolean | undefined
}

/** One labeled input. */
export interface FieldProps {
  readonly key: string
  readonly providerId: string
  readonly label: string
  readonly attributes: Attributes
}

/** Renders the hidden fields of every form. */
export function renderHiddenFields({
  csrfToken,
  callbackUrl,
  stepUp,
}: HiddenFields & Pick<SignInFormProps, 'stepUp'>): Html {
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
  page: SignInFormProps,
  provider: NamedProvider,
  { isOnlyEmailField }: { readonly isOnlyEmailField: boolean },
): string {
  const { emailLabel } = page.signInTranslations
  return isOnlyEmailField ? emailLabel : `${emailLabel} (${getProviderName(page, provider)})`
}

type NamedProvider = Pick<ResolvedProvider, 'id' | 'name'>

/** Returns the name of a provider in the language of the page. */
export function getProviderName(page: PageProps, { id, name }: NamedProvider): string {
  return getOwnEntry(getPageTranslations(page).providers ?? {}, id)?.name ?? name
}

/** Returns the label of a field of credentials in the language of the page. @default its name */
export function getCredentialLabel(
  page: PageProps,
  { id }: NamedProvider,
  [key, { label = key }]: readonly [key: string, input: CredentialInput],
): string {
  const { labels = {} } = getOwnEntry(getPageTranslations(page).providers ?? {}, id) ?? {}
  return getOwnEntry(labels, key) ?? label
}

/** Returns default attributes for password managers and on-screen keyboards. */
export function getInputDefaults(key: string, input: CredentialInput): Attributes {
  if (input.type === 'password') return { autocomplete: 'current-password' }
  if (isIdentifierField(key, input)) {
    return { autocomplete: 'username', autocapitalize: 'none', spellcheck: 'false' }
  }
  return {}
}

/** Renders what the visitor typed before: password managers read it, and the form sends it. */
export function renderTypedIdentifier(key: string, identifier: string): Html {
  return html`<input${renderAttributes({ type: 'text', name: key, value: identifier, autocomplete: 'username', hidden: true, readonly: true })}>`
}

/** Returns the attributes that associate a field with the error above it. */
export function getErrorAttributes(page: SignInFormProps, fieldError: string): Attributes {
  if (page.error === null) return {}
  return { 'aria-describedby': 'error', 'aria-invalid': page.error === fieldError && 'true' }
}

function isChoiceInput(type: unknown): boolean {
  return type === 'checkbox' || type === 'radio'
}
