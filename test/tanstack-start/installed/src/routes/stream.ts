import { createFileRoute } from '@tanstack/react-router'
import { readEmail } from '../session'

function createStream(email) {
  const parts = [email.slice(0, 3), email.slice(3)]
  return ReadableStream.from(parts).pipeThrough(new TextEncoderStream())
}

export const Route = createFileRoute('/stream')({
  server: { handlers: { GET: async () => new Response(createStream(await readEmail())) } },
})
