import { readEmail } from '../read-email.ts'

export const GET = async context => new Response(await readEmail(context))
