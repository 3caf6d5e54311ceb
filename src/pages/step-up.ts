import type { ActionResult } from '../types/request.js'
import type { ResolvedProvider } from '../types/resolved-provider.js'
import type { Translations } from '../types/translations.js'
import { getPageTranslations, renderDocument } from './document.js'
import { type FormPageProps, renderHiddenFields } from './form-fields.js'
import { type Html, html } from './html.js'
import { interpolateHtml } from './interpolate.js'
import { renderSignInForms } from './sign-in-blocks.js'
import { listSignInMethods, loadIcons, loadScripts } from './sign-in-methods.js'

/** A link to the page of a plugin that asks for a method. */
export interface StepUpLink {
  readonly label: string
  readonly url: string
}

/** The content of the step-up page. */
export interface StepUpPageProps extends Omit<FormPageProps, 'hints' | 'isSignedIn'> {
  /** Whether the user must add the providers and links to their account first. */
  readonly isSetup: boolean
  /** The providers that the user can confirm with, or add. */
  readonly providers: readonly ResolvedProvider[]
  readonly links: readonly StepUpLink[]
  /** The sealed step-up, for the forms. */
  readonly stepUp: string
  /** Why the page asks. */
  readonly reason: 'needsRecentSignIn' | 'needsAnotherMethod'
  /** What the page says if the user has no method that is sufficient. */
  readonly advice: 'tooWeak' | 'signInAgain' | 'unreachable' | null
}

/** Renders the page on which a signed-in user confirms who they are. */
export async function renderStepUpPage(page: StepUpPageProps): Promise<ActionResult> {
  const texts = getPageTranslations(page).stepUp
  const methods = listSignInMethods(page.providers)
  const hasMethods = methods.length + page.links.length > 0
  const { isSetup } = page
  const formProps = {
    ...page,
    // The form of a method that is added is no step-up.
    stepUp: isSetup ? undefined : page.stepUp,
    signInTranslations: toStepUpTranslations(getPageTranslations(page), isSetup),
    isSignedIn: true,
    isOnlyMethod: methods.length === 1 && page.links.length === 0,
    hasSeveralEmailFields: false,
    icons: await loadIcons(methods),
  }
  const card = html`<div class="card">
<div class="intro">
<h1>${texts.heading}</h1>
${page.email && html`<p class="lead">${interpolateHtml(texts.signedInAs, { name: page.email })}</p>`}
</div>
${page.advice === null && html`<div class="message"><p>${texts[page.reason]}</p></div>`}
${page.advice !== null && renderAdvice(page, page.advice)}
${hasMethods && renderSignInForms(formProps, methods)}
${page.links.length > 0 && renderLinks(formProps.signInTranslations, page, methods.length > 0)}
<p class="aside"><a class="secondary-link" href="${page.origin}">${texts.cancel}</a></p>
</div>`
  return renderDocument(page, {
    name: 'step-up',
    title: texts.title ?? texts.heading,
    card,
    images: methods.flatMap(method => method.getImageUrls(page.origin)),
    scripts: await loadScripts(methods),
  })
}

/** The forms are those of the sign-in page, with other texts on their buttons. */
function toStepUpTranslations({ signIn, stepUp }: Translations, isSetup: boolean): Translations['signIn'] {
  const { button, connectButton, submitButton, emailButton, passkeyButton } = stepUp
  return {
    ...signIn,
    button: isSetup ? connectButton : button,
    submitButton,
    emailButton,
    passkey: { ...signIn.passkey, button: passkeyButton },
  }
}

function renderLinks(
  { separator }: Translations['signIn'],
  { links }: StepUpPageProps,
  hasForms: boolean,
): Html {
  const buttons = links.map(
    ({ label, url }) => html`<div class="provider"><a class="button" href="${url}">${label}</a></div>`,
  )
  return html`${hasForms && html`<div class="separator">${separator}</div>`}<div class="providers">${buttons}</div>`
}

/** Says what the user can do. A user who signs out returns to this page after the next sign-in. */
function renderAdvice(page: StepUpPageProps, advice: NonNullable<StepUpPageProps['advice']>): Html {
  const { stepUp, signOut } = getPageTranslations(page)
  const signOutForm = html`<form action="${page.authUrl}/signout" method="POST" class="actions">
${renderHiddenFields({ csrfToken: page.csrfToken, callbackUrl: page.callbackUrl })}
<button id="submitButton" type="submit" class="button primary">${signOut.button}</button>
</form>`
  return html`<div class="message"><p>${stepUp[advice]}</p></div>
${advice === 'signInAgain' && signOutForm}`
}
