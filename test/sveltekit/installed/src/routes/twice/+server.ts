import { json } from '@sveltejs/kit'

export const GET = async ({ locals }) =>
  json(await Promise.all([locals.auth(), locals.auth(), locals.getSession()]))
