import { escapeHtml } from '../base/escape-html.js'

/** Escaped markup. Only the {@link html} tag, {@link renderAttributes} and {@link asTrustedHtml} create it. */
export class Html {
  readonly #markup: string

  constructor(markup: string) {
    this.#markup = markup
  }

  toString(): string {
    return this.#markup
  }
}

/** A value of a template. Null, undefined and false render nothing. */
export type HtmlValue = Html | string | number | null | undefined | false | readonly HtmlValue[]

/** Attribute values. True renders only the name. False, null and undefined omit the attribute. */
export type Attributes = Readonly<Record<string, string | number | boolean | null | undefined>>

/**
 * Creates markup from a template. Escapes each value that is not {@link Html}. Quote attributes in the template,
 * because escaping does not protect unquoted attributes.
 */
export function html(strings: TemplateStringsArray, ...values: HtmlValue[]): Html {
  const [first = '', ...rest] = strings
  return new Html(rest.reduce((markup, string, index) => markup + renderValue(values[index]) + string, first))
}

/** Returns markup of this or another copy of the package as it is, and escapes plain text: a plugin may have put input of a visitor into it. */
export function toMarkup(content: { toString(): string }): Html {
  return typeof content === 'string' ? html`${content}` : new Html(String(content))
}

/** Marks a string as markup without escaping it. Never use it for untrusted input. */
export function asTrustedHtml(markup: string): Html {
  return new Html(markup)
}

/**
 * Renders attributes, each with a leading space. Omits `on*`, `style` and `srcdoc`, which the content security policy
 * blocks.
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
