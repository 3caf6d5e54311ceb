import { tanstackStart } from '@tanstack/react-start/plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** The server imports the source through the test process. */
const resolveLatchkey = {
  name: 'resolve-latchkey',
  enforce: 'pre',
  resolveId: id => (id === 'latchkey/tanstack-start' ? { id, external: true } : undefined),
}

export default defineConfig({
  plugins: [resolveLatchkey, tanstackStart(), react()],
})
