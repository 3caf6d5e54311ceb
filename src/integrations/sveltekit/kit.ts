/// <reference path="./modules.d.ts" />

import { redirect } from '@sveltejs/kit'
import { building, dev } from '$app/environment'
import { base } from '$app/paths'
import { env } from '$env/dynamic/private'
import { type Environment, publicUrl } from '../../config/environment.js'
import type { Kit } from './seam.js'

/** In a SvelteKit app. While a page is rendered `base` is another one, so it is read now. */
export const kit: Kit = { base, isBuilding: building, environment, redirect }

let known: Environment | undefined

/**
 * `ORIGIN` is what `adapter-node` calls the address of the site. Who starts a build by `node build` has often not said
 * that it is production.
 */
function environment(): Environment {
  known ??= {
    NODE_ENV: dev ? 'development' : 'production',
    ...env,
    AUTH_URL: publicUrl(env) ?? env['ORIGIN'],
  }
  return known
}
