import { Auth } from 'latchkey'
import { createConfig } from '../../../../auth'

const config = createConfig('/edge/auth')

export const runtime = 'edge'

export const GET = (request: Request) => Auth(request, config)
export const POST = GET
