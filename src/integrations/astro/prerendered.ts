import { createPrerenderedAuth } from '../shared/prerendered.js'
import type { AstroRequestAuth } from './request-auth.js'

/** The authentication in a page that is a file of the build. */
export const prerenderedAuth: AstroRequestAuth = createPrerenderedAuth({
  fix: 'Add `export const prerender = false` to the page.',
})
