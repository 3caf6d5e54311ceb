import { parseUrl } from '../base/parse.js'

/**
 * Returns the image URL unchanged, or null if it is not an `http:`, `https:` or `data:image/` URL. A path is resolved
 * against the app's origin.
 */
export function toSafeImageUrl(source: string | undefined, origin: string): string | null {
  if (!source) return null
  const url = parseUrl(source, origin)
  const isSafe = url && (/^https?:$/.test(url.protocol) || /^data:image\//i.test(url.href))
  return isSafe ? source : null
}
