import type { StartFramework } from '../start-types.js'
import { astro } from './astro.js'
import { express } from './express.js'
import { qwikCity, solidStart, tanstackStart } from './file-routes.js'
import { nest } from './nest.js'
import { next } from './next.js'
import { nuxt } from './nuxt.js'
import { elysia, fastify, h3, hono, koa } from './plugin-servers.js'
import { reactRouter } from './react-router.js'
import { sveltekit } from './sveltekit.js'

/**
 * The frameworks, by the names of their subpaths. An app is of the first one whose dependency it has: those with pages come before the servers
 * that they use.
 */
export const frameworks: Readonly<Record<string, StartFramework>> = {
  next,
  sveltekit,
  nuxt,
  astro,
  'solid-start': solidStart,
  'react-router': reactRouter,
  'tanstack-start': tanstackStart,
  'qwik-city': qwikCity,
  nest,
  express,
  fastify,
  koa,
  hono,
  elysia,
  h3,
}

/** Finds the framework of an app by its dependencies. */
export function findFramework(
  dependencies: Readonly<Record<string, string>>,
): readonly [name: string, framework: StartFramework] | undefined {
  return Object.entries(frameworks).find(([, { dependency }]) => Object.hasOwn(dependencies, dependency))
}
