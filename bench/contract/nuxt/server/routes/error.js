import { defineEventHandler, readEmail } from '#imports'

export default defineEventHandler(async event => {
  await readEmail(event)
  throw new Error('broken')
})
