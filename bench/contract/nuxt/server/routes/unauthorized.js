import { defineEventHandler, readEmail, setResponseStatus } from '#imports'

export default defineEventHandler(async event => {
  await readEmail(event)
  setResponseStatus(event, 401)
  return 'No.'
})
