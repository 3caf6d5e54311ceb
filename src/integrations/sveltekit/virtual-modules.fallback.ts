import { getRuntimeEnvironment } from '../../config/environment.js'
import type { SvelteKitModules } from './virtual-modules.types.js'

/** Outside of a SvelteKit app: in a test, or where something keeps Vite from looking into this package. */
export const svelteKit: SvelteKitModules = {
  basePath: '',
  isBuilding: false,
  readEnvironment: getRuntimeEnvironment,
  redirect,
}

function redirect(): never {
  throw new TypeError('Not in a SvelteKit app: does `ssr.external` of its Vite configuration name latchkey?')
}
