import { appendQuery } from '../http/url.js'
import type { ActionResult } from '../types/request.js'
import type { ResolvedProvider } from '../types/resolved-provider.js'
import type { Translations } from '../types/translations.js'
import { buildPageUrl, getPageTranslations, getSiteName, type PageProps, renderDocument } from './document.js'
import { type FormPageProps, renderHiddenFields, type SignInFormProps } from './form-fields.js'
import { type Html, html } from './html.js'
import { renderIcon } from './icon.js'
import { interpolateHtml } from './interpolate.js'
import { renderSignInForms } from './sign-in-blocks.js'
import { type PluginMethodProps, renderLink } from './sign-in-forms.js'
import {
  listPluginMethods,
  listSignInMethods,
  loadIcons,
  loadScripts,
  type SignInLayout,
  type SignInMethod,
} from './sign-in-methods.js'
import { type SignInStep, selectStep } from './sign-in-steps.js'

/** The content of the sign-in page. */
export interface SignInPageProps extends FormPageProps {
  /** The providers in display order. */
  readonly providers: Iterable<ResolvedProvider>
  /** The ways to sign in of plugins. */
  readonly pluginMethods?: readonly PluginMethodProps[] | undefined
  /** @default 'identifier-first' */
  readonly layout?: SignInLayout | undefined
  /** What the visitor typed in the first step. The page is then the second one. @default null */
  readonly identifier?: string | null | undefined
  /** The id of the provider or the plugin that signed a user in last in this browser. */
  readonly lastUsed?: string | undefined
  /** Replaces the usual text of the error. @default null */
  readonly errorText?: string | null | undefined
  /** Who is signed in. Null shows no user: the forms are the first that the page offers. @default null */
  readonly signedInUser?: SignedInUser | null | undefined
}

/** The signed-in user, as the sign-in page shows them. */
export interface SignedInUser {
  /** The email address or the name. Null if it is unknown. */
  readonly name: string | null
  /** Whether the app stores users, so that a signed-in user can add the methods of the page to their account. */
  readonly canAddMethods: boolean
}

/** Renders the sign-in page: all methods, or one of the two steps. */
export async function renderSignInPage(page: SignInPageProps): Promise<ActionResult> {
  const { pluginMethods = [], layout = 'identifier-first', identifier = null, signedInUser = null } = page
  const listed = [...listSignInMethods(page.providers), ...listPluginMethods(pluginMethods, layout)]
  const methods = putLastUsedFirst(listed, page.lastUsed)
  const step = signedInUser
    ? ({ name: 'only', methods: listAddableMethods(methods, signedInUser) } as const)
    : selectStep(methods, { layout, identifier })
  const error = identifier !== null && step.name === 'first' ? 'InvalidIdentifier' : page.error
  const signInTranslations = getSignInTranslations(page)
  const form = {
    ...page,
    error,
    identifier: step.name === 'second' ? identifier : null,
    isFirstStep: step.name === 'first',
    signInTranslations,
    isOnlyMethod: step.methods.length === 1 && signedInUser === null,
    hasSeveralEmailFields: step.methods.filter(({ hasEmailField }) => hasEmailField).length > 1,
    icons: await loadIcons(step.methods),
  }
  return renderDocument(page, {
    name: 'signin',
    title: signInTranslations.title ?? signInTranslations.heading,
    card: listed.length > 0 ? renderCard(page, form, step) : renderEmptyCard(page),
    images: step.methods.flatMap(method => method.getImageUrls(page.origin)),
    scripts: await loadScripts(step.methods),
  })
}

function getSignInTranslations(page: SignInPageProps): Translations['signIn'] {
  const { signIn } = getPageTranslations(page)
  const { error, errorText } = page
  return error && errorText ? { ...signIn, errors: { ...signIn.errors, [error]: errorText } } : signIn
}

