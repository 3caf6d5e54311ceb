/** As much of SvelteKit's modules as is used: so it need not be installed where this package is built. */

declare module '$app/environment' {
  export const building: boolean
  export const dev: boolean
}

declare module '$app/paths' {
  export const base: string | undefined
  export function resolve(path: '/'): string
}

declare module '$env/dynamic/private' {
  export const env: Readonly<Record<string, string | undefined>>
}

declare module '@sveltejs/kit' {
  /** Throws in SvelteKit 2 and newer. */
  export function redirect(status: 302 | 303, location: string): unknown
  /** Throws in SvelteKit 2 and newer. */
  export function error(status: number, body: { readonly message: string }): unknown
}

declare module '*.svelte' {
  const component: unknown
  export default component
}
