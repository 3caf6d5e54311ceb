/// <reference path="./modules.d.ts" />

import { redirect } from '@sveltejs/kit'
import { building, dev } from '$app/environment'
import { env } from '$env/dynamic/private'
import { type Environment, publicUrl, runtimeEnvironment } from '../../config/environment.js'
import { appBase } from './base.js'
import type { Kit } from './seam.js'

/** In a SvelteKit app. */
export const kit: Kit = { base: appBase, isBuilding: building, environment, redirect }

let known: Environment | undefined

/**
 * `ORIGIN` is what `adapter-node` calls the address of the site. Who starts a build by `node build` has often not said
 * that it is production. SvelteKit 3 has only those variables in `env` that `src/env.ts` of the app declares, so those of the
 * process stand below them.
 */
function environment(): Environment {
  if (known) return known
  const all: Environment = { ...runtimeEnvironment(), ...env }
  known = {
    NODE_ENV: dev ? 'development' : 'production',
    ...all,
    AUTH_URL: publicUrl(all) ?? all['ORIGIN'],
  }
  return known
}
