import { escapeHtml } from '../base/escape-html.js'

/** Markup that may be sent as it is. Only the {@link html} tag makes it, or {@link asTrustedHtml}. */
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
export type HtmlValue = Html | string | number | null | undefined | false | readonly HtmlValue[]

/** The values of attributes: true writes the bare name; false, null and undefined leave it out. */
export type Attributes = Readonly<Record<string, string | number | boolean | null | undefined>>

/**
 * Markup with values in it. Each value is escaped unless it is markup itself. Quote the attributes: escaping cannot
 * guard an attribute without quotes.
 */
export function html(strings: TemplateStringsArray, ...values: HtmlValue[]): Html {
  const [first = '', ...rest] = strings
  return new Html(rest.reduce((markup, string, index) => markup + renderValue(values[index]) + string, first))
}

/** Takes a text for markup. Never with anything that somebody else wrote. */
export function asTrustedHtml(markup: string): Html {
  return new Html(markup)
}

/**
 * Attributes out of data, each with a blank in front. Names that would carry code or style are left out: our pages
 * have neither, and the content security policy would refuse them with a message nobody understands.
 */
export function renderAttributes(values: Attributes): Html {
  const rendered = Object.entries(values)
    .filter(([name]) => /^[a-z][a-z0-9-]*$/i.test(name) && !/^(on.*|style|srcdoc)$/i.test(name))
    .map(([name, value]) => renderAttribute(name, value))
  return new Html(rendered.join(''))
}

function renderAttribute(name: string, value: Attributes[string]): string {
  if (value === undefined || value === null || value === false) return ''
  return value === true ? ` ${name}` : ` ${name}="${escapeHtml(String(value))}"`
}

function renderValue(value: HtmlValue): string {
  if (value === null || value === undefined || value === false) return ''
  if (value instanceof Html) return value.toString()
  if (isValueList(value)) return value.map(renderValue).join('')
  return escapeHtml(String(value))
}

function isValueList(value: HtmlValue): value is readonly HtmlValue[] {
  return Array.isArray(value)
}
