import { escapeText } from '../base/escape-text.js'

/** Markup that may be sent as it is. Only the {@link html} tag makes it, or {@link dangerouslyUnescaped}. */
export class Html {
  readonly #markup: string

  constructor(markup: string) {
    this.#markup = markup
  }

  toString(): string {
    return this.#markup
  }
}

/** What a template may hold. Nothing comes of null, undefined and false, so conditions read naturally. */
export type Piece = Html | string | number | null | undefined | false | readonly Piece[]

/** The values of attributes: true writes the bare name; false, null and undefined leave it out. */
export type Attributes = Readonly<Record<string, string | number | boolean | null | undefined>>

/**
 * Markup with values in it. Each value is escaped unless it is markup itself. Quote the attributes: escaping cannot
 * guard an attribute without quotes.
 */
export function html(parts: TemplateStringsArray, ...pieces: Piece[]): Html {
  const [first = '', ...rest] = parts
  return new Html(rest.reduce((markup, part, index) => markup + render(pieces[index]) + part, first))
}

/** Takes a text for markup. Never with anything that somebody else wrote. */
export function dangerouslyUnescaped(markup: string): Html {
  return new Html(markup)
}

/**
 * Attributes out of data, each with a blank in front. Names that would carry code or style are left out: our pages
 * have neither, and the content security policy would refuse them with a message nobody understands.
 */
export function attributes(values: Attributes): Html {
  const written = Object.entries(values)
    .filter(([name]) => /^[a-z][a-z0-9-]*$/i.test(name) && !/^(on.*|style|srcdoc)$/i.test(name))
    .map(([name, value]) => attribute(name, value))
  return new Html(written.join(''))
}

function attribute(name: string, value: Attributes[string]): string {
  if (value === undefined || value === null || value === false) return ''
  return value === true ? ` ${name}` : ` ${name}="${escapeText(String(value))}"`
}

function render(piece: Piece): string {
  if (piece === null || piece === undefined || piece === false) return ''
  if (piece instanceof Html) return piece.toString()
  if (isList(piece)) return piece.map(render).join('')
  return escapeText(String(piece))
}

function isList(piece: Piece): piece is readonly Piece[] {
  return Array.isArray(piece)
}
