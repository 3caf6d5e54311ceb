import { type Html, type HtmlValue, html } from './html.js'

/**
 * Replaces `{name}` placeholders. Each value is isolated with `<bdi>`, so that its script does not affect the text
 * direction.
 */
export function interpolateHtml(text: string, values: Readonly<Record<string, HtmlValue>>): Html {
  const parts = text.split(/\{(\w+)\}/).map((part, index) => {
    if (index % 2 === 0) return part
    return Object.hasOwn(values, part) ? html`<bdi>${values[part]}</bdi>` : `{${part}}`
  })
  return html`${parts}`
}

/** Returns the own entry of an untrusted key, or null. Inherited properties are ignored. */
export function getOwnEntry<V>(table: Readonly<Record<string, V>>, key: string | null): V | null {
  return key !== null && Object.hasOwn(table, key) ? (table[key] ?? null) : null
}
