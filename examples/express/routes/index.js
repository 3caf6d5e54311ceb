import { Router } from 'express'
import { members } from '../middleware/members.js'

export const pages = Router()

pages.get('/', (_req, res) => res.render('home'))

// Guarded where the app is put together, and so is everything below it.
pages.get('/protected', (_req, res) => res.render('protected'))

// Guarded here, by the page itself.
pages.get('/account', members, (_req, res) => res.render('account'))

pages.get('/client', (_req, res) => res.render('client'))
