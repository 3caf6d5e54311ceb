import { noStoreHeaders } from '../http/messages.js'
import type { UiLocalesParameter } from '../http/ui-locales.js'
import { appendQuery, getAppName } from '../http/url.js'
import type { ActionResult } from '../types/request.js'
import type { Theme } from '../types/theme.js'
import type { Translations } from '../types/translations.js'
import { buildContentSecurityPolicy } from './content-security-policy.js'
import { controlScript, needsControlScript } from './control-script.js'
import { asTrustedHtml, type Html, html, toMarkup } from './html.js'
import { toSafeImageUrl } from './image-url.js'
import { english } from './locales/en.js'
import { stylesheet } from './stylesheet.js'
import { renderThemeStyle } from './theme-style.js'

/** The content that all pages share. */
export interface PageProps {
  readonly theme: Readonly<Theme>
  readonly origin: string
  /** The origin with the base path. */
  readonly authUrl: string
  /** @default English */
  readonly translations?: Translations | undefined
  /** The locales from the URL of the page. */
  readonly uiLocales?: UiLocalesParameter | undefined
  /** The banners of plugins above the card. Text is escaped. */
  readonly banners?: readonly { toString(): string }[] | undefined
}

/** The content of a single page. */
export interface PageContent {
  readonly name: 'signin' | 'signout' | 'step-up' | 'verify-request' | 'confirm' | 'error' | 'plugin'
  /** The headline. The title of the document is this and the name of the site. */
  readonly title: string
  readonly status?: number
  /** The markup of the card. */
  readonly card: Html
  /** The URLs of the images in the card. */
  readonly images?: readonly string[]
  /** CSS of this page only. */
  readonly style?: string | undefined
  /** The scripts at the end of the page. That of fields and buttons is added to pages that need it. */
  readonly scripts?: readonly string[]
}

const headers = {
  'content-type': 'text/html; charset=utf-8',
  ...noStoreHeaders,
  vary: 'Accept-Language',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
} as const

/** Only pages with a banner have them. */
const bannerStyles =
  '.banner{display:flex;flex-wrap:wrap;gap:.5rem 1rem;align-items:center;justify-content:center;padding:.75rem 1rem;border-block-end:1px solid var(--border);background:var(--card);text-align:center}.banner p{max-inline-size:60ch}.banner .button{inline-size:auto;margin:0}'

/** Renders the document around a card. */
export async function renderDocument(page: PageProps, content: PageContent): Promise<ActionResult> {
  const { banners = [] } = page
  const bannerStyle = banners.length > 0 ? bannerStyles : ''
  const styles = [stylesheet, renderThemeStyle(page.theme), bannerStyle, content.style ?? ''].filter(Boolean)
  const logo = toSafeImageUrl(page.theme.logo, page.origin)
  const images = [...(content.images ?? []), ...(logo ? [logo] : [])]
  const scripts = [...(content.scripts ?? []), ...(needsControlScript(content.card) ? [controlScript] : [])]
  const policy = await buildContentSecurityPolicy({ styles, images, scripts, origin: page.origin })
  return {
    status: content.status ?? 200,
    headers: {
      ...headers,
      'content-language': getPageTranslations(page).lang,
      'content-security-policy': policy,
    },
    body: renderMarkup(page, content, { styles, scripts, logo }).toString(),
  }
}

/** Returns the translations of the page. */
export function getPageTranslations(page: PageProps): Translations {
  return page.translations ?? english
}

/** Builds the URL of another Latchkey path with the locales of this page. */
export function buildPageUrl({ authUrl, uiLocales }: PageProps, path: string): string {
  return appendQuery(authUrl + path, { ...uiLocales })
}

/** Returns the name of the app of a page. */
export function getSiteName({ theme, origin }: Pick<PageProps, 'theme' | 'origin'>): string {
  return getAppName(theme, origin)
}

interface PageAssets {
  readonly styles: readonly string[]
  readonly scripts: readonly string[]
  readonly logo: string | null
}

function renderMarkup(page: PageProps, content: PageContent, assets: PageAssets): Html {
  const { lang, dir, logoAlt } = getPageTranslations(page)
  const scheme = resolveColorScheme(page.theme)
  return html`<!DOCTYPE html>
<html lang="${lang}" dir="${dir}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="${scheme === 'auto' ? 'light dark' : scheme}">
<title>${content.title} · ${getSiteName(page)}</title>
${assets.styles.map(style => html`<style>${asTrustedHtml(style)}</style>`)}
</head>
<body class="__next-auth-theme-${scheme}">${page.banners?.map(banner => html`<aside class="banner">${toMarkup(banner)}</aside>`)}
<div class="page" role="main">
<div class="${content.name}">
${assets.logo && html`<img class="logo" src="${assets.logo}" alt="${logoAlt}">`}
${content.card}
</div>
</div>
${assets.scripts.map(script => asTrustedHtml(`<script>${script}</script>`))}
</body>
</html>
`
}

function resolveColorScheme({ colorScheme }: Readonly<Theme>): 'auto' | 'light' | 'dark' {
  return colorScheme === 'light' || colorScheme === 'dark' ? colorScheme : 'auto'
}
