import { readEmail } from '../read-email.js'

export async function GET(context) {
  await readEmail(context)
  return new Response('No.', { status: 401 })
}
