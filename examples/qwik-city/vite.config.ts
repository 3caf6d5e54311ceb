import { qwikVite } from '@builder.io/qwik/optimizer'
import { qwikCity } from '@builder.io/qwik-city/vite'
import { defineConfig } from 'vite'
import tsconfigPaths from 'vite-tsconfig-paths'

export default defineConfig({
  plugins: [
    qwikCity({ trailingSlash: false }),
    qwikVite({ client: { outDir: 'dist/client' }, ssr: { outDir: 'dist/server' } }),
    tsconfigPaths(),
  ],
  // Listens on localhost only, because the demo password is public.
  server: { host: 'localhost', port: Number(process.env.PORT ?? 3000) },
})
