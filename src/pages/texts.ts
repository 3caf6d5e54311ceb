import { type Html, html, type Piece } from './html.js'

/** A text with its values filled in. A value is isolated, so that a name in another script cannot turn the sentence. */
export function fill(text: string, values: Readonly<Record<string, Piece>>): Html {
  const pieces = text.split(/\{(\w+)\}/).map((part, index) => {
    if (index % 2 === 0) return part
    return Object.hasOwn(values, part) ? html`<bdi>${values[part]}</bdi>` : `{${part}}`
  })
  return html`${pieces}`
}

/** The entry under a key that came from outside; what objects inherit does not count. */
export function lookUp<V>(table: Readonly<Record<string, V>>, key: string | null): V | null {
  return key !== null && Object.hasOwn(table, key) ? (table[key] ?? null) : null
}
