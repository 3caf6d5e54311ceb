import type { ActionResult } from '../types/request.js'
import type { ResolvedProvider } from '../types/resolved-provider.js'
import { renderDeveloperHint } from './developer-hint.js'
import { getHost, getPageTranslations, type PageProps, renderDocument } from './document.js'
import type { FormPageProps, SignInFormProps } from './form-fields.js'
import { type Html, type HtmlValue, html } from './html.js'
import { renderIcon } from './icon.js'
import { getOwnEntry, interpolateHtml } from './interpolate.js'
import type { FormPosition, PluginMethodProps } from './sign-in-forms.js'
import { listPluginMethods, listSignInMethods, loadIcons, type SignInMethod } from './sign-in-methods.js'

/** The content of the sign-in page. */
export interface SignInPageProps extends FormPageProps {
  /** The providers in display order. */
  readonly providers: Iterable<ResolvedProvider>
  /** The ways to sign in of plugins. */
  readonly pluginMethods?: readonly PluginMethodProps[] | undefined
}

/** Renders the sign-in page with all sign-in methods. */
export async function renderSignInPage(page: SignInPageProps): Promise<ActionResult> {
  const signInTranslations = getPageTranslations(page).signIn
  const methods = [...listSignInMethods(page.providers), ...listPluginMethods(page.pluginMethods ?? [])]
  const isOnlyMethod = methods.length === 1
  const hasSeveralEmailFields = methods.filter(({ hasEmailField }) => hasEmailField).length > 1
  const icons = await loadIcons(methods)
  return renderDocument(page, {
    name: 'signin',
    title: signInTranslations.title,
    card:
      methods.length > 0
        ? renderCard({ ...page, signInTranslations, isOnlyMethod, hasSeveralEmailFields, icons }, methods)
        : renderEmptyCard(page),
    images: methods.flatMap(method => method.getImageUrls(page.origin)),
    script: (await methods.find(({ loadScript }) => loadScript)?.loadScript?.()) ?? null,
  })
}

/** The maximum number of buttons in a single column. More are shown in two columns. */
const maxSingleColumnButtons = 6

function renderCard(page: SignInFormProps, methods: readonly SignInMethod[]): Html {
  const isWide = methods.filter(({ shape }) => shape === 'button').length > maxSingleColumnButtons
  return html`<div class="card"${isWide && html` data-wide`}>
<div class="intro">
<h1>${page.signInTranslations.heading}</h1>
<p class="lead">${interpolateHtml(page.signInTranslations.subtitle, { host: getHost(page) })}</p>
</div>
${renderSignInForms(page, methods)}
</div>`
}

/** Renders the forms of all methods below the notice of an error. */
export function renderSignInForms(page: SignInFormProps, methods: readonly SignInMethod[]): Html {
  return html`${page.error !== null && renderNotice(page, page.error)}
${page.developerHint && renderDeveloperHint(page, page.developerHint)}
${joinWithSeparators(groupIntoBlocks(page, methods), page.signInTranslations.separator)}`
}

/** Renders the notice of an error. `SessionRequired` is informational, every other error is an alert. */
function renderNotice({ signInTranslations }: SignInFormProps, error: string): Html {
  const isInfo = error === 'SessionRequired'
  return html`<div class="error notice${isInfo && ' info'}" id="error" role="alert">
${renderIcon(isInfo ? 'info' : 'alert')}
<p>${getOwnEntry(signInTranslations.errors, error) ?? signInTranslations.otherError}</p>
</div>`
}

/** Groups consecutive buttons into one block. Each form is a block of its own. */
function groupIntoBlocks(page: SignInFormProps, methods: readonly SignInMethod[]): readonly Html[] {
  const blocks: { readonly shape: SignInMethod['shape']; readonly providers: Html[] }[] = []
  for (const method of methods) {
    const provider = html`<div class="provider">${method.render(page, getFormPosition(method, methods))}</div>`
    const block = blocks.at(-1)
    if (block && method.shape === 'button' && block.shape === 'button') block.providers.push(provider)
    else blocks.push({ shape: method.shape, providers: [provider] })
  }
  return blocks.map(({ shape, providers }) =>
    shape === 'button' ? html`<div class="providers">${providers}</div>` : html`${providers}`,
  )
}

/** Returns the position of a form among those of its provider type. The first form has `submitButton`. Every other form and each passkey form has its own id. */
function getFormPosition(method: SignInMethod, methods: readonly SignInMethod[]): FormPosition {
  const first = methods.find(({ shape, loadScript }) => shape === 'form' && !loadScript)
  return {
    buttonId: method === first ? 'submitButton' : `submitButton-${method.id}`,
    isOnlyOfType: methods.filter(({ type }) => type === method.type).length === 1,
  }
}

function joinWithSeparators(blocks: readonly Html[], label: string): HtmlValue {
  return blocks.map(
    (block, index) => html`${index > 0 && html`<div class="separator">${label}</div>`}${block}`,
  )
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
