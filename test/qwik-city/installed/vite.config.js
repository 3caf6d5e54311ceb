import { qwikVite } from '@builder.io/qwik/optimizer'
import { qwikCity } from '@builder.io/qwik-city/vite'
import { defineConfig } from 'vite'

const outDir = process.env.OUT_DIR ?? 'dist'

/** The server imports Latchkey through the test process. */
export default defineConfig({
  build: { emptyOutDir: false, minify: false, rollupOptions: { external: ['latchkey/qwik-city'] } },
  plugins: [
    qwikCity(),
    qwikVite({ client: { outDir: `${outDir}/client` }, ssr: { outDir: `${outDir}/server` } }),
  ],
})
