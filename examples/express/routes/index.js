import { Router } from 'express'
import { members } from '../middleware/members.js'
import { standing } from '../trial.js'

export const pages = Router()

pages.get('/', (_req, res) => res.render('home'))

// Guarded where the app is put together, and here again: a page that looks itself stays guarded when somebody changes the app.
pages.get('/protected', standing('page', members), (_req, res) => res.render('protected'))

// Guarded here alone.
pages.get('/account', members, (_req, res) => res.render('account'))

pages.get('/client', (_req, res) => res.render('client'))
