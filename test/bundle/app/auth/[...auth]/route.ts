import { Auth } from 'latchkey'
import { createConfig } from '../../../auth'

const config = createConfig('/auth')

export const runtime = 'nodejs'

export const GET = (request: Request) => Auth(request, config)
export const POST = GET
