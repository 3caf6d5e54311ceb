import { readEmail } from '../read-email.js'

export async function GET(context) {
  const email = await readEmail(context)
  return new Response(
    ReadableStream.from([email.slice(0, 3), email.slice(3)]).pipeThrough(new TextEncoderStream()),
  )
}
