import type { Environment } from '../../server.js'

/**
 * What only a SvelteKit app knows. Its virtual modules exist nowhere else, so `#sveltekit` is `virtual-modules.ts` if the bundler
 * sets the condition `svelte`, as that of every SvelteKit app does, and `virtual-modules.fallback.ts` otherwise.
 */
export interface SvelteKitRuntime {
  /** The base path of the app: `kit.paths.base`. */
  readonly appBasePath: string
  /** Pages are being prerendered, or the build analyzes the app, so there is no visitor. */
  readonly isBuilding: boolean
  /** Returns the private variables, with those of `.env`, which the process does not have. */
  readEnvironment(): Environment
  /** Redirects from a form action or a `load` function. */
  redirect(status: 302 | 303, location: string): never
  /** Responds with an error from an endpoint, a form action or a `load` function. */
  error(status: 401 | 503, body: { readonly message: string; readonly url?: string }): never
}
