import { type Html, html, type Piece } from './html.js'

/** The words of a page: its `<title>` and its heading. */
interface Titled {
  readonly title: string
  readonly heading: string
}

/** A heading and what it means. */
interface Explanation {
  readonly heading: string
  readonly message: string
}

/**
 * Every word of the built-in pages, in one language. `{host}`, `{name}` and `{option}` stand for values; a value
 * keeps its own direction of writing.
 */
export interface Texts {
  /** A BCP 47 tag. */
  readonly lang: string
  readonly dir: 'ltr' | 'rtl'
  /** What a screen reader says for the logo of the theme. */
  readonly logo: string
  readonly signIn: Titled & {
    readonly lead: string
    readonly button: string
    readonly plainButton: string
    readonly emailButton: string
    readonly emailLabel: string
    readonly emailPlaceholder: string
    readonly separator: string
    /** For the developer: nothing is configured. */
    readonly empty: Explanation
    /** By the `error` in the query. */
    readonly errors: Readonly<Record<string, string>>
    readonly otherError: string
  }
  readonly signOut: Titled & { readonly question: string; readonly button: string; readonly stay: string }
  readonly verifyRequest: Titled & { readonly message: string; readonly hint: string; readonly site: string }
  readonly error: {
    readonly title: string
    readonly button: string
    readonly site: string
    readonly detail: string
    /** By the `error` in the query. */
    readonly errors: Readonly<Record<string, Explanation>>
    readonly otherError: Explanation
  }
}

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
