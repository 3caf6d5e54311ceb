import { runtimeEnvironment } from '../../config/environment.js'
import type { Kit } from './seam.js'

/** Outside of a SvelteKit app: in a test, or where something keeps Vite from looking into this package. */
export const kit: Kit = { base: '', isBuilding: false, environment: runtimeEnvironment, redirect }

function redirect(): never {
  throw new TypeError('Not in a SvelteKit app: does `ssr.external` of its Vite configuration name latchkey?')
}
