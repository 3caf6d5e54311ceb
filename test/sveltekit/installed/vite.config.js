import { sveltekit } from '@sveltejs/kit/vite'
import { defaultClientConditions, defaultServerConditions } from 'vite'

/** Resolves Latchkey to its source instead of its build. */
export default {
  plugins: [sveltekit()],
  resolve: { conditions: ['latchkey-source', ...defaultClientConditions] },
  ssr: { resolve: { conditions: ['latchkey-source', ...defaultServerConditions] } },
}
