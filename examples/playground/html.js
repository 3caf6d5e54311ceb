import { createHash } from 'node:crypto'

/** Safe markup that is not escaped again. Only {@link html} and {@link script} create it. */
class Html {
  /**
   * @param {string} markup
   * @param {string[]} hashes The hashes of the scripts in the markup, for the content security policy.
   */
  constructor(markup, hashes) {
    this.markup = markup
    this.hashes = hashes
  }

  toString() {
    return this.markup
  }
}

/**
 * Creates markup from a template. Values are escaped unless they are markup, arrays are joined, and null, undefined and
 * false are omitted.
 *
 * @param {TemplateStringsArray} parts
 * @param {...unknown} values
 */
export function html(parts, ...values) {
  const hashes = values.flat().flatMap(value => (value instanceof Html ? value.hashes : []))
  return new Html(String.raw({ raw: parts }, ...values.map(render)), hashes)
}

/**
 * Creates an inline script that the content security policy allows. Never interpolate a value into its source.
 *
 * @param {string} source
 */
export function script(source) {
  const hash = createHash('sha256').update(source).digest('base64')
  return new Html(`<script>${source}</script>`, [`'sha256-${hash}'`])
}

/**
 * Sends a page that loads no external resources, runs only its own scripts and cannot be framed.
 *
 * @param {import('node:http').ServerResponse} res
 * @param {number} status
 * @param {Html} page
 */
export function send(res, status, page) {
  res.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': buildContentSecurityPolicy(page),
    'cache-control': 'no-store',
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
  })
  res.end(String(page))
}

/** @param {Html} page */
function buildContentSecurityPolicy({ hashes }) {
  const base = "default-src 'none'; base-uri 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"
  return hashes.length === 0 ? base : `${base}; script-src ${hashes.join(' ')}; connect-src 'self'`
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
