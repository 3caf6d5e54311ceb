import { loadAstroApp, parseBody } from '../../astro/astro-app.js'
import { type FrameworkUnderTest, serveBehindProxy } from './framework-under-test.js'

const createListener = await loadAstroApp()

/** The production build of an Astro app, in a Node server. */
export const astro: FrameworkUnderTest = {
  name: 'latchkey/astro',
  serve: async (config, { parsesBodies = false } = {}) => {
    const listener = createListener(config)
    return serveBehindProxy(async (req, res) => {
      if (parsesBodies) await parseBody(req)
      listener(req, res)
    })
  },
}
