/** Markup that may be sent as it is; only the {@link html} tag makes it. */
class Html {
  /** @param {string} markup */
  constructor(markup) {
    this.markup = markup
  }

  toString() {
    return this.markup
  }
}

/**
 * Markup with values in it. Values are escaped unless they are markup themselves; arrays are joined, and nothing comes
 * of null, undefined and false.
 *
 * @param {TemplateStringsArray} parts
 * @param {...unknown} values
 */
export function html(parts, ...values) {
  return new Html(String.raw({ raw: parts }, ...values.map(render)))
}

/**
 * Sends a page that loads nothing, runs nothing and cannot be framed.
 *
 * @param {import('node:http').ServerResponse} res
 * @param {number} status
 * @param {Html} page
 */
export function send(res, status, page) {
  res.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    'cache-control': 'no-store',
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
  })
  res.end(String(page))
}

/**
 * @param {import('node:http').ServerResponse} res
 * @param {string} location
 */
export function redirect(res, location) {
  res.writeHead(303, { location, 'cache-control': 'no-store' })
  res.end()
}

/** @type {Record<string, string>} */
const entities = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/**
 * @param {unknown} value
 * @returns {string}
 */
function render(value) {
  if (value === null || value === undefined || value === false) return ''
  if (value instanceof Html) return value.markup
  if (Array.isArray(value)) return value.map(render).join('')
  return String(value).replace(/[&<>"']/g, character => entities[character])
}
