import { readEmail } from '../read-email.js'

export const GET = async context => new Response(await readEmail(context))
