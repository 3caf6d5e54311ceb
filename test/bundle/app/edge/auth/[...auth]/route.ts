import { Auth } from 'latchkey'
import { configAt } from '../../../../auth'

const config = configAt('/edge/auth')

export const runtime = 'edge'

export const GET = (request: Request) => Auth(request, config)
export const POST = GET
