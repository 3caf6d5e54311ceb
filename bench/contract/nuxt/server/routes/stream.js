import { defineEventHandler, readEmail } from '#imports'

export default defineEventHandler(async event => {
  const email = await readEmail(event)
  return ReadableStream.from([email.slice(0, 3), email.slice(3)]).pipeThrough(new TextEncoderStream())
})
