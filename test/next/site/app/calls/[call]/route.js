import * as functions from '../../../lib/auth.js'
import { answerWith } from '../../../lib/calls.js'

export const GET = answerWith(functions)
export const POST = GET
