import type { AuthRequest } from '../types/request.js'

/** The languages that a visitor asked for by a link, which go along from page to page. */
export interface UiLocales {
  readonly ui_locales?: string
}

/** Language tags with blanks between them, OpenID Connect Core section 3.1.2.1: they go into addresses and headers. */
const languageTagsPattern = /^[a-z0-9]+(?:[ -][a-z0-9]+)*$/i
const maxUiLocalesLength = 100

/** What a link or a form says of languages; nothing where that is no list of tags. */
export function parseUiLocales({ query, body }: Pick<AuthRequest, 'query' | 'body'>): UiLocales {
  const locales = query.ui_locales ?? body.ui_locales
  const isTagList =
    typeof locales === 'string' && locales.length <= maxUiLocalesLength && languageTagsPattern.test(locales)
  return isTagList ? { ui_locales: locales } : {}
}
