import { fileURLToPath } from 'node:url'
import node from '@astrojs/node'
import { defineConfig } from 'astro/config'
import { createIntegration } from '../../../src/integrations/astro/integration.ts'

const source = fileURLToPath(new URL('../../../src/integrations/astro.ts', import.meta.url))

/** The server imports the source through the test process. Pages are prerendered in a process of their own. */
const resolveLatchkey = {
  name: 'resolve-latchkey',
  enforce: 'pre',
  resolveId(id) {
    if (id !== 'latchkey/astro') return undefined
    return this.environment.name === 'prerender' ? source : { id, external: true }
  },
}

export default defineConfig({
  output: 'server',
  adapter: node({ mode: 'middleware' }),
  integrations: [createIntegration()],
  vite: {
    plugins: [resolveLatchkey],
    environments: { prerender: { resolve: { conditions: ['latchkey-source', 'node'] } } },
  },
})
