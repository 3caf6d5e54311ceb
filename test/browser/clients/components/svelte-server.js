import { render } from 'svelte/server'
import Page from './Page.svelte'

export const renderPage = page => render(Page, { props: { page } }).body
