import { defineEventHandler } from '#imports'
import { rejectVisitor } from '#integration'

export default defineEventHandler(async event => (await rejectVisitor(event)) ?? 'allowed')
