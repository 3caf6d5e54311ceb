import { defineConfig } from '@solidjs/start/config'

export default defineConfig({
  middleware: 'src/middleware/index.ts',
  // Caches may keep this page for a minute.
  server: { routeRules: { '/cached': { headers: { 'cache-control': 'public, max-age=0, s-maxage=60' } } } },
})