/** Returns the methods that a signed-in user can add to their account: accounts at providers, and passkeys. */
function listAddableMethods(
  methods: readonly SignInMethod[],
  { canAddMethods }: SignedInUser,
): readonly SignInMethod[] {
  return methods.filter(({ isAddable }) => canAddMethods && isAddable)
}

/** Returns the methods in their order, with those that were used last in front. */
function putLastUsedFirst(
  methods: readonly SignInMethod[],
  lastUsed: string | undefined,
): readonly SignInMethod[] {
  const marked = methods.map(method => ({ ...method, isLastUsed: isFromProvider(method, lastUsed) }))
  return [...marked.filter(({ isLastUsed }) => isLastUsed), ...marked.filter(({ isLastUsed }) => !isLastUsed)]
}

/** The id of a method is that of its provider. With a plugin, the path of its operation follows. */
function isFromProvider({ id, type }: SignInMethod, provider: string | undefined): boolean {
  return type === 'plugin' ? id.split('/')[0] === provider : id === provider
}

/** The maximum number of buttons in a single column. More are shown in two columns. */
const maxSingleColumnButtons = 6

function renderCard(page: SignInPageProps, form: SignInFormProps, step: SignInStep): Html {
  const { signInTranslations: texts } = form
  const isWide = step.methods.filter(({ shape }) => shape === 'button').length > maxSingleColumnButtons
  return html`<div class="card"${isWide && html` data-wide`}>
<div class="intro">
<h1>${texts.heading}</h1>
${step.name === 'second' ? renderIdentifier(page, form) : html`<p class="lead">${interpolateHtml(texts.subtitle, { host: getSiteName(page) })}</p>`}
</div>
${page.signedInUser && renderSignedInUser(page, page.signedInUser)}
${page.signedInUser && step.methods.length > 0 && html`<div class="separator">${texts.addMethod}</div>`}
${renderSignInForms(form, step.methods)}
${listSignUpLinks(page).map(renderLink)}
</div>`
}

/** Shows what the visitor typed in the first step, and the way back to it. */
function renderIdentifier(page: SignInPageProps, { identifier, signInTranslations }: SignInFormProps): Html {
  const url = appendQuery(buildPageUrl(page, '/signin'), { callbackUrl: page.callbackUrl })
  return html`<p class="lead"><bdi>${identifier}</bdi></p>
<p class="lead"><a class="secondary-link" href="${url}">${signInTranslations.anotherIdentifier}</a></p>`
}

/** Shows who is signed in. Another account needs a sign-out first: a sign-in would add its method to this account. */
function renderSignedInUser(page: SignInPageProps, { name }: SignedInUser): Html {
  const { signIn, stepUp } = getPageTranslations(page)
  const signInUrl = appendQuery(buildPageUrl(page, '/signin'), { callbackUrl: page.callbackUrl })
  return html`<div class="account">
<p class="message">${name === null ? signIn.signedIn : interpolateHtml(stepUp.signedInAs, { name })}</p>
<a class="button primary" href="${page.callbackUrl}">${signIn.continueButton}</a>
<form action="${page.authUrl}/signout" method="POST">
${renderHiddenFields({ csrfToken: page.csrfToken, callbackUrl: signInUrl })}
<button type="submit" class="button"><span>${signIn.anotherAccount}</span></button>
</form>
</div>`
}

/** A signed-in user needs no other account. */
function listSignUpLinks({ pluginMethods = [], signedInUser }: SignInPageProps) {
  if (signedInUser) return []
  return pluginMethods.flatMap(({ links }) => links).filter(({ purpose }) => purpose === 'sign-up')
}

function renderEmptyCard(page: PageProps): Html {
  const { heading, message } = getPageTranslations(page).signIn.noProviders
  const options = { providers: html`<code>providers</code>`, credentials: html`<code>credentials</code>` }
  return html`<div class="card">
<div class="emblem">${renderIcon('lock')}</div>
<h1>${heading}</h1>
<div class="message"><p>${interpolateHtml(message, options)}</p></div>
</div>`
}
