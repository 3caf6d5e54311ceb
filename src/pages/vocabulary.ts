import { asError } from '../base/as-error.js'
import { type BuiltInLanguage, builtInLanguages, varietiesOf } from '../config/languages.js'
import { merge } from '../config/merge.js'
import type { Awaitable } from '../types/common.js'
import type { AuthConfig } from '../types/config.js'
import type { LoggerInstance } from '../types/logger.js'
import type { Texts } from '../types/texts.js'
import type { Call } from '../types/wire.js'
import { english } from './languages/english.js'
import { preferredLanguage } from './preference.js'

/** What the configuration says about words. */
type Wording = Pick<AuthConfig, 'languages' | 'texts'>

/** Where a visitor says what they understand. */
type Wish = Pick<Call, 'query' | 'request'> & Partial<Pick<Call, 'body'>>

type Dictionaries = Readonly<Record<BuiltInLanguage, () => Awaitable<Texts>>>

/** Loaded when somebody asks for them: most apps never need most of them. */
const builtIn: Dictionaries = {
  en: () => english,
  de: async () => (await import('./languages/german.js')).german,
  fr: async () => (await import('./languages/french.js')).french,
  es: async () => (await import('./languages/spanish.js')).spanish,
  pt: async () => (await import('./languages/portuguese.js')).portuguese,
  ja: async () => (await import('./languages/japanese.js')).japanese,
  zh: async () => (await import('./languages/chinese.js')).chinese,
  ar: async () => (await import('./languages/arabic.js')).arabic,
}

/** Where the built-in texts come from, and who is told when they do not. */
interface Library {
  readonly dictionaries?: Dictionaries
  readonly logger?: Pick<LoggerInstance, 'error'>
}

/** The texts of an app's pages, by what its visitors ask for: `ui_locales`, else the browser's languages. */
export function vocabulary(
  { languages, texts = {} }: Wording,
  { dictionaries = builtIn, logger }: Library = {},
): (wish: Wish) => Promise<Texts> {
  const own = new Map(Object.entries(texts).map(([tag, given]) => [tag.toLowerCase(), { tag, given }]))
  const tags = languages?.map(tag => tag.toLowerCase()) ?? [...new Set([...builtInLanguages, ...own.keys()])]
  const known = new Map<string, Promise<Texts>>()

  /** From English to the language, and on to the variety that was asked for. */
  async function textsIn(tag: string): Promise<Texts> {
    let found: Texts = english
    for (const variety of [...varietiesOf(tag)].reverse()) {
      if (isBuiltIn(variety)) found = await dictionaries[variety]()
      const mine = own.get(variety)
      if (mine) found = laidOver(isBuiltIn(variety) ? found : named(found, mine.tag), mine.given)
    }
    return found
  }

  return async wish => {
    const tag = preferredLanguage(wishes(wish), tags) ?? tags[0] ?? 'en'
    const texts = known.get(tag) ?? textsIn(tag)
    known.set(tag, texts)
    try {
      return await texts
    } catch (error) {
      // A file that could not be loaded, from a network perhaps: in English now, and tried again for the next visitor.
      if (known.get(tag) === texts) known.delete(tag)
      logger?.error(asError(error))
      return textsIn('en')
    }
  }
}

/** OpenID Connect Core section 3.1.2.1 separates the tags of `ui_locales` by blanks. */
function wishes({ query, body, request }: Wish): string {
  const locales = query.ui_locales ?? body?.ui_locales
  const here = typeof locales === 'string' ? locales.replaceAll(' ', ',') : ''
  return `${here},${request.headers.get('accept-language') ?? ''}`
}

function isBuiltIn(tag: string): tag is BuiltInLanguage {
  return Object.hasOwn(builtIn, tag)
}

function named(texts: Texts, lang: string): Texts {
  return { ...texts, lang, dir: directionOf(lang.toLowerCase()) }
}

/** By the script or the name of the language; `dir` among its texts says it for those that are not listed. */
function directionOf(tag: string): Texts['dir'] {
  if (/-(?:arab|hebr|syrc|thaa)\b/.test(tag)) return 'rtl'
  if (/^\w+-[a-z]{4}\b/.test(tag)) return 'ltr'
  return /^(?:ar|ckb|dv|fa|he|ps|sd|ug|ur|yi)\b/.test(tag) ? 'rtl' : 'ltr'
}

/** Every text is there in the base, so every text is there in the result. */
function laidOver(base: Texts, over: object): Texts {
  return { ...base, ...merge(base, over) }
}
