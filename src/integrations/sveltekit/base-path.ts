/// <reference path="./modules.d.ts" />

import * as all from '$app/paths'

/** A namespace import, because bundlers report named imports that one of the major versions does not export. */
const paths: { readonly base: string | undefined; resolve(path: '/'): string } = all

/** Returns the base path of the app. It is relative while the server renders a page. SvelteKit 3 does not export `base`. */
export function resolveAppBasePath(): string {
  return paths.base ?? paths.resolve('/').slice(0, -1)
}

/** The base path of the app, on the server and in the browser. Read at import, when no page is rendered. */
export const appBasePath = resolveAppBasePath()
