import node from '@astrojs/node'
import { defineConfig } from 'astro/config'
import latchkey from 'latchkey/astro'

export default defineConfig({
  output: 'server',
  adapter: node({ mode: 'standalone' }),
  integrations: [latchkey()],
  server: { port: Number(process.env.PORT ?? 3000) },
})
