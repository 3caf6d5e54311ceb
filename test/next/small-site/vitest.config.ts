import { defineConfig } from 'vitest/config'

export default defineConfig({
  resolve: { alias: { '@': import.meta.dirname } },
  test: { server: { deps: { inline: ['latchkey'] } } },
})
