import { toError } from '../base/to-error.js'
import { type BuiltInLocale, builtInLocales, expandLanguageTag } from '../config/locales.js'
import { mergeDeep } from '../config/merge.js'
import type { Awaitable } from '../types/common.js'
import type { AuthConfig } from '../types/config.js'
import type { LoggerInstance } from '../types/logger.js'
import type { AuthRequest } from '../types/request.js'
import type { Translations } from '../types/translations.js'
import { selectLanguage } from './accept-language.js'
import { english } from './locales/en.js'

/** What the configuration says about words. */
type TranslationConfig = Pick<AuthConfig, 'locales' | 'translations'>

/** Where a visitor says what they understand. */
type LanguageRequest = Pick<AuthRequest, 'query' | 'head'> & Partial<Pick<AuthRequest, 'body'>>

type TranslationLoaders = Readonly<Record<BuiltInLocale, () => Awaitable<Translations>>>

/** Loaded when somebody asks for them: most apps never need most of them. */
const builtInLoaders: TranslationLoaders = {
  en: () => english,
  de: async () => (await import('./locales/de.js')).german,
  fr: async () => (await import('./locales/fr.js')).french,
  es: async () => (await import('./locales/es.js')).spanish,
  pt: async () => (await import('./locales/pt.js')).portuguese,
  ja: async () => (await import('./locales/ja.js')).japanese,
  zh: async () => (await import('./locales/zh.js')).chinese,
  ar: async () => (await import('./locales/ar.js')).arabic,
}

/** Where the built-in texts come from, and who is told when they do not. */
interface TranslationSources {
  readonly loaders?: TranslationLoaders
  readonly logger?: Pick<LoggerInstance, 'error'>
}

/** The texts of an app's pages, by what its visitors ask for: `ui_locales`, else the browser's languages. */
export function createTranslationResolver(
  { locales, translations = {} }: TranslationConfig,
  { loaders = builtInLoaders, logger }: TranslationSources = {},
): (request: LanguageRequest) => Promise<Translations> {
  const custom = new Map(
    Object.entries(translations).map(([tag, overrides]) => [tag.toLowerCase(), { tag, overrides }]),
  )
  const tags = locales?.map(tag => tag.toLowerCase()) ?? [...new Set([...builtInLocales, ...custom.keys()])]
  const cache = new Map<string, Promise<Translations>>()

  /** From English to the language, and on to the variety that was asked for. */
  async function loadTranslations(tag: string): Promise<Translations> {
    let result: Translations = english
    for (const variety of [...expandLanguageTag(tag)].reverse()) {
      if (isBuiltInLocale(variety)) result = await loaders[variety]()
      const customEntry = custom.get(variety)
      if (customEntry)
        result = mergeTranslations(
          isBuiltInLocale(variety) ? result : withLanguage(result, customEntry.tag),
          customEntry.overrides,
        )
    }
    return result
  }

  return async request => {
    const tag = selectLanguage(buildAcceptLanguage(request), tags) ?? tags[0] ?? 'en'
    const translations = cache.get(tag) ?? loadTranslations(tag)
    cache.set(tag, translations)
    try {
      return await translations
    } catch (error) {
      // A file that could not be loaded, from a network perhaps: in English now, and tried again for the next visitor.
      if (cache.get(tag) === translations) cache.delete(tag)
      logger?.error(toError(error))
      return loadTranslations('en')
    }
  }
}

/** OpenID Connect Core section 3.1.2.1 separates the tags of `ui_locales` by blanks. */
function buildAcceptLanguage({ query, body, head }: LanguageRequest): string {
  const locales = query.ui_locales ?? body?.ui_locales
  const requestedLocales = typeof locales === 'string' ? locales.replaceAll(' ', ',') : ''
  return `${requestedLocales},${head.headers.get('accept-language') ?? ''}`
}

function isBuiltInLocale(tag: string): tag is BuiltInLocale {
  return Object.hasOwn(builtInLoaders, tag)
}

function withLanguage(translations: Translations, lang: string): Translations {
  return { ...translations, lang, dir: getDirection(lang.toLowerCase()) }
}

/** By the script or the name of the language; `dir` among its texts says it for those that are not listed. */
function getDirection(tag: string): Translations['dir'] {
  if (/-(?:arab|hebr|syrc|thaa)\b/.test(tag)) return 'rtl'
  if (/^\w+-[a-z]{4}\b/.test(tag)) return 'ltr'
  return /^(?:ar|ckb|dv|fa|he|ps|sd|ug|ur|yi)\b/.test(tag) ? 'rtl' : 'ltr'
}

/** Every text is there in the base, so every text is there in the result. */
function mergeTranslations(base: Translations, overrides: object): Translations {
  return { ...base, ...mergeDeep(base, overrides) }
}
