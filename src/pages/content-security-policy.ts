import { hashSha256 } from '#crypto'
import { Cache } from '../base/cache.js'
import type { Awaitable } from '../types/common.js'

const hashes = new Cache<Awaitable<string>>(32)

/** What the browser may load for a page. */
export interface PolicySources {
  /** The text of each `<style>`. */
  readonly styles: readonly string[]
  /** The text of the page's `<script>`, which may ask our own server. */
  readonly script: string | null
  /** The images the app configured. */
  readonly images: readonly string[]
  /** Our own. */
  readonly origin: string
}

/**
 * The content security policy of a page: nothing but its own styles, script and images. There is no `form-action`: Chromium
 * applies it to every redirect that follows, and would stop providers that hop over a second host.
 */
export async function buildContentSecurityPolicy(sources: PolicySources): Promise<string> {
  const styles = await Promise.all(sources.styles.map(getHash))
  return [
    `default-src 'none'`,
    `style-src ${styles.map(value => `'sha256-${value}'`).join(' ')}`,
    `img-src ${["'self'", 'data:', ...findForeignOrigins(sources)].join(' ')}`,
    ...(sources.script === null
      ? []
      : [`script-src 'sha256-${await getHash(sources.script)}'`, `connect-src 'self'`]),
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
  ].join('; ')
}

/** Stylesheets and scripts are few, so each is hashed once. */
function getHash(text: string): Awaitable<string> {
  return hashes.get(text) ?? hashes.set(text, computeHash(text))
}

async function computeHash(text: string): Promise<string> {
  return btoa(String.fromCharCode(...(await hashSha256(text))))
}

/** The foreign hosts among the images. A host may hold characters that would end a directive, so it is looked at. */
function findForeignOrigins({ images, origin }: PolicySources): ReadonlySet<string> {
  const foreign = images
    .filter(image => /^https?:/i.test(image))
    .map(image => new URL(image).origin)
    .filter(host => host !== origin && /^https?:\/\/[\w.:[\]-]+$/.test(host))
  return new Set(foreign)
}
