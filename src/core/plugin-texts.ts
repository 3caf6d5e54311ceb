import { expandLanguageTag } from '../config/locales.js'
import { mergeDeep } from '../config/merge.js'
import type { Services } from '../types/context.js'
import type { Plugin } from '../types/plugin.js'
import type { AuthRequest } from '../types/request.js'

/**
 * Returns the texts of a plugin in the language of the pages: English, completed by the language and by `translations` of the
 * configuration.
 */
export async function resolvePluginTexts<Texts extends object>(
  { getTranslations }: Services,
  request: AuthRequest,
  { id, translations = {} }: Plugin,
): Promise<Texts> {
  const { lang, plugins = {} } = await getTranslations(request)
  const tags = ['en', ...[...expandLanguageTag(lang.toLowerCase())].reverse()]
  let texts: object = {}
  for (const tag of tags) {
    const source = translations[tag]
    if (source) texts = mergeDeep(texts, typeof source === 'function' ? await source() : source)
  }
  return mergeDeep(texts, plugins[id]) as Texts
}
