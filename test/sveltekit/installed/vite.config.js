import { sveltekit } from '@sveltejs/kit/vite'
import { defaultClientConditions, defaultServerConditions } from 'vite'

/** The package is taken as it is written, not as it was built. */
export default {
  plugins: [sveltekit()],
  resolve: { conditions: ['latchkey-source', ...defaultClientConditions] },
  ssr: { resolve: { conditions: ['latchkey-source', ...defaultServerConditions] } },
}
