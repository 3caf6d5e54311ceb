import { node } from '@elysiajs/node'
import { type IntegrationUnderTest, integrationCookies } from 'latchkey/testing'
import { createContractApp } from '../../elysia/contract-app.js'
import { listenOnNode } from '../../elysia/listen-on-node.js'
import { forward } from './proxy.js'

/** Elysia as a function from a `Request` to a `Response`. */
export const elysia: IntegrationUnderTest = {
  name: 'latchkey/elysia',
  serve: async (config, setup) => {
    const app = createContractApp(config, { ...setup, cookies: integrationCookies })
    return { answer: async request => app.handle(request), close: async () => {} }
  },
}

/** Elysia on a Node server. */
export const elysiaOnNode: IntegrationUnderTest = {
  name: 'latchkey/elysia on Node',
  serve: async (config, setup) => {
    const app = createContractApp(config, { ...setup, cookies: integrationCookies }, { adapter: node() })
    const { url, close } = await listenOnNode(app)
    return forward({ origin: new URL(url).origin, close })
  },
}
