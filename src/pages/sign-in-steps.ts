import { renderField, renderHiddenFields, type SignInFormProps } from './form-fields.js'
import { type Html, html } from './html.js'
import type { SignInLayout, SignInMethod } from './sign-in-methods.js'

/** What a page shows of the sign-in: all methods, or one of two steps. */
export interface SignInStep {
  readonly name: 'only' | 'first' | 'second'
  readonly methods: readonly SignInMethod[]
}

interface StepOptions {
  readonly layout: SignInLayout
  /** What the visitor typed in the first step. Null in the first step. */
  readonly identifier: string | null
}

/**
 * Selects what a page shows. Methods that ask who signs in share one field if there are several of them, and their forms follow in the second
 * step. It lists what is configured, and is thus the same for every account.
 */
export function selectStep(
  methods: readonly SignInMethod[],
  { layout, identifier }: StepOptions,
): SignInStep {
  const identified = methods.filter(({ identifierType }) => identifierType !== null)
  if (layout === 'stacked' || identified.length < 2) return { name: 'only', methods }
  const usable = identified.filter(({ identifierType }) => isAccepted(identifier, identifierType))
  return usable.length > 0
    ? { name: 'second', methods: putFormsFirst(usable) }
    : { name: 'first', methods: mergeIdentifierFields(methods, identified) }
}

/** Returns whether a method can use what the visitor typed. Only the form of an email address is looked at. */
function isAccepted(identifier: string | null, type: SignInMethod['identifierType']): boolean {
  return identifier !== null && (type === 'text' || /^[^@]+@[^@]+$/.test(identifier))
}

/** Returns the method that was used last, then the forms with a field, then those that are only a button. */
function putFormsFirst(methods: readonly SignInMethod[]): readonly SignInMethod[] {
  const getRank = ({ isLastUsed, shapeWithIdentifier }: SignInMethod) =>
    isLastUsed ? 0 : shapeWithIdentifier === 'form' ? 1 : 2
  return methods.toSorted((a, b) => getRank(a) - getRank(b))
}

/** Replaces the methods that ask who signs in by one form, below the buttons. It is above them if one of these methods was used last. */
function mergeIdentifierFields(
  methods: readonly SignInMethod[],
  identified: readonly SignInMethod[],
): readonly SignInMethod[] {
  const shared = createIdentifierMethod(identified)
  const others = methods.filter(({ identifierType }) => identifierType === null)
  const [first] = methods
  if (first && identified.includes(first) && first.isLastUsed) return [shared, ...others]
  const isButton = ({ shape }: SignInMethod) => shape === 'button'
  return [...others.filter(isButton), shared, ...others.filter(method => !isButton(method))]
}

/** Creates the form with the field that several methods share. The button of a passkey is below it, because a passkey says itself who signs in. */
function createIdentifierMethod(identified: readonly SignInMethod[]): SignInMethod {
  const passkeys = identified.filter(({ type }) => type === 'webauthn')
  const acceptsText = identified.some(({ identifierType }) => identifierType === 'text')
  return {
    id: 'identifier',
    type: 'identifier',
    kind: 'identifier',
    shape: 'form',
    shapeWithIdentifier: 'form',
    isShown: true,
    isAddable: false,
    isLastUsed: false,
    hasEmailField: !acceptsText,
    identifierType: null,
    render: (page, position) =>
      html`${renderIdentifierForm(page, { type: acceptsText ? 'text' : 'email', hasPasskeys: passkeys.length > 0 })}
${passkeys.map(method => html`<div class="providers below">${method.render(page, { ...position, isPrimary: false })}</div>`)}`,
    getImageUrls: () => [],
    loadIcon: async () => null,
    loadScript: passkeys[0]?.loadScript ?? null,
  }
}

interface IdentifierFormOptions {
  readonly type: 'email' | 'text'
  readonly hasPasskeys: boolean
}

function renderIdentifierForm(page: SignInFormProps, { type, hasPasskeys }: IdentifierFormOptions): Html {
  const texts = page.signInTranslations
  const isWrong = page.error === 'InvalidIdentifier'
  const input = renderField({
    key: 'identifier',
    providerId: 'any',
    label: type === 'email' ? texts.emailLabel : texts.identifierLabel,
    attributes: {
      type,
      value: page.email,
      placeholder: type === 'email' && texts.emailPlaceholder,
      autocomplete: hasPasskeys ? 'username webauthn' : 'username',
      autocapitalize: 'none',
      spellcheck: 'false',
      required: true,
      dir: 'ltr',
      autofocus: page.isOnlyMethod && page.error === null,
      ...(isWrong && { 'aria-describedby': 'error', 'aria-invalid': 'true' }),
    },
  })
  return html`<form action="${page.authUrl}/signin" method="POST">
${renderHiddenFields(page)}
${page.hints?.ui_locales && html`<input type="hidden" name="ui_locales" value="${page.hints.ui_locales}">`}
${input}
<button id="submitButton" type="submit" class="button primary"><span>${texts.continueButton}</span></button>
</form>`
}
