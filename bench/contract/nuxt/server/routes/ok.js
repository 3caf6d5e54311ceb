import { defineEventHandler, readEmail } from '#imports'

export default defineEventHandler(readEmail)
