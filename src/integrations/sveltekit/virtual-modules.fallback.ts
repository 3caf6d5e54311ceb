import { getRuntimeEnvironment } from '../../server.js'
import type { SvelteKitRuntime } from './virtual-modules.types.js'

/** Used outside of a SvelteKit app: in a test, or if Vite does not transform this package. */
export const svelteKit: SvelteKitRuntime = {
  appBasePath: '',
  isBuilding: false,
  readEnvironment: getRuntimeEnvironment,
  redirect: throwNoApp,
  error: throwNoApp,
}

function throwNoApp(): never {
  throw new TypeError(
    'This is not a SvelteKit app. Remove latchkey from `ssr.external` in the Vite configuration.',
  )
}
