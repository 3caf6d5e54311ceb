import type { PageOptions } from './site.js'

/** Reads the options that the server has serialized into the page. */
export function readOptions(): PageOptions {
  return JSON.parse(document.getElementById('options')?.textContent ?? '{}')
}
