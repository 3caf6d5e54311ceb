import { answerWith } from '../../../lib/calls.js'
import * as functions from '../../../lib/edge-auth.js'

export const runtime = 'edge'
export const GET = answerWith(functions)
export const POST = GET
