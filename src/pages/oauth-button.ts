import type { OAuthProviderButtonStyles } from '../types/provider.js'
import type { OAuthProvider } from '../types/resolved-provider.js'
import type { Theme } from '../types/theme.js'
import { contrast, parseColour, readableOn } from './colour.js'
import { hiddenFields, type SignIn } from './field.js'
import { dangerouslyUnescaped, type Html, html } from './html.js'
import { imageSource } from './image.js'
import { fill } from './texts.js'

type Style = Readonly<OAuthProviderButtonStyles>

/** A form of one button that leads to the provider. */
export function oauthButton(page: SignIn, provider: OAuthProvider): Html {
  return html`<form action="${page.base}/signin/${provider.id}" method="POST">
${hiddenFields(page)}
${Object.entries(page.hints ?? {}).map(hint)}
<button type="submit" class="button">
${logo(page, provider) ?? tile(page, provider) ?? monogram(provider)}
<span>${fill(page.words.button, { name: provider.name })}</span>
</button>
</form>`
}

function hint([name, value]: [string, string]): Html {
  return html`<input type="hidden" name="${name}" value="${value}">`
}

/** The addresses of the provider's logos, for the content security policy. */
export function logosOf({ style }: OAuthProvider, origin: string): readonly string[] {
  return [style.logo, style.logoDark].flatMap(source => imageSource(source, origin) ?? [])
}

/** The provider's own mark, unless it has an image; null too when it could not be loaded, for a letter does as well. */
export async function markOf({ style, mark }: OAuthProvider): Promise<string | null> {
  if (!mark || style.logo) return null
  try {
    return (await mark()).default
  } catch {
    return null
  }
}

/** It is of the catalogue, or the app's: whoever writes a provider may write its code, too. */
function tile({ marks }: SignIn, { id }: OAuthProvider): Html | null {
  const mark = marks.get(id)
  if (mark === undefined) return null
  return html`<svg class="mark" viewBox="0 0 24 24" aria-hidden="true">${dangerouslyUnescaped(mark)}</svg>`
}

/** The button says the name, so the image is silent. */
function logo(page: SignIn, { style }: OAuthProvider): Html | null {
  const { forScheme, forDark } = logos(style, page.theme.colorScheme)
  const source = imageSource(forScheme, page.origin)
  if (!source) return null
  const darkSource = imageSource(forDark, page.origin)
  const image = html`<img class="mark" src="${source}" alt="" width="20" height="20">`
  if (!darkSource) return image
  return html`<picture><source media="(prefers-color-scheme: dark)" srcset="${candidate(darkSource)}">${image}</picture>`
}

function logos(style: Style, scheme: Theme['colorScheme']) {
  if (scheme === 'dark') return { forScheme: style.logoDark ?? style.logo, forDark: undefined }
  return { forScheme: style.logo, forDark: scheme === 'light' ? undefined : style.logoDark }
}

/** In `srcset` a blank ends the address. */
function candidate(source: string): string {
  return source.trim().replace(/\s/g, '%20')
}

/**
 * The first letter of the name on the provider's colour. Colours stand in `fill`, not in a style: the content
 * security policy forbids those, and a colour that is none is simply not there.
 */
export function monogram({ name, style }: Pick<OAuthProvider, 'name' | 'style'>): Html {
  const ground = parseColour(style.brandColor) ?? parseColour(style.bg)
  return html`<svg class="mark" viewBox="0 0 24 24" aria-hidden="true">
<rect x=".5" y=".5" width="23" height="23" rx="6.5"${ground && html` fill="${ground.css}"`}/>
<text x="12" y="16.6"${ground && html` fill="${inkOn(ground.luminance, style)}"`}>${initial(name)}</text>
</svg>`
}

function inkOn(ground: number | null, { brandColor, text }: Style): string {
  const own = brandColor ? null : parseColour(text)
  if (ground === null) return own?.css ?? '#fff'
  const legible = own && own.luminance !== null && contrast(own.luminance, ground) >= 3
  return legible ? own.css : readableOn(ground)
}

/** What a reader takes for one letter: a flag or a letter with accents is several code points. */
function initial(name: string): string {
  const [first] = new Intl.Segmenter().segment(name.trim())
  return (first?.segment ?? '').toUpperCase()
}
