import { Auth } from 'latchkey'
import { configAt } from '../../../auth'

const config = configAt('/auth')

export const runtime = 'nodejs'

export const GET = (request: Request) => Auth(request, config)
export const POST = GET
