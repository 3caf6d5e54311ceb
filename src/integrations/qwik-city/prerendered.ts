import { createPrerenderedAuth } from '../shared/prerendered.js'
import type { QwikCityEvent } from './event.js'
import type { QwikCityRequestAuth } from './request-auth.js'

/** The authentication in a page that is a file of the build. */
export const prerenderedAuth: QwikCityRequestAuth = createPrerenderedAuth({
  fix: 'Add its path to `ssg.exclude` of the adapter, or to `exclude` of the static adapter.',
})

/** Whether the static generator renders the page. It passes this platform itself, and a client cannot. */
export function isPrerendering({ platform }: QwikCityEvent): boolean {
  return Reflect.get(Object(platform), 'static') === true
}
