/// <reference path="./modules.d.ts" />

import * as all from '$app/paths'

/** Through a name of its own: a bundler complains of an import that one of the majors does not have. */
const paths: { readonly base: string | undefined; resolve(path: '/'): string } = all

/** Where the app lies. While a page is rendered on the server it is a relative path. SvelteKit 3 has no `base` any more. */
export function resolveBasePath(): string {
  return paths.base ?? paths.resolve('/').slice(0, -1)
}

/** Where the app lies, also in the browser: read now, while no page is rendered. */
export const appBasePath = resolveBasePath()
