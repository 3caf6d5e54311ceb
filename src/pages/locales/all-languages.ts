import type { BuiltInLocale } from '../../config/locales.js'
import type { LocaleLoaders } from '../../types/translations.js'

/** The languages of the built-in pages beside English. Each is loaded when it is first requested, because most apps need few of them. */
export const otherLocales: LocaleLoaders = {
  de: async () => (await import('./de.js')).german,
  fr: async () => (await import('./fr.js')).french,
  es: async () => (await import('./es.js')).spanish,
  pt: async () => (await import('./pt.js')).portuguese,
  ja: async () => (await import('./ja.js')).japanese,
  zh: async () => (await import('./zh.js')).chinese,
  ar: async () => (await import('./ar.js')).arabic,
} satisfies Record<Exclude<BuiltInLocale, 'en'>, LocaleLoaders[string]>
