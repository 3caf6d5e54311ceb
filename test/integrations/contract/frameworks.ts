import type { IntegrationUnderTest } from 'latchkey/testing'
import { angular, angularFetch } from './angular.js'
import { astro } from './astro.js'
import { lambdas, streamingLambdas } from './aws-lambda.js'
import { elysia, elysiaOnNode } from './elysia.js'
import { express } from './express.js'
import { fastify } from './fastify.js'
import { h3One, h3Two, h3TwoOnNode } from './h3.js'
import { hono, honoOnNode } from './hono.js'
import { koa, koaTwo } from './koa.js'
import { nest, nestOnFastify } from './nest.js'
import { node } from './node.js'
import { qwikCity } from './qwik-city.js'
import { reactRouter, reactRouterEight } from './react-router.js'
import { tanStackStart } from './tanstack-start.js'

/** The frameworks of the contract. */
export const frameworks: readonly IntegrationUnderTest[] = [
  angular,
  angularFetch,
  astro,
  ...lambdas,
  ...streamingLambdas,
  elysia,
  elysiaOnNode,
  express,
  fastify,
  h3One,
  h3Two,
  h3TwoOnNode,
  hono,
  honoOnNode,
  koa,
  koaTwo,
  nest,
  nestOnFastify,
  node,
  qwikCity,
  reactRouter,
  tanStackStart,
  reactRouterEight,
]
