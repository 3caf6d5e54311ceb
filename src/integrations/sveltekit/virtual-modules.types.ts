import type { Environment } from '../../config/environment.js'

/**
 * What only a SvelteKit app can tell: its virtual modules exist nowhere else. `#sveltekit` is `kit.ts` where a bundler knows
 * Svelte (the condition `svelte`), as that of every SvelteKit app does, and `no-kit.ts` elsewhere.
 */
export interface SvelteKitModules {
  /** Where the app lies: `kit.paths.base`. */
  readonly basePath: string
  /** Pages are being prerendered, or the build looks at the app: there is no visitor. */
  readonly isBuilding: boolean
  /** The private variables, also those of `.env`, which the process does not have. */
  readEnvironment(): Environment
  /** Leaves a form action or a `load`. */
  redirect(status: 302, location: string): never
}
