import { otherLocales } from '#locales'
import { toError } from '../base/to-error.js'
import { expandLanguageTag } from '../config/locales.js'
import { mergeDeep } from '../config/merge.js'
import { InvalidConfig } from '../errors.js'
import type { AuthConfig } from '../types/config.js'
import type { LoggerInstance } from '../types/logger.js'
import type { AuthRequest } from '../types/request.js'
import type { LocaleLoaders, Translations } from '../types/translations.js'
import { selectLanguage } from './accept-language.js'
import { english } from './locales/en.js'

/** The options that determine the translations. */
type TranslationConfig = Pick<AuthConfig, 'locales' | 'translations'>

/** The parts of a request that determine the language. */
type LanguageRequest = Pick<AuthRequest, 'query' | 'head'> & Partial<Pick<AuthRequest, 'body'>>

/** English is part of the pages. A bundle can leave the others out. */
const builtInLoaders: LocaleLoaders = { en: () => english, ...otherLocales }

/** The loaders of the built-in translations, and the logger of loading errors. */
interface TranslationSources {
  readonly loaders?: LocaleLoaders
  readonly logger?: Pick<LoggerInstance, 'error'>
}

/** Creates a function that returns the translations for a request, by `ui_locales`, then by `Accept-Language`. */
export function createTranslationResolver(
  { locales, translations = {} }: TranslationConfig,
  { loaders = builtInLoaders, logger }: TranslationSources = {},
): (request: LanguageRequest) => Promise<Translations> {
  const custom = new Map(
    Object.entries(translations).map(([tag, overrides]) => [tag.toLowerCase(), { tag, overrides }]),
  )
  const available = new Set([...Object.keys(loaders), ...custom.keys()])
  const tags = locales?.map(tag => tag.toLowerCase()) ?? [...available]
  for (const tag of tags)
    if (!expandLanguageTag(tag).some(candidate => available.has(candidate)))
      logger?.error(createMissingError(tag))
  const cache = new Map<string, Promise<Translations>>()

  /** Merges the translations from English to the language and on to its variety. */
  async function loadTranslations(tag: string): Promise<Translations> {
    let result: Translations = english
    for (const candidate of [...expandLanguageTag(tag)].reverse()) {
      const load = Object.hasOwn(loaders, candidate) ? loaders[candidate] : undefined
      if (load) result = await load()
      const customEntry = custom.get(candidate)
      if (customEntry)
        result = mergeTranslations(
          load ? result : withLanguage(result, customEntry.tag),
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
      // The locale failed to load, possibly over a network. Falls back to English, and retries at the next request.
      if (cache.get(tag) === translations) cache.delete(tag)
      logger?.error(toError(error))
      return loadTranslations('en')
    }
  }
}

/**
 * Builds a header value with `ui_locales` first. Its tags are separated by spaces, OpenID Connect Core section 3.1.2.1.
 */
function buildAcceptLanguage({ query, body, head }: LanguageRequest): string {
  const locales = query.ui_locales ?? body?.ui_locales
  const requestedLocales = typeof locales === 'string' ? locales.replaceAll(' ', ',') : ''
  return `${requestedLocales},${head.getHeader('accept-language') ?? ''}`
}

/** The configuration is valid, so the bundle left the language out. */
function createMissingError(tag: string): InvalidConfig {
  return new InvalidConfig(
    `\`locales\` contains "${tag}". This bundle was built with the condition "latchkey-english" and has only English, which is shown instead. ` +
      'Build it without the condition, remove the language, or add its texts to `translations`.',
  )
}

function withLanguage(translations: Translations, lang: string): Translations {
  return { ...translations, lang, dir: getDirection(lang.toLowerCase()) }
}

/** Returns the text direction by script or language. For an unlisted language, an app sets `dir` in `translations`. */
function getDirection(tag: string): Translations['dir'] {
  if (/-(?:arab|hebr|syrc|thaa)\b/.test(tag)) return 'rtl'
  if (/^\w+-[a-z]{4}\b/.test(tag)) return 'ltr'
  return /^(?:ar|ckb|dv|fa|he|ps|sd|ug|ur|yi)\b/.test(tag) ? 'rtl' : 'ltr'
}

/** Merges overrides into complete translations. */
function mergeTranslations(base: Translations, overrides: object): Translations {
  return { ...base, ...mergeDeep(base, overrides) }
}
