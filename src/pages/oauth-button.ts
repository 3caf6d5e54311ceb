import type { OAuthProviderButtonStyles } from '../types/provider.js'
import type { OAuthProvider } from '../types/resolved-provider.js'
import type { Theme } from '../types/theme.js'
import { computeContrast, getReadableColor, parseColor } from './color.js'
import { renderHiddenFields, type SignInFormProps } from './form-fields.js'
import { asTrustedHtml, type Html, html } from './html.js'
import { toSafeImageUrl } from './image-url.js'
import { interpolateHtml } from './interpolate.js'

type ButtonStyle = Readonly<OAuthProviderButtonStyles>

/** A form of one button that leads to the provider. */
export function renderOAuthButton(page: SignInFormProps, provider: OAuthProvider): Html {
  return html`<form action="${page.authUrl}/signin/${provider.id}" method="POST">
${renderHiddenFields(page)}
${Object.entries(page.hints ?? {}).map(renderHint)}
<button type="submit" class="button">
${renderLogo(page, provider) ?? renderIconSvg(page, provider) ?? renderMonogram(provider)}
<span>${interpolateHtml(page.signInTranslations.button, { name: provider.name })}</span>
</button>
</form>`
}

function renderHint([name, value]: [string, string]): Html {
  return html`<input type="hidden" name="${name}" value="${value}">`
}

/** The addresses of the provider's logos, for the content security policy. */
export function getLogoUrls({ style }: OAuthProvider, origin: string): readonly string[] {
  return [style.logo, style.logoDark].flatMap(source => toSafeImageUrl(source, origin) ?? [])
}

/** The provider's own mark, unless it has an image; null too when it could not be loaded, for a letter does as well. */
export async function loadProviderIcon({ style, icon }: OAuthProvider): Promise<string | null> {
  if (!icon || style.logo) return null
  try {
    return (await icon()).default
  } catch {
    return null
  }
}

/** It is of the catalogue, or the app's: whoever writes a provider may write its code, too. */
function renderIconSvg({ icons }: SignInFormProps, { id }: OAuthProvider): Html | null {
  const icon = icons.get(id)
  if (icon === undefined) return null
  return html`<svg class="mark" viewBox="0 0 24 24" aria-hidden="true">${asTrustedHtml(icon)}</svg>`
}

/** The button says the name, so the image is silent. */
function renderLogo(page: SignInFormProps, { style }: OAuthProvider): Html | null {
  const { forScheme, forDark } = selectLogos(style, page.theme.colorScheme)
  const source = toSafeImageUrl(forScheme, page.origin)
  if (!source) return null
  const darkSource = toSafeImageUrl(forDark, page.origin)
  const image = html`<img class="mark" src="${source}" alt="" width="20" height="20">`
  if (!darkSource) return image
  return html`<picture><source media="(prefers-color-scheme: dark)" srcset="${toSrcsetCandidate(darkSource)}">${image}</picture>`
}

function selectLogos(style: ButtonStyle, scheme: Theme['colorScheme']) {
  if (scheme === 'dark') return { forScheme: style.logoDark ?? style.logo, forDark: undefined }
  return { forScheme: style.logo, forDark: scheme === 'light' ? undefined : style.logoDark }
}

/** In `srcset` a blank ends the address. */
function toSrcsetCandidate(source: string): string {
  return source.trim().replace(/\s/g, '%20')
}

/**
 * The first letter of the name on the provider's colour. Colours stand in `fill`, not in a style: the content
 * security policy forbids those, and a colour that is none is simply not there.
 */
export function renderMonogram({ name, style }: Pick<OAuthProvider, 'name' | 'style'>): Html {
  const background = parseColor(style.brandColor) ?? parseColor(style.bg)
  return html`<svg class="mark" viewBox="0 0 24 24" aria-hidden="true">
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

/** What a reader takes for one letter: a flag or a letter with accents is several code points. */
function getInitial(name: string): string {
  const [first] = new Intl.Segmenter().segment(name.trim())
  return (first?.segment ?? '').toUpperCase()
}
