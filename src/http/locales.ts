import type { Call } from '../types/wire.js'

/** The languages that a visitor asked for by a link, which go along from page to page. */
export interface Locales {
  readonly ui_locales?: string
}

/** Language tags with blanks between them, OpenID Connect Core section 3.1.2.1: they go into addresses and headers. */
const tags = /^[a-z0-9]+(?:[ -][a-z0-9]+)*$/i
const longest = 100

/** What a link or a form says of languages; nothing where that is no list of tags. */
export function localesIn({ query, body }: Pick<Call, 'query' | 'body'>): Locales {
  const locales = query.ui_locales ?? body.ui_locales
  const isList = typeof locales === 'string' && locales.length <= longest && tags.test(locales)
  return isList ? { ui_locales: locales } : {}
}
