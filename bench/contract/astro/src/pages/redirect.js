import { readEmail } from '../read-email.js'

export async function GET(context) {
  await readEmail(context)
  return context.redirect('/ok')
}
