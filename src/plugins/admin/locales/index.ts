import type { AdminTexts } from './texts.js'

/** The texts by language. Each is loaded when a page first shows it. */
export const translations: Readonly<Record<string, () => Promise<AdminTexts>>> = {
  en: async () => (await import('./en.js')).english,
  de: async () => (await import('./de.js')).german,
  fr: async () => (await import('./fr.js')).french,
  es: async () => (await import('./es.js')).spanish,
  pt: async () => (await import('./pt.js')).portuguese,
  ja: async () => (await import('./ja.js')).japanese,
  zh: async () => (await import('./zh.js')).chinese,
  ar: async () => (await import('./ar.js')).arabic,
}
