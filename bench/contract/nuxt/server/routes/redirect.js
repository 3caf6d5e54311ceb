import { defineEventHandler, readEmail, setResponseHeader, setResponseStatus } from '#imports'

/** `sendRedirect` adds a body. */
export default defineEventHandler(async event => {
  await readEmail(event)
  setResponseStatus(event, 302)
  setResponseHeader(event, 'location', '/ok')
  return ''
})
