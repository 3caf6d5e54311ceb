import type { Locales } from '../http/locales.js'
import { noStore } from '../http/result.js'
import { withQuery } from '../http/url.js'
import type { Texts } from '../types/texts.js'
import type { Theme } from '../types/theme.js'
import type { Result } from '../types/wire.js'
import { dangerouslyUnescaped, type Html, html } from './html.js'
import { imageSource } from './image.js'
import { english } from './languages/english.js'
import { contentSecurityPolicy } from './policy.js'
import { stylesheet } from './style.js'
import { themeStyle } from './theme.js'

/** What every page is made with. */
export interface Frame {
  readonly theme: Readonly<Theme>
  readonly origin: string
  /** Origin and base path. */
  readonly base: string
  /** @default English */
  readonly texts?: Texts | undefined
  /** The languages that were asked for by the address of the page. */
  readonly locales?: Locales | undefined
}

/** What makes one page differ from another. */
export interface Content {
  readonly name: 'signin' | 'signout' | 'verify-request' | 'confirm' | 'error'
  readonly title: string
  readonly status?: number
  /** The card, with everything in it. */
  readonly card: Html
  /** The addresses of the images in the card. */
  readonly images?: readonly string[]
  /** Run at the end of the page. */
  readonly script?: string | null
}

const headers = {
  'content-type': 'text/html; charset=utf-8',
  ...noStore,
  vary: 'Accept-Language',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
} as const

/** The document around a card. */
export async function document(page: Frame, content: Content): Promise<Result> {
  const styles = [stylesheet, themeStyle(page.theme)].filter(Boolean)
  const logo = imageSource(page.theme.logo, page.origin)
  const images = [...(content.images ?? []), ...(logo ? [logo] : [])]
  const policy = await contentSecurityPolicy({
    styles,
    images,
    script: content.script ?? null,
    origin: page.origin,
  })
  return {
    status: content.status ?? 200,
    headers: { ...headers, 'content-language': textsOf(page).lang, 'content-security-policy': policy },
    body: markup(page, content, { styles, logo }).toString(),
  }
}

/** The words of the page. */
export function textsOf(page: Frame): Texts {
  return page.texts ?? english
}

/** Another address of ours, in the languages that this page was asked for in. */
export function onward({ base, locales }: Frame, path: string): string {
  return withQuery(base + path, { ...locales })
}

/** The host that the visitor sees, with its port. */
export function hostOf(page: Frame): string {
  return new URL(page.origin).host
}

interface Look {
  readonly styles: readonly string[]
  readonly logo: string | null
}

function markup(page: Frame, content: Content, look: Look): Html {
  const { lang, dir, logo } = textsOf(page)
  const scheme = schemeOf(page.theme)
  return html`<!DOCTYPE html>
<html lang="${lang}" dir="${dir}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="${scheme === 'auto' ? 'light dark' : scheme}">
<title>${content.title}</title>
${look.styles.map(style => html`<style>${dangerouslyUnescaped(style)}</style>`)}
</head>
<body class="__next-auth-theme-${scheme}">
<div class="page" role="main">
<div class="${content.name}">
${look.logo && html`<img class="logo" src="${look.logo}" alt="${logo}">`}
${content.card}
</div>
</div>
${content.script && html`<script>${dangerouslyUnescaped(content.script)}</script>`}
</body>
</html>
`
}

function schemeOf({ colorScheme }: Readonly<Theme>): 'auto' | 'light' | 'dark' {
  return colorScheme === 'light' || colorScheme === 'dark' ? colorScheme : 'auto'
}
