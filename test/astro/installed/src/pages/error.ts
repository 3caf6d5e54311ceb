import { readEmail } from '../read-email.ts'

export async function GET(context) {
  await readEmail(context)
  throw new Error('broken')
}
