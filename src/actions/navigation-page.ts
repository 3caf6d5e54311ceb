import { escapeHtml } from '../base/escape-html.js'
import { noStoreHeaders } from '../http/messages.js'
import { encodeForHeader } from '../http/url.js'
import type { ActionResult } from '../types/request.js'

/** Creates a page that opens a URL at once, without a script. The link is for browsers that do not. */
export function createNavigationResult(url: string): ActionResult {
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
    body: `<!doctype html><meta charset="utf-8"><title>…</title><a href="${escapeHtml(target)}">${escapeHtml(target)}</a>`,
  }
}
