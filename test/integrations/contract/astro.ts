import type { IntegrationUnderTest } from 'latchkey/testing'
import { loadAstroApp, parseBody } from '../../astro/astro-app.js'
import { serveBehindProxy } from './proxy.js'

const createListener = await loadAstroApp()

/** The production build of an Astro app, in a Node server. */
export const astro: IntegrationUnderTest = {
  name: 'latchkey/astro',
  serve: async (config, { parsesBodies = false } = {}) => {
    const listener = createListener(config)
    return serveBehindProxy(async (req, res) => {
      if (parsesBodies) await parseBody(req)
      listener(req, res)
    })
  },
}
