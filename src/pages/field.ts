import type { CredentialInput } from '../types/provider.js'
import type { Texts } from '../types/texts.js'
import type { Frame } from './document.js'
import { type Attributes, attributes, type Html, html } from './html.js'

/** What a provider is told of the visitor, OpenID Connect Core section 3.1.2.1. */
export interface Hints {
  readonly login_hint?: string
  readonly ui_locales?: string
}

/** What the sign-in page and its forms are made with. */
export interface SignIn extends Frame {
  readonly words: Texts['signIn']
  readonly csrfToken: string | null
  readonly callbackUrl: string
  readonly error: string | null
  readonly email: string | null
  readonly hints?: Hints | undefined
  readonly isMember?: boolean
  /** What stands on the buttons, by the id of the provider: SVG markup of a catalogue file or of the app. */
  readonly marks: ReadonlyMap<string, string>
  /** There is one form and nothing beside it. */
  readonly single: boolean
}

/** One labelled input. */
export interface Field {
  readonly key: string
  readonly providerId: string
  readonly label: string
  readonly attributes: Attributes
}

/** What our own pages send along with every form. */
export function hiddenFields(page: {
  readonly csrfToken: string | null
  readonly callbackUrl: string
}): Html {
  const { csrfToken, callbackUrl } = page
  return html`<input${attributes({ type: 'hidden', name: 'csrfToken', value: csrfToken })}>
${callbackUrl && html`<input type="hidden" name="callbackUrl" value="${callbackUrl}">`}`
}

/** A label and its input; an input that nobody sees needs no label. */
export function field({ key, providerId, label, ...given }: Field): Html {
  const id = `input-${key}-for-${providerId}-provider`
  const input = html`<input${attributes({ ...given.attributes, id, name: key })}>`
  if (given.attributes.type === 'hidden') return input
  const caption = html`<label class="section-header" for="${id}">${label}</label>`
  return isChoice(given.attributes.type)
    ? html`<div class="field choice">${input}${caption}</div>`
    : html`<div class="field">${caption}${input}</div>`
}

/** What helps a password manager and a phone's keyboard, where the app does not say. */
export function defaultsFor(key: string, { type }: CredentialInput): Attributes {
  if (type === 'password') return { autocomplete: 'current-password' }
  if (type === 'email' || /^(?:e-?mail|user-?name|login)$/i.test(key)) {
    return { autocomplete: 'username', autocapitalize: 'none', spellcheck: 'false' }
  }
  return {}
}

/** Ties the fields to the error above them. */
export function explained(page: SignIn, ownError: string): Attributes {
  if (page.error === null) return {}
  return { 'aria-describedby': 'error', 'aria-invalid': page.error === ownError && 'true' }
}

function isChoice(type: unknown): boolean {
  return type === 'checkbox' || type === 'radio'
}
