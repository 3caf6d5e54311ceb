import type { ActionResult } from '../types/request.js'
import { renderDeveloperHint, renderReference } from './developer-hint.js'
import { buildPageUrl, getPageTranslations, getSiteName, type PageProps, renderDocument } from './document.js'
import type { FormPageProps } from './form-fields.js'
import { type Html, html } from './html.js'
import { type IconName, renderIcon } from './icon.js'
import { getOwnEntry, interpolateHtml } from './interpolate.js'

/** The content of the error page. */
export interface ErrorPageProps
  extends PageProps,
    Pick<FormPageProps, 'error' | 'developerHint' | 'trail' | 'reference'> {
  readonly code?: string
}

interface ErrorPageKind {
  readonly status: number
  readonly icon: IconName
  /** Whether the page links to the sign-in page. */
  readonly canRetry: boolean
}

const errorPageKinds: Readonly<Record<string, ErrorPageKind>> = {
  Configuration: { status: 500, icon: 'alert', canRetry: false },
  UnknownAction: { status: 400, icon: 'alert', canRetry: true },
  AccessDenied: { status: 403, icon: 'lock', canRetry: true },
  StepUpFailed: { status: 403, icon: 'lock', canRetry: false },
  ImpersonationActive: { status: 403, icon: 'lock', canRetry: false },
  Verification: { status: 403, icon: 'clock', canRetry: true },
  ChangedLink: { status: 403, icon: 'alert', canRetry: true },
  TooManyRequests: { status: 429, icon: 'clock', canRetry: true },
  WebAuthnVerificationError: { status: 200, icon: 'alert', canRetry: true },
  UnknownCredential: { status: 200, icon: 'alert', canRetry: true },
}
/** Texts of an error with a `code`. */
const codeTexts: Readonly<Record<string, string>> = {
  'Verification link_changed': 'ChangedLink',
  'WebAuthnVerificationError unknown_credential': 'UnknownCredential',
}
const defaultErrorPageKind: ErrorPageKind = { status: 200, icon: 'alert', canRetry: false }

/** Renders the error and the next step. */
export function renderErrorPage(page: ErrorPageProps): Promise<ActionResult> {
  const translations = getPageTranslations(page).error
  const text = getOwnEntry(codeTexts, `${page.error} ${page.code}`) ?? page.error
  const kind = getOwnEntry(errorPageKinds, text) ?? defaultErrorPageKind
  const { heading, message } = getOwnEntry(translations.errors, text) ?? translations.otherError
  const card = html`<div class="card">
<div class="emblem error">${renderIcon(kind.icon)}</div>
<h1>${heading}</h1>
<div class="message"><p>${message}</p></div>
${kind.canRetry && renderSignInLink(page)}
${page.reference && renderReference(page, page.reference)}
${page.developerHint && renderDeveloperHint(page, page.developerHint, page.trail)}
<p class="aside"><a class="site" href="${page.origin}">${interpolateHtml(translations.backToSite, { host: getSiteName(page) })}</a></p>
</div>`
  return renderDocument(page, {
    name: 'error',
    title: translations.title ?? heading,
    status: kind.status,
    card,
  })
}

function renderSignInLink(page: ErrorPageProps): Html {
  return html`<p class="actions"><a class="button primary" href="${buildPageUrl(page, '/signin')}">${getPageTranslations(page).error.button}</a></p>`
}
