/** Markup. Values that are inserted into it are escaped. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** Creates markup from a template. Inserted text is escaped, and inserted markup is not. */
export function html(parts: TemplateStringsArray, ...values: readonly (string | Html)[]): Html {
  const inserted = values.map(value => (value instanceof Html ? value.text : escapeHtml(value)))
  return new Html(String.raw({ raw: parts }, ...inserted))
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`)
}
