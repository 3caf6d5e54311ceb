import { defineConfig } from '@solidjs/start/config'

export default defineConfig({ server: { externals: { external: ['libsql'] } } })
