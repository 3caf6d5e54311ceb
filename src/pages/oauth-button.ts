import type { OAuthProviderButtonStyles } from '../types/provider.js'
import type { ResolvedOAuthProvider } from '../types/resolved-provider.js'
import type { Theme } from '../types/theme.js'
import { computeContrast, getReadableColor, parseColor } from './color.js'
import { getProviderName, renderHiddenFields, type SignInFormProps } from './form-fields.js'
import { asTrustedHtml, type Html, html } from './html.js'
import { toSafeImageUrl } from './image-url.js'
import { interpolateHtml } from './interpolate.js'

type ButtonStyle = Readonly<OAuthProviderButtonStyles>

/** Renders a form with one button that starts sign-in with the provider. */
export function renderOAuthButton(page: SignInFormProps, provider: ResolvedOAuthProvider): Html {
  return html`<form action="${page.authUrl}/signin/${provider.id}" method="POST">
${renderHiddenFields(page)}
${Object.entries(page.hints ?? {}).map(renderHint)}
<button type="submit" class="button">
${renderLogo(page, provider) ?? renderIconSvg(page, provider) ?? renderMonogram(provider)}
<span>${interpolateHtml(page.signInTranslations.button, { name: getProviderName(page, provider) })}</span>
</button>
</form>`
}

function renderHint([name, value]: [string, string]): Html {
  return html`<input type="hidden" name="${name}" value="${value}">`
}

/** Returns the URLs of the provider's logos, for the content security policy. */
export function getLogoUrls({ style }: ResolvedOAuthProvider, origin: string): readonly string[] {
  return [style.logo, style.logoDark].flatMap(source => toSafeImageUrl(source, origin) ?? [])
}

/** Loads the provider's icon. Null if the provider has a logo or if loading fails, because a monogram replaces it. */
export async function loadProviderIcon({ style, icon }: ResolvedOAuthProvider): Promise<string | null> {
  if (!icon || style.logo) return null
  try {
    return (await icon()).default
  } catch {
    return null
  }
}

/** Renders the icon without escaping, because the provider's code is trusted. */
function renderIconSvg({ icons }: SignInFormProps, { id }: ResolvedOAuthProvider): Html | null {
  const icon = icons.get(id)
  if (icon === undefined) return null
  return html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">${asTrustedHtml(icon)}</svg>`
}

/** Renders the logo with an empty `alt`, because the button contains the name. */
function renderLogo(page: SignInFormProps, { style }: ResolvedOAuthProvider): Html | null {
  const { forScheme, forDark } = selectLogos(style, page.theme.colorScheme)
  const source = toSafeImageUrl(forScheme, page.origin)
  if (!source) return null
  const darkSource = toSafeImageUrl(forDark, page.origin)
  const image = html`<img class="icon" src="${source}" alt="" width="20" height="20">`
  if (!darkSource) return image
  return html`<picture><source media="(prefers-color-scheme: dark)" srcset="${toSrcsetCandidate(darkSource)}">${image}</picture>`
}

function selectLogos(style: ButtonStyle, scheme: Theme['colorScheme']) {
  if (scheme === 'dark') return { forScheme: style.logoDark ?? style.logo, forDark: undefined }
  return { forScheme: style.logo, forDark: scheme === 'light' ? undefined : style.logoDark }
}

/** Escapes spaces, because a space ends the URL in `srcset`. */
function toSrcsetCandidate(source: string): string {
  return source.trim().replace(/\s/g, '%20')
}

/**
 * Renders the first letter of the name on the provider's color. The colors are `fill` attributes, because the content
 * security policy blocks inline styles. An invalid color has no effect.
 */
export function renderMonogram({ name, style }: Pick<ResolvedOAuthProvider, 'name' | 'style'>): Html {
  const background = parseColor(style.brandColor) ?? parseColor(style.bg)
  return html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
<rect x=".5" y=".5" width="23" height="23" rx="6.5"${background && html` fill="${background.css}"`}/>
<text x="12" y="16.6"${background && html` fill="${getTextColorOn(background.luminance, style)}"`}>${getInitial(name)}</text>
</svg>`
}

function getTextColorOn(background: number | null, { brandColor, text }: ButtonStyle): string {
  const configured = brandColor ? null : parseColor(text)
  if (background === null) return configured?.css ?? '#fff'
  const isLegible =
    configured && configured.luminance !== null && computeContrast(configured.luminance, background) >= 3
  return isLegible ? configured.css : getReadableColor(background)
}

/** Returns the first grapheme in upper case. A flag or an accented letter can be several code points. */
function getInitial(name: string): string {
  const text = name.trim()
  // The first `Intl.Segmenter` of a process takes 5 ms.
  if (startsWithAsciiCharacter.test(text)) return text.charAt(0).toUpperCase()
  const [first] = new Intl.Segmenter().segment(text)
  return (first?.segment ?? '').toUpperCase()
}

/** Matches a character that no combining character follows. */
const startsWithAsciiCharacter = /^[\x20-\x7e](?:[\x20-\x7e]|$)/
