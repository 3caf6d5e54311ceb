/**
 * Renders an empty header cell of a table as a data cell, because a header without a name says nothing to a screen reader.
 *
 * @module
 */

/** Adds the rule to the Markdown renderer. */
export function removeEmptyHeaders(md) {
  md.core.ruler.push('empty_headers', ({ tokens }) => {
    for (const [index, token] of tokens.entries()) {
      if (token.type !== 'th_open' || tokens[index + 1].content.trim() !== '') continue
      token.tag = 'td'
      tokens[index + 2].tag = 'td'
    }
  })
}
