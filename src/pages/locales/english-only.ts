import type { LocaleLoaders } from '../../types/translations.js'

/** No languages beside English: the module of `#locales` with the condition `latchkey-english`. */
export const otherLocales: LocaleLoaders = {}
