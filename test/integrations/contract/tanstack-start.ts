import type { IntegrationUnderTest } from 'latchkey/testing'
import { loadTanStackStartApp } from '../../tanstack-start/tanstack-app.js'

const createFetch = await loadTanStackStartApp()

/** The output of `vite build`, with the function `fetch` that each server of TanStack Start calls. */
export const tanStackStart: IntegrationUnderTest = {
  name: 'latchkey/tanstack-start, production build',
  serve: (config, { parsesBodies = false } = {}) => {
    const fetch = createFetch(config)
    return {
      close: () => {},
      answer(request) {
        if (parsesBodies) request.headers.set('x-parse-body', 'yes')
        return fetch(request)
      },
    }
  },
}
