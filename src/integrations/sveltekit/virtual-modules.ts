/// <reference path="./modules.d.ts" />

import { error, redirect } from '@sveltejs/kit'
import { building, dev } from '$app/environment'
import { env } from '$env/dynamic/private'
import { type Environment, getRuntimeEnvironment } from '../../server.js'
import { appBasePath } from './base-path.js'
import type { SvelteKitRuntime } from './virtual-modules.types.js'

/** The modules of a SvelteKit app. */
export const svelteKit: SvelteKitRuntime = {
  appBasePath: appBasePath,
  isBuilding: building,
  readEnvironment,
  redirect: throwRedirect,
  error: throwError,
}

/** SvelteKit 1 returns the redirect, and an action that returns it does nothing. */
function throwRedirect(status: 302 | 303, location: string): never {
  redirect(status, location)
  throw createVersionError()
}

function throwError(status: number, body: { readonly message: string }): never {
  error(status, body)
  throw createVersionError()
}

function createVersionError(): Error {
  return new Error(
    'latchkey/sveltekit requires SvelteKit 2 or newer. Update it: npm install @sveltejs/kit@latest',
  )
}

let cachedEnvironment: Environment | undefined

/**
 * `ORIGIN` is the URL of the site for `adapter-node`. `NODE_ENV` is often not set when a build is started with `node build`.
 * SvelteKit 3 has only those variables in `env` that `src/env.ts` of the app declares, so the variables of the process are added.
 */
function readEnvironment(): Environment {
  if (cachedEnvironment) return cachedEnvironment
  const variables: Environment = { ...getRuntimeEnvironment(), ...env }
  cachedEnvironment = {
    NODE_ENV: dev ? 'development' : 'production',
    ...variables,
    AUTH_URL: variables['AUTH_URL'] || variables['NEXTAUTH_URL'] || variables['ORIGIN'],
  }
  return cachedEnvironment
}
