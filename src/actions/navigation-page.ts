import { escapeHtml } from '../base/escape-html.js'
import { parseUrl } from '../base/parse.js'
import { noStoreHeaders } from '../http/messages.js'
import { encodeForHeader } from '../http/url.js'
import type { ActionResult } from '../types/request.js'

/**
 * Renders a page that opens a URL at once, without a script. The link is for browsers that do not. It shows the URL, so the page has no text
 * to translate.
 */
export function renderNavigationPage(url: string): ActionResult {
  const target = encodeForHeader(url)
  return {
    status: 200,
    headers: {
      ...noStoreHeaders,
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'",
      'referrer-policy': 'no-referrer',
      refresh: `0; url=${target}`,
    },
    body: `<!doctype html><meta charset="utf-8"><title>${escapeHtml(getHost(url))}</title><a href="${escapeHtml(target)}">${escapeHtml(target)}</a>`,
  }
}

function getHost(url: string): string {
  return parseUrl(url)?.host ?? url
}
