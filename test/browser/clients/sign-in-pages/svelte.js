import { mount } from 'svelte'
import SignInPage from '../../../recipes/sign-in-page-in-svelte.svelte'
import { readProps } from './props.js'

mount(SignInPage, { target: document.getElementById('root'), props: readProps() })
