import { type Html, type HtmlValue, html } from './html.js'

/** A text with its values filled in. A value is isolated, so that a name in another script cannot turn the sentence. */
export function interpolateHtml(text: string, values: Readonly<Record<string, HtmlValue>>): Html {
  const parts = text.split(/\{(\w+)\}/).map((part, index) => {
    if (index % 2 === 0) return part
    return Object.hasOwn(values, part) ? html`<bdi>${values[part]}</bdi>` : `{${part}}`
  })
  return html`${parts}`
}

/** The entry under a key that came from outside; what objects inherit does not count. */
export function getOwnEntry<V>(table: Readonly<Record<string, V>>, key: string | null): V | null {
  return key !== null && Object.hasOwn(table, key) ? (table[key] ?? null) : null
}
