/// <reference path="./modules.d.ts" />

import { redirect } from '@sveltejs/kit'
import { building, dev } from '$app/environment'
import { env } from '$env/dynamic/private'
import { type Environment, getPublicUrl, getRuntimeEnvironment } from '../../config/environment.js'
import { appBasePath } from './base-path.js'
import type { SvelteKitModules } from './virtual-modules.types.js'

/** In a SvelteKit app. */
export const svelteKit: SvelteKitModules = {
  basePath: appBasePath,
  isBuilding: building,
  readEnvironment,
  redirect,
}

let cachedEnvironment: Environment | undefined

/**
 * `ORIGIN` is what `adapter-node` calls the address of the site. Who starts a build by `node build` has often not said
 * that it is production. SvelteKit 3 has only those variables in `env` that `src/env.ts` of the app declares, so those of the
 * process stand below them.
 */
function readEnvironment(): Environment {
  if (cachedEnvironment) return cachedEnvironment
  const variables: Environment = { ...getRuntimeEnvironment(), ...env }
  cachedEnvironment = {
    NODE_ENV: dev ? 'development' : 'production',
    ...variables,
    AUTH_URL: getPublicUrl(variables) ?? variables['ORIGIN'],
  }
  return cachedEnvironment
}
