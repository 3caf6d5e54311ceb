import { renderDeveloperHint, renderReference } from './developer-hint.js'
import type { SignInFormProps } from './form-fields.js'
import { type Html, type HtmlValue, html } from './html.js'
import { renderIcon } from './icon.js'
import { getOwnEntry } from './interpolate.js'
import type { FormPosition } from './sign-in-forms.js'
import type { MethodShape, SignInMethod } from './sign-in-methods.js'

/** Renders the forms of all methods. The notice of an error is at the form that failed, or else above all. */
export function renderSignInForms(page: SignInFormProps, methods: readonly SignInMethod[]): Html {
  const failed = findFailedMethod(page.error, methods)
  return html`${page.error !== null && !failed && renderNotice(page, page.error)}
${page.reference && renderReference(page, page.reference)}
${page.developerHint && renderDeveloperHint(page, page.developerHint, page.trail)}
${joinWithSeparators(groupIntoBlocks(page, { methods, failed }), page.signInTranslations.separator)}`
}

/** The provider type whose form an error is about. */
const failedTypes: Readonly<Record<string, SignInMethod['type']>> = {
  EmailSignin: 'email',
  EmailCreateAccount: 'email',
  CredentialsSignin: 'credentials',
  AccountNotLinked: 'webauthn',
  InvalidIdentifier: 'identifier',
}

/** Finds the only method that an error can be about. */
function findFailedMethod(error: string | null, methods: readonly SignInMethod[]): SignInMethod | null {
  const type = getOwnEntry(failedTypes, error)
  const [method, ...others] = methods.filter(candidate => candidate.type === type)
  return method && others.length === 0 ? method : null
}

/**
 * Renders the notice of an error. `SessionRequired` is informational, every other error is an alert. It has the focus, so that it is read first.
 */
function renderNotice({ signInTranslations }: SignInFormProps, error: string): Html {
  const isInfo = error === 'SessionRequired'
  return html`<div class="error notice${isInfo && ' info'}" id="error" role="alert"${!isInfo && html` tabindex="-1" autofocus`}>
${renderIcon(isInfo ? 'info' : 'alert')}
<p>${getOwnEntry(signInTranslations.errors, error) ?? signInTranslations.otherError}</p>
</div>`
}

interface MethodList {
  readonly methods: readonly SignInMethod[]
  readonly failed: SignInMethod | null
}

/** Groups consecutive buttons into one block. Each form is a block of its own. */
function groupIntoBlocks(page: SignInFormProps, { methods, failed }: MethodList): readonly Html[] {
  const blocks: { readonly shape: MethodShape; readonly providers: Html[] }[] = []
  for (const method of methods) {
    const shape = getShape(page, method)
    const form = method.render(page, getFormPosition(page, method, methods))
    const isBadgeShown = methods.length > 1 && method.isLastUsed
    const provider = html`<div class="provider">${method === failed && page.error !== null && renderNotice(page, page.error)}${form}${
      isBadgeShown && html`<small class="badge">${page.signInTranslations.lastUsed}</small>`
    }</div>`
    const block = blocks.at(-1)
    if (block && shape === 'button' && block.shape === 'button') block.providers.push(provider)
    else blocks.push({ shape, providers: [provider] })
  }
  return blocks.map(({ shape, providers }) =>
    shape === 'button' ? html`<div class="providers">${providers}</div>` : html`${providers}`,
  )
}

function getShape({ identifier = null }: SignInFormProps, method: SignInMethod): MethodShape {
  return identifier === null ? method.shape : method.shapeWithIdentifier
}

/** Returns the position of a form among those of its provider type. The first form has `submitButton`. Every other form and each passkey form has its own id. */
function getFormPosition(
  { identifier = null, isFirstStep = false }: SignInFormProps,
  method: SignInMethod,
  methods: readonly SignInMethod[],
): FormPosition {
  const first = methods.find(({ shape, loadScript }) => shape === 'form' && !loadScript)
  const isInSteps = identifier !== null || isFirstStep
  // A button says what an email contains. A field for an email address does not.
  const getKind = ({ kind, type }: SignInMethod) => (identifier === null ? type : kind)
  return {
    buttonId: method === first ? 'submitButton' : `submitButton-${method.id}`,
    isOnlyOfKind: methods.filter(other => getKind(other) === getKind(method)).length === 1,
    isPrimary: !isInSteps || method === methods.find(({ shape }) => shape === 'form'),
    isFirst: method === methods[0],
  }
}

function joinWithSeparators(blocks: readonly Html[], label: string): HtmlValue {
  return blocks.map(
    (block, index) => html`${index > 0 && html`<div class="separator">${label}</div>`}${block}`,
  )
}
