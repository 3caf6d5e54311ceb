import { readEmail } from '../read-email.js'

export async function GET(context) {
  await readEmail(context)
  throw new Error('broken')
}
