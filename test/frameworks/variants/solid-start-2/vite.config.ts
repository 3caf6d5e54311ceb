import { solidStart } from '@solidjs/start/config'
import { nitro } from 'nitro/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [
    solidStart({ middleware: './src/middleware/index.ts' }),
    // Not bundled, because Nitro would bundle one of them in the wrong order.
    nitro({
      traceDeps: ['@simplewebauthn/server', 'tsyringe', 'reflect-metadata'],
      // Nitro renders this page once a minute.
      routeRules: { '/cached': { swr: 60 } },
    }),
  ],
})
