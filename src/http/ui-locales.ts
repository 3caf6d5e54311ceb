import type { AuthRequest } from '../types/request.js'

/** The locales that a link requests. They are passed on from page to page. */
export interface UiLocalesParameter {
  readonly ui_locales?: string
}

/**
 * Language tags separated by spaces, OpenID Connect Core section 3.1.2.1. They are used in URLs and headers.
 */
const languageTagsPattern = /^[a-z0-9]+(?:[ -][a-z0-9]+)*$/i
const maxUiLocalesLength = 100

/** Parses `ui_locales` from the query or the form. A value that is not a list of tags is ignored. */
export function parseUiLocales({ query, body }: Pick<AuthRequest, 'query' | 'body'>): UiLocalesParameter {
  const locales = query.ui_locales ?? body.ui_locales
  const isTagList =
    typeof locales === 'string' && locales.length <= maxUiLocalesLength && languageTagsPattern.test(locales)
  return isTagList ? { ui_locales: locales } : {}
}
