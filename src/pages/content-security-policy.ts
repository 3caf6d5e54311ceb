import { hashSha256 } from '#crypto'
import { Cache } from '../base/cache.js'
import type { Awaitable } from '../types/common.js'

const hashes = new Cache<Awaitable<string>>(32)

/** The sources that a page may load. */
export interface SourceLists {
  /** The text of each `<style>`. */
  readonly styles: readonly string[]
  /** The text of each `<script>`. They may send requests to the app's origin. */
  readonly scripts: readonly string[]
  /** The URLs of the configured images. */
  readonly images: readonly string[]
  /** The origin of the app. */
  readonly origin: string
}

/**
 * Builds the content security policy of a page. It allows only the page's own styles, script and images. It has no
 * `form-action`, because Chromium applies it to every redirect and would block providers that redirect to a second
 * host.
 */
export async function buildContentSecurityPolicy(sources: SourceLists): Promise<string> {
  return [
    `default-src 'none'`,
    `style-src ${await listHashes(sources.styles)}`,
    `img-src ${["'self'", 'data:', ...findForeignOrigins(sources)].join(' ')}`,
    ...(sources.scripts.length === 0
      ? []
      : [`script-src ${await listHashes(sources.scripts)}`, `connect-src 'self'`]),
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
  ].join('; ')
}

async function listHashes(texts: readonly string[]): Promise<string> {
  const values = await Promise.all(texts.map(getHash))
  return values.map(value => `'sha256-${value}'`).join(' ')
}

/** Returns the SHA-256 hash from a cache, because the same few stylesheets and scripts recur. */
function getHash(text: string): Awaitable<string> {
  return hashes.get(text) ?? hashes.set(text, computeHash(text))
}

async function computeHash(text: string): Promise<string> {
  return btoa(String.fromCharCode(...(await hashSha256(text))))
}

/** Returns the other origins among the images. Excludes origins with characters that could end a directive. */
function findForeignOrigins({ images, origin }: SourceLists): ReadonlySet<string> {
  const foreign = images
    .filter(image => /^https?:/i.test(image))
    .map(image => new URL(image).origin)
    .filter(imageOrigin => imageOrigin !== origin && /^https?:\/\/[\w.:[\]-]+$/.test(imageOrigin))
  return new Set(foreign)
}
