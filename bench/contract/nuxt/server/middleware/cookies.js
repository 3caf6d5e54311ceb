import { appendResponseHeader, defineEventHandler } from '#imports'

/** The cookies of the app. */
export default defineEventHandler(event => {
  if (!['/ok', '/redirect', '/unauthorized', '/error', '/stream'].includes(event.path)) return
  appendResponseHeader(event, 'set-cookie', 'theme=dark; Path=/; Expires=Tue, 01 Jan 2041 00:00:00 GMT')
  appendResponseHeader(event, 'set-cookie', 'seen=yes; Path=/; HttpOnly')
})
